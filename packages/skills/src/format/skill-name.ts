import { invalidInput } from "@kioku/core/toolkit";

/** Longest name by the standard, in UTF-16 units. */
const MAX_NAME = 64;

const ALLOWED = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;
const OTHERS = /[^\p{L}\p{N}]+/gu;

/** Returns true for 1 to 64 lower-case letters and digits of any script, and single hyphens. */
export function isSkillName(name: string): boolean {
  return (
    name.length <= MAX_NAME &&
    ALLOWED.test(name) &&
    name === name.normalize("NFKC") &&
    name === name.toLowerCase()
  );
}

/** Derives a name from a text, such as `pdf-tools` from `PDF Tools`, if there are letters in it. */
export function toSkillName(text: string): string | undefined {
  const words = text.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll(OTHERS, "-");
  const name = words.replace(/^-/u, "").slice(0, MAX_NAME).toWellFormed();
  const trimmed = name.replace(/[-\uFFFD]+$/u, "");
  return isSkillName(trimmed) ? trimmed : undefined;
}

/** Checks a name by the Agent Skills standard. */
export function checkSkillName(value: unknown, name: string): string {
  if (typeof value === "string" && isSkillName(value)) return value;
  throw invalidInput(
    name,
    "1 to 64 lower-case letters, digits and single hyphens, with no hyphen at either end",
    value,
  );
}
