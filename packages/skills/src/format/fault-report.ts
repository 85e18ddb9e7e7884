import { MemoryError } from "@kioku/core";
import { notify } from "@kioku/core/toolkit";

/** Reports a fault, or throws it if strict. */
export type FaultReport = (message: string) => void;

export function unusableSkill(message: string): MemoryError {
  return new MemoryError("invalid-input", `SKILL.md: ${message}`);
}

/** Makes a report that throws each fault if strict, and else calls `onWarning`. */
export function faultReport(
  strict: boolean,
  onWarning: ((message: string) => void) | undefined,
): FaultReport {
  return (message) => {
    if (strict) throw unusableSkill(message);
    notify(() => onWarning?.(message));
  };
}

/** Quotes a text of an author, shortened for a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 79)}…`);
}

/** Makes the error for instructions or files that failed. Errors of ours pass through. */
export function unreadable(what: string, cause: unknown): MemoryError {
  return MemoryError.is(cause)
    ? cause
    : new MemoryError("skill-failed", `${what} could not be read`, { cause });
}
