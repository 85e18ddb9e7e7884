import { MemoryError } from "@kioku/core";
import { checkText, invalidInput } from "@kioku/core/toolkit";

/** Longest path within a skill, in UTF-16 units. */
const MAX_PATH = 1_024;

const RULE = "a path below the skill, such as references/guide.md";

/**
 * Backslashes, controls, a scheme or a drive, and separators and dots that hide in URL encoding.
 */
const SUSPECT = /[\\\p{Cc}]|^[\p{L}][\p{L}\p{N}+.-]*:|%(?:00|2e|2f|5c)/iu;

/** Names that are no files of a skill: what is hidden, and what tools put beside it. */
const LEFT_OUT = /^(?:\..*|node_modules|__pycache__)$/iu;

/**
 * Whether a file or directory of this name is none of the skill's: hidden ones, `node_modules`,
 * `__pycache__`.
 */
export function isLeftOut(name: string): boolean {
  return LEFT_OUT.test(name);
}

/** Whether a text is a path that stays within a skill, by its looks. */
export function isSkillPath(text: string): boolean {
  const segments = text.split("/");
  const stays = segments.every((segment) => segment !== ".." && segment.trim() !== "");
  return stays && text.length <= MAX_PATH && !SUSPECT.test(text) && text.isWellFormed();
}

/**
 * A path within a skill, without `./`. Absolute paths, `..`, backslashes, NUL and their URL
 * encodings are refused, also where they would lead back into the skill.
 * @throws `invalid-input`; `not-found` for what `isLeftOut`.
 */
export function checkSkillPath(path: unknown): string {
  const segments = checkText(path, "path", MAX_PATH)
    .split("/")
    .filter((segment) => segment !== ".");
  const name = segments.join("/");
  if (!isSkillPath(name)) throw invalidInput("path", RULE, path);
  if (segments.some(isLeftOut)) throw missingFile(name);
  return name;
}

/** The error for a file that a skill does not have. */
export function missingFile(name: string): MemoryError {
  return new MemoryError("not-found", `the skill has no file ${JSON.stringify(name)}`);
}
