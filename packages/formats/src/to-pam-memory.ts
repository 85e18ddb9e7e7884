import type { JsonObject, MemoryRecord, Origin, RevisionChange } from "@kioku/core";
import { recordToJson, scopeToPath } from "@kioku/core/toolkit";
import type { SpaceVector } from "@kioku/core/toolkit";

import type { PamMemory } from "./pam-document.js";
import { pamContentHash } from "./pam-hash.js";

/** A record on its way into a document. */
export interface KiokuRecord {
  /** What it is called there. */
  readonly pamId: string;
  readonly record: MemoryRecord;
  /** What its last version was made by. */
  readonly change: RevisionChange;
  readonly vector: SpaceVector | undefined;
}

/** The types that PAM knows; `custom` stands for all others. */
const TYPES: ReadonlySet<string> = new Set([
  "fact",
  "preference",
  "skill",
  "context",
  "relationship",
  "goal",
  "instruction",
  "identity",
  "environment",
  "project",
]);
const METHODS: Readonly<Partial<Record<Origin, string>>> = {
  user: "explicit_user_input",
  assistant: "llm_inference",
  derived: "llm_inference",
  import: "api_export",
};

/**
 * A memory of PAM: what it has no place for is under `metadata.kioku`, so that reading it back
 * loses nothing of the record.
 */
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
      created_at: pamInstant(createdAt) ?? "1970-01-01T00:00:00.000Z",
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

/**
 * The record without what PAM has a place for, and without what only this store means something by.
 */
export function kiokuBlock(record: MemoryRecord): JsonObject {
  const { id: _, content: __, version: ___, ...rest } = recordToJson(record);
  return rest;
}

/**
 * What the conversation of a record's thread is called; threads of different scopes are different
 * ones.
 */
export function conversationId({ scope, thread }: MemoryRecord): string | undefined {
  if (thread === undefined) return undefined;
  return scope.length === 0 ? thread : `${scopeToPath(scope)}/${thread}`;
}

/**
 * An instant in RFC 3339, which has four digits for the year; one of another year has none there.
 */
export function pamInstant(instant: Date | undefined): string | undefined {
  const text = instant?.toISOString();
  return text?.length === 24 ? text : undefined;
}

function statusOf(record: MemoryRecord, change: RevisionChange): string {
  if (record.archivedAt) return "archived";
  return change === "superseded" ? "superseded" : "active";
}
