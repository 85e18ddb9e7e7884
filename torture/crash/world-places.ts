import type { Scope } from "@kioku/core";

/** Everything that is written is somewhere below this scope. */
export const ROOT: Scope = ["torture"];

/** Scopes of the records. */
export const SCOPES: readonly Scope[] = [
  ROOT,
  ["torture", "a"],
  ["torture", "a", "below"],
  ["torture", "ü%_"],
  ["torture", "other"],
];

const START_MS = Date.UTC(2026, 0, 1);

/** The instant of a step. */
export function instantOf(step: number): Date {
  return new Date(START_MS + step * 1_000);
}
