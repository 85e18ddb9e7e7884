import type { JsonValue } from "@kioku/core";

/** The words of a text that what became of it does not have. */
export function takenOut(content: string, becomes: string): readonly string[] {
  const words = content.split(/\s+/u).filter((word) => word !== "");
  return words.filter((word) => !becomes.includes(word));
}

/** Every text in a value, names of members included. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => textsIn(item));
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
