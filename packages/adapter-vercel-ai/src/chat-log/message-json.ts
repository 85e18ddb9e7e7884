import type { JsonValue } from "@kioku/core";
import { compareText, hashText, toStorableText, invalidInput } from "@kioku/core/toolkit";

/** Longest message as JSON; core's limit for values. */
const MAX_JSON_LENGTH = 1_048_576;
/** Depth of JSON that a memory keeps. */
const MAX_DEPTH = 16;

/**
 * Converts a message to JSON as a client gets it: dates as text, no `undefined` members.
 * @throws `invalid-input` for values without a JSON form.
 */
export function toJson(message: unknown, name: string): JsonValue {
  try {
    return JSON.parse(JSON.stringify(message)) as JsonValue;
  } catch {
    // The error may quote the message.
    throw invalidInput(name, "a message that can be written as JSON, without cycles and bigints");
  }
}

/**
 * Returns the stored form of a message: its JSON, or that as text where the memory would change or
 * refuse it.
 * @throws `invalid-input` above 1,048,576 characters.
 */
export function packMessage(json: JsonValue, name: string): JsonValue {
  const packed = isStorable(json, 1) ? json : JSON.stringify(json);
  const { length } = JSON.stringify(packed);
  if (length <= MAX_JSON_LENGTH) return packed;
  const limit = `at most ${MAX_JSON_LENGTH} characters as JSON, but is ${length}`;
  throw invalidInput(name, `${limit}; keep pictures and files elsewhere, and their URL here`);
}

/** Reverses `packMessage`; returns `undefined` for text that is no JSON. */
export function unpackMessage(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Hashes JSON in any member order, in letters: plugins take digits for card numbers. */
export function hashJson(json: JsonValue): string {
  return hashInLetters(JSON.stringify(json, (_, value: unknown) => withSortedMembers(value)));
}

/** Returns a hash of texts in letters only. */
export function hashInLetters(...texts: readonly string[]): string {
  const hash = hashText(...texts).slice(0, 40);
  return hash.replaceAll(/\d/gu, (digit) => "ghijklmnop".charAt(Number(digit)));
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b)));
}

function isStorable(json: JsonValue | undefined, depth: number): boolean {
  if (typeof json === "string") return isStorableText(json);
  if (typeof json !== "object" || json === null) return true;
  if (depth > MAX_DEPTH) return false;
  return Object.entries(json).every(
    ([key, member]: [string, JsonValue | undefined]) =>
      key !== "__proto__" && isStorableText(key) && isStorable(member, depth + 1),
  );
}

function isStorableText(text: string): boolean {
  return toStorableText(text) === text;
}
