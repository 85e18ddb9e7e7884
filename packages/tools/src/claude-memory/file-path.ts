import { MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import { invalidCommand, type CommandError } from "./command-error.js";

/** The directory that all files are in. */
export const ROOT = "/memories";

/** Control characters, lone surrogates, line separators and backslashes. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\\]/u;
/** Invisible characters, which some programs drop. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Invisible characters of words and emoji: variation selectors and joiners beside visible ones. */
const JOINING =
  /(?<=[^\s\p{Cf}\p{Default_Ignorable_Code_Point}])\p{Variation_Selector}?(?:[\u200C\u200D](?=[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]))?/gu;
const ESCAPED = /%(?<code>[0-7][0-9a-f])/giu;

/** A path of a command. */
export interface FilePath {
  /** As the model wrote it, for answers. */
  readonly given: string;
  /** Its canonical form: the key of its record. */
  readonly key: string;
}

/**
 * Brings a path into its canonical form: without empty parts, `.` and `..`, and in NFC.
 * @throws `invalid-input` for a path that leaves the root in any notation, even for a moment, or
 *   that holds a forbidden character.
 */
export function toFilePath(given: string): FilePath {
  if (given !== ROOT && !given.startsWith(`${ROOT}/`)) {
    throw invalidCommand(`Path must start with ${ROOT}, got: ${given.slice(0, MAX_NAME_LENGTH)}`);
  }
  if (given.length > MAX_NAME_LENGTH) throw tooLong();
  const names: string[] = [];
  for (const part of given.slice(ROOT.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") names.push(part);
    else if (names.pop() === undefined) throw escaping(given);
  }
  for (const name of names) checkName(name, given);
  return { given, key: checkedKey([ROOT, ...names].join("/").normalize("NFC")) };
}

/** Returns the key if it is not too long. */
export function checkedKey(key: string): string {
  if (key.length > MAX_NAME_LENGTH) throw tooLong();
  return key;
}

/** Returns true if a path can have this key. */
export function isFileKey(key: string): boolean {
  try {
    return toFilePath(key).key === key;
  } catch {
    return false;
  }
}

/** Returns the directories above a path, without the root. */
export function directoriesOf(key: string): readonly string[] {
  const names = key.slice(ROOT.length + 1).split("/");
  return names.slice(1).map((_, index) => [ROOT, ...names.slice(0, index + 1)].join("/"));
}

/** Refuses a name that is `..` or no name to programs that decode, compose or drop characters. */
function checkName(name: string, given: string): void {
  const plain = unescaped(name).replaceAll(INVISIBLE, "").normalize("NFKC");
  if (plain.split(/[/\\]/u).some((part) => part === "." || part === "..")) throw escaping(given);
  const isHidden = name.replaceAll(JOINING, "").search(INVISIBLE) !== -1;
  if (isHidden || FORBIDDEN.test(name) || FORBIDDEN.test(plain)) {
    throw invalidCommand(
      "The path holds a character that no path may hold: a control character, an invisible one, a line separator, a lone surrogate or a backslash.",
    );
  }
}

/** Decodes the escapes of URLs, however often a text was escaped. */
function unescaped(text: string): string {
  const next = text.replaceAll(ESCAPED, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return next === text ? text : unescaped(next);
}

function escaping(given: string): CommandError {
  return invalidCommand(`Path ${given} would escape ${ROOT} directory`);
}

function tooLong(): CommandError {
  return invalidCommand(`The path is too long: it may have at most ${MAX_NAME_LENGTH} characters.`);
}
