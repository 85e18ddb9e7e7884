import type { ItemKind } from "../model/kind-fields.js";
import { SCHEMAS } from "./item-schemas.js";

/** Returns the text of a field; that of a list has a line for each item. */
export function fieldText(fields: object, field: string): string {
  const value = (fields as Readonly<Record<string, unknown>>)[field];
  if (Array.isArray(value)) return (value as readonly unknown[]).join("\n");
  return typeof value === "string" ? value : "";
}

/** Returns the text that is searched of an item: its searchable fields, each on its own lines. */
export function searchableText(kind: ItemKind, fields: object): string {
  const texts = Object.keys(SCHEMAS[kind].searchable).map((field) => fieldText(fields, field));
  return texts.filter((text) => text.trim() !== "").join("\n");
}
