import type { JsonValue } from "../model/record.js";

/** Writes JSON in canonical form, ordered by UTF-16 code units (RFC 8785). */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  const members = Object.entries(value)
    // Not `compareText`: the RFC orders by code units, in which surrogates come before U+E000.
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, member]) => {
      return member === undefined ? [] : [`${JSON.stringify(name)}:${canonicalJson(member)}`];
    });
  return `{${members.join(",")}}`;
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
