import { MemoryError } from "../../errors/memory-error.js";
import { timeOf } from "./time-of.js";

/** Returns the error for a wrong value; it says what is allowed and what came instead. */
export function invalidInput(
  name: string,
  allowed: string,
  value?: unknown,
): MemoryError<"invalid-input"> {
  const got = arguments.length < 3 ? "" : `, got ${describe(value)}`;
  return new MemoryError("invalid-input", `${name} must be ${allowed}${got}`);
}

/** A value in a few characters. Long text is described, not quoted: it may be somebody's memory. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    return value.length <= 40 ? JSON.stringify(value) : `a string of ${value.length} characters`;
  }
  const time = timeOf(value);
  if (time !== undefined) return Number.isNaN(time) ? "an invalid Date" : "a Date";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "function" ? "a function" : String(value);
}
