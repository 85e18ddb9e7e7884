import { checkText, invalidInput } from "../../internal/check/check.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import { toStorableText } from "../../text/normalize.js";

/** Refuses anything but text as every store keeps it, so that what is read is what was written. */
export function checkStoredText(value: unknown, name: string, maxLength: number): string {
  const text = checkText(value, name, maxLength);
  if (toStorableText(text) !== text) throw invalidInput(name, "well-formed Unicode without NUL");
  return text;
}

/** The same for a short text that names something. */
export function checkNameText(value: unknown, name: string): string {
  return checkStoredText(value, name, MAX_NAME_LENGTH);
}

/** The instant that a text says, which has to be as `toISOString` writes it. */
export function checkInstantText(value: unknown, name: string): Date {
  const instant = new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(instant.getTime()) || instant.toISOString() !== value) {
    throw invalidInput(name, "an instant in ISO 8601, such as 2026-03-01T12:00:00.000Z", value);
  }
  return instant;
}
