import type { JsonObject, MemoryRecord, Origin, RevisionChange } from "@kioku/core";
import { recordToJson, scopeToPath, type SpaceVector } from "@kioku/core/toolkit";

import type { PamMemory } from "./pam-document.js";
import { pamContentHash } from "./pam-hash.js";

/** A record to write. */
export interface KiokuRecord {
  /** Its id in the document. */
  readonly pamId: string;
  readonly record: MemoryRecord;
  /** The change that wrote its last version. */
  readonly change: RevisionChange;
  readonly vector: SpaceVector | undefined;
}

/** Time in place of one that RFC 3339 cannot express. */
export const EPOCH = "1970-01-01T00:00:00.000Z";
/** The types that PAM knows; `custom` stands for all others. */
const TYPES: ReadonlySet<string> = new Set(
  "fact preference skill context relationship goal instruction identity environment project".split(
    " ",
  ),
);
const METHODS: Readonly<Partial<Record<Origin, string>>> = {
  user: "explicit_user_input",
  assistant: "llm_inference",
  derived: "llm_inference",
  import: "api_export",
};

/** Converts a record. Fields without a counterpart go into `metadata.kioku`. */
export function toPamMemory({ pamId, record, change, vector }: KiokuRecord): PamMemory {
  const isTyped = TYPES.has(record.kind);
  const { trust, strength, createdAt, updatedAt, validFrom, validTo } = record;
  return {
    id: pamId,
    type: isTyped ? record.kind : "custom",
    custom_type: isTyped ? null : record.kind,
    status: statusOf(record, change),
    content: record.content,
    content_hash: pamContentHash(record.content),
    confidence: {
      initial: trust,
      current: trust,
      decay_model: null,
      last_reinforced: pamInstant(strength.lastUsedAt) ?? null,
    },
    temporal: {
      created_at: pamInstant(createdAt) ?? EPOCH,
      updated_at: pamInstant(updatedAt) ?? null,
      valid_from: pamInstant(validFrom) ?? null,
      valid_until: pamInstant(validTo) ?? null,
      superseded_by: null,
    },
    provenance: {
      platform: "kioku",
      conversation_ref: conversationId(record) ?? null,
      extraction_method: METHODS[record.origin] ?? null,
    },
    embedding_ref: vector ? `${pamId}:embedding` : null,
    metadata: { kioku: kiokuBlock(record) },
  };
}

/** Returns the fields of a record without a counterpart in PAM, and without its version. */
export function kiokuBlock(record: MemoryRecord): JsonObject {
  const { id: _, content: __, version: ___, ...rest } = recordToJson(record);
  return rest;
}

/** Returns the id of a record's thread, which names its scope, too. */
export function conversationId({ scope, thread }: MemoryRecord): string | undefined {
  if (thread === undefined) return undefined;
  return scope.length === 0 ? thread : `${scopeToPath(scope)}/${thread}`;
}

/** Formats an instant in RFC 3339; `undefined` if its year does not have four digits. */
export function pamInstant(instant: Date | undefined): string | undefined {
  const text = instant?.toISOString();
  return text?.length === 24 ? text : undefined;
}

function statusOf(record: MemoryRecord, change: RevisionChange): string {
  if (record.archivedAt) return "archived";
  return change === "superseded" ? "superseded" : "active";
}
