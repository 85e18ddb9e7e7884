import { MemoryError } from "@kioku/core";
import { notify } from "@kioku/core/toolkit";

/** Takes a fault that can be passed over: tells of it, or throws where faults are refused. */
export type FaultReport = (message: string) => void;

/** The error for a SKILL.md that cannot be used. */
export function unusableSkill(message: string): MemoryError {
  return new MemoryError("invalid-input", `SKILL.md: ${message}`);
}

/** Throws each fault when strict, else tells `onWarning`. */
export function faultReport(
  strict: boolean,
  onWarning: ((message: string) => void) | undefined,
): FaultReport {
  return (message) => {
    if (strict) throw unusableSkill(message);
    notify(() => onWarning?.(message));
  };
}

/** A text of an author in quotes, short enough for a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 79)}…`);
}
