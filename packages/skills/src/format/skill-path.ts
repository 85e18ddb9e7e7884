import { MemoryError } from "@kioku/core";
import { checkText, invalidInput } from "@kioku/core/toolkit";

/** Longest path within a skill, in UTF-16 units. */
const MAX_PATH = 1_024;

const RULE = "a path below the skill, such as references/guide.md";

/** Backslashes, controls, a scheme or a drive, and separators and dots in URL encoding. */
const SUSPECT = /[\\\p{Cc}]|^[\p{L}][\p{L}\p{N}+.-]*:|%(?:00|2e|2f|5c)/iu;

/** Names that are no part of a skill: hidden files, and files of tools. */
const LEFT_OUT = /^(?:\..*|node_modules|__pycache__)$/iu;

/** Returns true for hidden files, `node_modules` and `__pycache__`. */
export function isLeftOut(name: string): boolean {
  return LEFT_OUT.test(name);
}

/** Returns true if a text looks like a path that stays within a skill. */
export function isSkillPath(text: string): boolean {
  const segments = text.split("/");
  const stays = segments.every((segment) => segment !== ".." && segment.trim() !== "");
  return stays && text.length <= MAX_PATH && !SUSPECT.test(text) && text.isWellFormed();
}

/**
 * Checks a path within a skill and drops `./`. Paths that might leave the skill are refused.
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

export function missingFile(name: string): MemoryError {
  return new MemoryError("not-found", `the skill has no file ${JSON.stringify(name)}`);
}
