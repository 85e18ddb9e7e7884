import type { MemoryRecord } from "@kioku/core";
import type {
  SpaceVector,
  VectorSpace,
  DeleteOp,
  EmbedOp,
  PutOp,
  RecordId,
  SearchEntry,
} from "@kioku/core/toolkit";
import { hashText, documentTerms } from "@kioku/core/toolkit";

import { instant } from "./test-record.js";

/** Returns the search entry of a text with vectors of it. */
export function searchEntry(text: string, vectors: readonly SpaceVector[] = []): SearchEntry {
  return { textHash: hashText(text), terms: documentTerms(text), scripts: 1, vectors };
}

/**
 * Writes a record as core does: searchable by its content, `created` or `updated` by its version.
 * Members of `fields` replace the defaults.
 */
export function putOp(record: MemoryRecord, fields: Partial<PutOp> = {}): PutOp {
  return {
    op: "put",
    record,
    change: record.version === 1 ? "created" : "updated",
    search: searchEntry(record.content),
    contentHash: hashText(record.content),
    ...fields,
  };
}

/**
 * Deletes a record, a thousand seconds after the first test record was written. Members of `fields`
 * replace the defaults.
 */
export function deleteOp(ref: RecordId, fields: Partial<DeleteOp> = {}): DeleteOp {
  return { op: "delete", scope: ref.scope, id: ref.id, at: instant(1_000), ...fields };
}

/**
 * Adds a vector that was made from what the record says. Members of `fields` replace the defaults.
 */
export function embedOp(
  record: MemoryRecord,
  vector: SpaceVector,
  fields: Partial<EmbedOp> = {},
): EmbedOp {
  const textHash = hashText(record.content);
  return { op: "embed", scope: record.scope, id: record.id, textHash, vector, ...fields };
}

/** A vector of length 1 in the direction of `values`. */
export function spaceVector(space: VectorSpace, values: readonly number[]): SpaceVector {
  const length = Math.hypot(...values);
  return { space, values: Float32Array.from(values, (value) => value / length) };
}
