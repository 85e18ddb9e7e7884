import type { JsonObject, JsonValue, Memory, MemoryRecord, Origin } from "@kioku/core";
import type { VectorInput } from "@kioku/core/toolkit";
import type { Item } from "@langchain/langgraph-checkpoint";

import { textsOf, toContent } from "./item-texts.js";
import type { PutItem } from "./operation.js";
import { hashedFields } from "./to-filter.js";

/** Kind of item records. */
export const ITEM_KIND = "langgraph-item";

/** Metadata of an item, under `langgraph`. */
interface ItemFacts {
  /** Time to live from the last put or refreshing read. */
  readonly ttlMs?: number | undefined;
  /** Time of the put, once the life was extended. */
  readonly putAt?: string | undefined;
  /** Members of the value with names that filters cannot express. */
  readonly fields?: JsonObject | undefined;
}

/** Record of an item; its value is an object. */
export interface ItemRecord extends MemoryRecord {
  readonly key: string;
  readonly value: JsonObject;
}

/** Returns true for the record of an item. */
export function isItem(record: MemoryRecord | undefined): record is ItemRecord {
  return record?.kind === ITEM_KIND && record.key !== undefined && isObject(record.value);
}

/** Returns the item's own metadata, checked since others may have written it. */
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

/** Wraps the item's own metadata. */
export function toMetadata(facts: ItemFacts): JsonObject {
  return { langgraph: { ...facts } };
}

/** Returns a unique key of a record. */
export function recordKey({ scope, id }: MemoryRecord): string {
  return JSON.stringify([scope, id]);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the record to write for an item. Without texts no query finds it. */
export function itemInput(
  { key, value, texts, paths, ttlMs }: PutItem,
  given: { readonly origin: Origin; readonly hasVectors: boolean },
): VectorInput {
  const hasText = texts.length > 0;
  return {
    key,
    kind: ITEM_KIND,
    content: hasText ? toContent(texts) : JSON.stringify(value),
    value,
    metadata: toMetadata({ ttlMs, fields: hashedFields(value) }),
    origin: given.origin,
    ttlMs,
    index: hasText,
    ...(given.hasVectors ? { textsOf: textsOf(paths) } : {}),
  };
}

/** Converts a record to an item, as a copy, with the namespace relative to the view. */
export function toItem(record: ItemRecord, { scopePath }: Memory): Item {
  const { putAt } = itemFacts(record);
  return {
    value: structuredClone(record.value),
    key: record.key,
    namespace: record.scope.slice(scopePath.length),
    createdAt: new Date(record.createdAt),
    updatedAt: new Date(putAt ?? record.updatedAt),
  };
}
