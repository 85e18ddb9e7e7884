import type { JsonObject, MemoryRecord, RememberInput } from "@kioku/core";
import { canonicalJson, hashText } from "@kioku/core/toolkit";

import { dateOf, objectOf, textOf } from "../../records/json.js";
import type { KindItem } from "../api/memory-kinds.js";
import type { ItemKind, ShownFields } from "../model/kind-fields.js";
import { areShownFields, timeOf } from "../schemas/check-fields.js";
import { searchableText } from "../schemas/field-text.js";
import { isItemKey } from "./kind-keys.js";

/** Parts of a version of an item. */
export interface ItemParts<K extends ItemKind> {
  readonly fields: ShownFields[K];
  readonly filterTags: JsonObject;
  readonly lastModify: { readonly timestamp: Date; readonly operation: string };
  /** Encrypted secret, of the vault only. */
  readonly secret?: JsonObject | undefined;
}

/** Returns the members of an input that say what an item is. */
export function itemToInput<K extends ItemKind>(
  kind: K,
  { fields, filterTags, lastModify, secret }: ItemParts<K>,
): Pick<RememberInput, "content" | "kind" | "value" | "form" | "occurredAt"> {
  const { timestamp, operation } = lastModify;
  return {
    content: searchableText(kind, fields),
    kind,
    value: {
      fields: fields as unknown as JsonObject,
      hash: itemHash(kind, fields),
      lastModify: { timestamp: timestamp.toISOString(), operation },
      ...(Object.keys(filterTags).length === 0 ? {} : { filterTags }),
      ...(secret === undefined ? {} : { secret }),
    },
    form: "statement",
    occurredAt: timeOf(kind, fields),
  };
}

/** Hashes the shown fields of an item, to find those that say the same. */
export function itemHash(kind: ItemKind, fields: object): string {
  return hashText("kind-item", kind, canonicalJson(fields as JsonObject)).slice(0, 32);
}

/**
 * Reads an item; `undefined` for a record that is none of its kind, has been ended, or is not as
 * items are written.
 */
export function recordToItem<K extends ItemKind>(
  kind: K,
  record: MemoryRecord,
): KindItem<K> | undefined {
  if (record.kind !== kind || !isItemKey(kind, record.key) || record.validTo) return undefined;
  const value = objectOf(record.value);
  const { fields, secret } = value;
  const hasSecret = Object.keys(objectOf(secret)).length > 0;
  if (!areShownFields(kind, fields) || hasSecret !== (kind === "knowledge_vault")) return undefined;
  if (record.occurredAt?.getTime() !== timeOf(kind, fields)?.getTime()) return undefined;
  const { timestamp, operation } = objectOf(value["lastModify"]);
  return {
    id: record.id,
    kind,
    fields,
    filterTags: objectOf(value["filterTags"]),
    lastModify: {
      timestamp: dateOf(timestamp) ?? record.updatedAt,
      operation: textOf(operation, "insert").slice(0, 20),
    },
    record,
  };
}

/** Returns the input that writes a record again as it is, for changes of some members. */
export function recordToInput(record: MemoryRecord, now: Date): RememberInput {
  const { content, key, version, kind, value, metadata, thread, speaker, form, origin } = record;
  const { trust, sources, importance, emotion, pinned, occurredAt, validFrom, expiresAt } = record;
  const own = { content, key, ifVersion: version, kind, value, metadata, thread, speaker, form };
  const about = { origin, trust, sources, importance, emotion, pinned, occurredAt, validFrom };
  const ttlMs = expiresAt && Math.max(expiresAt.getTime() - now.getTime(), 1);
  return { ...own, ...about, ttlMs };
}
