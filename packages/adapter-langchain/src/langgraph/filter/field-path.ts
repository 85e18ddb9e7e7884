import type { JsonObject, JsonValue } from "@kioku/core";
import { hashText, toStorableText } from "@kioku/core/toolkit";

/** The names that a filter of core can say. */
const PLAIN = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;

/**
 * What a filter calls a top-level member of an item's value. Names that it cannot say are kept
 * under others, in the metadata.
 */
export function fieldPath(name: string): string {
  return PLAIN.test(name) ? `@value.${name}` : `langgraph.fields.${hashedName(name)}`;
}

/**
 * The top-level members of a value whose names a filter cannot say, under names that it can;
 * `undefined` if there are none.
 */
export function hashedFields(value: JsonObject): JsonObject | undefined {
  const odd = Object.entries(value).filter(([name]) => !PLAIN.test(name));
  if (odd.length === 0) return undefined;
  return Object.fromEntries(odd.map(([name, member]) => [hashedName(name), outline(member)]));
}

/** Comparisons look into no object and no list, but it matters that they are there. */
function outline(member: JsonValue | undefined): JsonValue | undefined {
  return typeof member === "object" && member !== null ? {} : member;
}

function hashedName(name: string): string {
  return `h${hashText(toStorableText(name)).slice(0, 32)}`;
}
