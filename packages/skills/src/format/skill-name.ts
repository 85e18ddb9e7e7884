/** Longest name, in UTF-16 units; the standard's figure. */
const MAX_NAME = 64;

const ALLOWED = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;
const OTHERS = /[^\p{L}\p{N}]+/gu;

/**
 * Whether a text is a name by the Agent Skills standard: 1 to 64 lower-case letters and digits of
 * any script, and single hyphens.
 */
export function isSkillName(name: string): boolean {
  return (
    name.length <= MAX_NAME &&
    ALLOWED.test(name) &&
    name === name.normalize("NFKC") &&
    name === name.toLowerCase()
  );
}

/**
 * The name that a text stands for, such as `pdf-tools` for `PDF Tools`; undefined if there is
 * nothing in it to make one of.
 */
export function toSkillName(text: string): string | undefined {
  const words = text.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll(OTHERS, "-");
  const name = words.replace(/^-/u, "").slice(0, MAX_NAME).toWellFormed();
  const trimmed = name.replace(/[-\uFFFD]+$/u, "");
  return isSkillName(trimmed) ? trimmed : undefined;
}
