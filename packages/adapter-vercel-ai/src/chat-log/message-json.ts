import type { JsonValue } from "@kioku/core";
import { compareText, hashText, toStorableText, invalidInput } from "@kioku/core/toolkit";

/** Longest message, as the JSON that it is kept as; core's limit for values. */
const MAX_JSON_LENGTH = 1_048_576;
/** How many levels deep a memory keeps JSON. */
const MAX_DEPTH = 16;

/**
 * A message as JSON, as a client gets it: dates as text, members that are `undefined` left out.
 * @throws `invalid-input` for what JSON cannot say.
 */
export function toJson(message: unknown, name: string): JsonValue {
  try {
    return JSON.parse(JSON.stringify(message)) as JsonValue;
  } catch {
    // What was thrown may quote the message.
    throw invalidInput(name, "a message that can be written as JSON, without cycles and bigints");
  }
}

/**
 * What a memory keeps of a message, so that it comes back as it was: the JSON itself, or its text
 * where the memory would refuse the JSON or change it.
 * @throws `invalid-input` if that is longer than 1,048,576 characters.
 */
export function packMessage(json: JsonValue, name: string): JsonValue {
  const packed = isKept(json, 1) ? json : JSON.stringify(json);
  const { length } = JSON.stringify(packed);
  if (length <= MAX_JSON_LENGTH) return packed;
  const limit = `at most ${MAX_JSON_LENGTH} characters as JSON, but is ${length}`;
  throw invalidInput(name, `${limit}; keep pictures and files elsewhere, and their URL here`);
}

/** The message that was packed; `undefined` for a text that is no JSON. */
export function unpackMessage(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * The same for the same message, in whatever order its members are. Only letters, which no plugin
 * takes for a number of a card.
 */
export function hashJson(json: JsonValue): string {
  return lettersOf(JSON.stringify(json, (_, value: unknown) => withSortedMembers(value)));
}

/** A hash of texts, in letters only. */
export function lettersOf(...texts: readonly string[]): string {
  const hash = hashText(...texts).slice(0, 40);
  return hash.replaceAll(/\d/gu, (digit) => "ghijklmnop".charAt(Number(digit)));
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b)));
}

function isKept(json: JsonValue | undefined, depth: number): boolean {
  if (typeof json === "string") return isKeptText(json);
  if (typeof json !== "object" || json === null) return true;
  if (depth > MAX_DEPTH) return false;
  return Object.entries(json).every(
    ([key, member]: [string, JsonValue | undefined]) =>
      key !== "__proto__" && isKeptText(key) && isKept(member, depth + 1),
  );
}

function isKeptText(text: string): boolean {
  return toStorableText(text) === text;
}
