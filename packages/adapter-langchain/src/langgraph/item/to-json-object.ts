import type { JsonObject } from "@kioku/core";
import { checkJsonObject } from "@kioku/core/toolkit";

/** Deeper than any value may be, so that what contains itself ends somewhere and is refused. */
const MAX_DEPTH = 64;

/**
 * A copy of a value as stores keep it. What has a `toJSON`, such as a `Date` or a message of
 * LangChain, becomes what that gives, and members that are `undefined` are left out, as
 * `JSON.stringify` does it. Where `JSON.stringify` would lose something in silence, this refuses:
 * numbers that are not finite, invalid dates, functions, maps, other instances of classes.
 * @throws `invalid-input` for what is no object of JSON values, is more than 16 levels deep or
 *   longer than 1,048,576 characters.
 */
export function toJsonObject(value: unknown, name: string): JsonObject {
  return checkJsonObject(withoutToJson(value, 0), name);
}

function withoutToJson(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (value instanceof Date && Number.isNaN(value.getTime())) return value;
  if ("toJSON" in value && typeof value.toJSON === "function") {
    const { toJSON } = value as { readonly toJSON: () => unknown };
    return withoutToJson(toJSON.call(value), depth + 1);
  }
  if (Array.isArray(value)) {
    return Array.from(value, (element: unknown) => withoutToJson(element, depth + 1));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [
      key,
      withoutToJson(member, depth + 1),
    ]),
  );
}
