import type { RememberInput, JsonObject } from "@kioku/core";
import {
  checkJsonObject,
  checkObject,
  checkText,
  invalidInput,
  MAX_CONTENT_LENGTH,
  MAX_NAME_LENGTH,
  hashText,
} from "@kioku/core/toolkit";

/** Unchecked members of an object of another system. */
export type Fields = Readonly<Record<string, unknown>>;

/** Numbers below are seconds since 1970 and not milliseconds: they reach the year 5138. */
const MAX_SECONDS = 100_000_000_000;

/** Checks an object, and returns its members. */
export function fieldsOf(value: unknown, name: string): Fields {
  checkObject(value, name);
  return value as Fields;
}

/** Returns the items of a list, or of an object with a list under one of these names. */
export function itemsOf(
  value: unknown,
  name: string,
  members: readonly string[],
): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const fields: Fields = typeof value === "object" && value !== null ? (value as Fields) : {};
  const found = members.map((member) => fields[member]).find((list) => Array.isArray(list));
  if (Array.isArray(found)) return found;
  const orMember =
    members.length === 0 ? "" : `, or an object with a list as ${members.join(" or ")}`;
  throw invalidInput(name, `a list${orMember}`, value);
}

/** Yields the objects of such a list, each with its name for errors. */
export function* objectsOf(
  value: unknown,
  name: string,
  label: string = name,
): Generator<{ readonly fields: Fields; readonly name: string; readonly index: number }> {
  for (const [index, item] of itemsOf(value, name, []).entries()) {
    const itemName = `${label}[${index}]`;
    yield { fields: fieldsOf(item, itemName), name: itemName, index };
  }
}

/** Returns the conversations of an export, which is a list of them, or one that has this member. */
export function conversationsOf(
  value: unknown,
  system: string,
  member: string,
): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const isOne = typeof value === "object" && value !== null && member in value;
  if (isOne) return [value];
  throw invalidInput(`${system} export`, `a list of objects with ${member}`, value);
}

/** Returns a title as far as it fits, or `undefined` where there is none. */
export function titleOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return value.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/** Checks a required text. */
export function contentOf(value: unknown, name: string): string {
  return checkText(value, name, MAX_CONTENT_LENGTH);
}

/** Checks a short text; `undefined` if there is none. */
export function nameOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return checkText(value, name, MAX_NAME_LENGTH);
}

/** Checks a short text that is required. */
export function requiredName(value: unknown, name: string): string {
  const text = nameOf(value, name);
  if (text === undefined) throw invalidInput(name, "a text that is not blank");
  return text;
}

/** Checks a JSON object; empty if there is none. */
export function objectOf(value: unknown, name: string): JsonObject {
  return value === undefined || value === null ? {} : checkJsonObject(value, name);
}

/** Reads an instant in ISO 8601, seconds or milliseconds; `undefined` if there is none. */
export function instantOf(value: unknown, name: string): Date | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  const isNumber = typeof value === "number";
  const isSeconds = isNumber && Math.abs(value) < MAX_SECONDS;
  const time = isNumber || typeof value === "string" ? value : Number.NaN;
  const instant = new Date(isSeconds ? value * 1_000 : time);
  if (!Number.isNaN(instant.getTime())) return instant;
  const allowed = "an instant in ISO 8601, or seconds or milliseconds since 1970";
  throw invalidInput(name, allowed, value);
}

/** Returns the object without members that are `undefined` or `null`. */
export function present(fields: Fields): JsonObject {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(kept) as JsonObject;
}

/** Returns the idempotency key of an item of another system. */
export function onceKey(system: string, ...parts: readonly string[]): string {
  return `${system}:${hashText(system, ...parts)}`;
}

/** Adds an idempotency key that changes with all that a replay has to repeat. */
export function withOnceKey(
  input: RememberInput,
  system: string,
  ...parts: readonly string[]
): RememberInput {
  const { content, speaker, origin, kind, key, value, thread, occurredAt } = input;
  const said = JSON.stringify([content, origin, kind, key, value, thread, occurredAt, speaker]);
  return { ...input, idempotencyKey: onceKey(system, ...parts, said) };
}
