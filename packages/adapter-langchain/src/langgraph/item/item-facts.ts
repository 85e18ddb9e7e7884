import type { JsonObject, JsonValue, MemoryRecord } from "@kioku/core";

/** Kind of the record that an item is. */
export const ITEM_KIND = "langgraph-item";

/** What an item says of itself, in its metadata under `langgraph`. */
export interface ItemFacts {
  /** How long it lives, from the last put or refreshing read. */
  readonly ttlMs?: number | undefined;
  /** When it was put, once its life has been extended. */
  readonly putAt?: string | undefined;
  /** Members of the value whose names filters cannot say. */
  readonly fields?: JsonObject | undefined;
}

/** A record that is an item: its value is an object. */
export interface ItemRecord extends MemoryRecord {
  readonly key: string;
  readonly value: JsonObject;
}

/** Whether a record is an item of a store. */
export function isItem(record: MemoryRecord | undefined): record is ItemRecord {
  return record?.kind === ITEM_KIND && record.key !== undefined && isObject(record.value);
}

/** What an item says of itself. It may have been written by others, so everything is looked at. */
export function itemFacts({ metadata }: ItemRecord): ItemFacts {
  const facts = metadata["langgraph"];
  if (!isObject(facts)) return {};
  const { ttlMs, putAt, fields } = facts;
  return {
    ttlMs: typeof ttlMs === "number" ? ttlMs : undefined,
    putAt: typeof putAt === "string" ? putAt : undefined,
    fields: isObject(fields) ? fields : undefined,
  };
}

/** What an item says of itself, as metadata. */
export function toMetadata(facts: ItemFacts): JsonObject {
  return { langgraph: { ...facts } };
}

/** A name for a record that no other has. */
export function recordName({ scope, id }: MemoryRecord): string {
  return JSON.stringify([scope, id]);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
