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

/** Members of an object of another system, not yet checked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Before this many, a number is seconds since 1970 and not milliseconds: they reach the year 5138.
 */
const MOST_SECONDS = 100_000_000_000;

/** The members of what has to be an object. */
export function fieldsOf(value: unknown, name: string): Fields {
  checkObject(value, name);
  return value as Fields;
}

/** The items of a list, or of the list that an object has under one of these names. */
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

/** A text that has to be there. */
export function contentOf(value: unknown, name: string): string {
  return checkText(value, name, MAX_CONTENT_LENGTH);
}

/** A short text, or `undefined` where there is none. */
export function nameOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return checkText(value, name, MAX_NAME_LENGTH);
}

/** A JSON object, empty where there is none. */
export function objectOf(value: unknown, name: string): JsonObject {
  return value === undefined || value === null ? {} : checkJsonObject(value, name);
}

/**
 * An instant in ISO 8601, or as seconds or milliseconds since 1970; `undefined` where there is
 * none.
 */
export function instantOf(value: unknown, name: string): Date | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  const isSeconds = typeof value === "number" && Math.abs(value) < MOST_SECONDS;
  const instant = isSeconds ? new Date(value * 1_000) : new Date(toDateInput(value));
  if (Number.isNaN(instant.getTime())) {
    throw invalidInput(
      name,
      "an instant in ISO 8601, or seconds or milliseconds since 1970",
      value,
    );
  }
  return instant;
}

/** What is neither text nor number is no instant. */
function toDateInput(value: unknown): string | number {
  return typeof value === "string" || typeof value === "number" ? value : Number.NaN;
}

/** The object without members that are `undefined` or `null`. */
export function present(fields: Fields): JsonObject {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(kept) as JsonObject;
}

/**
 * A key that says once and for all which item of which system something was, however long its names
 * are.
 */
export function onceKey(system: string, ...parts: readonly string[]): string {
  return `${system}:${hashText(system, ...parts)}`;
}

/**
 * Adds the key by which an item of another system is remembered once, and again when it has
 * changed: it depends on all that a replay must repeat.
 */
export function withOnceKey(
  input: RememberInput,
  system: string,
  ...parts: readonly string[]
): RememberInput {
  const { content, origin, kind, key, value, thread, occurredAt } = input;
  const said = JSON.stringify([content, origin, kind, key, value, thread, occurredAt]);
  return { ...input, idempotencyKey: onceKey(system, ...parts, said) };
}
