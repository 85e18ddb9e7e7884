import { MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import { ToolMistake } from "./tool-mistake.js";

/** The directory that all files are in. */
export const ROOT = "/memories";

/** Control characters, lone surrogates, line separators and backslashes. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\\]/u;
/** What nobody sees, and what some programs drop. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/**
 * Of these, what writes words and emoji: variation selectors after something visible, joiners
 * between two such.
 */
const JOINING =
  /(?<=[^\s\p{Cf}\p{Default_Ignorable_Code_Point}])\p{Variation_Selector}?(?:[\u200C\u200D](?=[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]))?/gu;
const ESCAPED = /%(?<code>[0-7][0-9a-f])/giu;

/** A path of a command. */
export interface FilePath {
  /** As the model wrote it, which is how answers name it. */
  readonly given: string;
  /** The one form that all spellings of it have: the key of its record. */
  readonly key: string;
}

/**
 * Brings a path into its one form: without empty parts, `.` and `..`, and in NFC.
 * @throws `invalid-input` for one that leaves the root, even for a moment, that would leave it in
 *   another notation, or that holds what no name may hold.
 */
export function toFilePath(given: string): FilePath {
  if (given !== ROOT && !given.startsWith(`${ROOT}/`)) {
    throw wrong(`Path must start with ${ROOT}, got: ${given.slice(0, MAX_NAME_LENGTH)}`);
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

/** The key that a file has after its directory was renamed. */
export function checkedKey(key: string): string {
  if (key.length > MAX_NAME_LENGTH) throw tooLong();
  return key;
}

/** Whether a key of the root is one that a path can have. */
export function isFileKey(key: string): boolean {
  try {
    return toFilePath(key).key === key;
  } catch {
    return false;
  }
}

/** The directories that a path is in, but for the root. */
export function directoriesOf(key: string): readonly string[] {
  const names = key.slice(ROOT.length + 1).split("/");
  return names.slice(1).map((_, index) => [ROOT, ...names.slice(0, index + 1)].join("/"));
}

/**
 * Refuses what is a step upwards, or no name at all, to a program that decodes, composes or drops
 * characters.
 */
function checkName(name: string, given: string): void {
  const plain = unescaped(name).replaceAll(INVISIBLE, "").normalize("NFKC");
  if (plain.split(/[/\\]/u).some((part) => part === "." || part === "..")) throw escaping(given);
  const isHidden = name.replaceAll(JOINING, "").search(INVISIBLE) !== -1;
  if (isHidden || FORBIDDEN.test(name) || FORBIDDEN.test(plain)) {
    throw wrong(
      "The path holds a character that no path may hold: a control character, an invisible one, a line separator, a lone surrogate or a backslash.",
    );
  }
}

/** Without the escapes of URLs, however often it was escaped. */
function unescaped(text: string): string {
  const next = text.replaceAll(ESCAPED, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return next === text ? text : unescaped(next);
}

function escaping(given: string): ToolMistake {
  return wrong(`Path ${given} would escape ${ROOT} directory`);
}

function tooLong(): ToolMistake {
  return wrong(`The path is too long: it may have at most ${MAX_NAME_LENGTH} characters.`);
}

function wrong(message: string): ToolMistake {
  return new ToolMistake("invalid-input", message);
}
