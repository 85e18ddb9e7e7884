import type { MemoryRecord } from "@kioku/core";
import { documentTerms, hashText } from "@kioku/core/toolkit";
import type {
  DeleteOp,
  EmbedOp,
  PutOp,
  RecordId,
  SearchEntry,
  SpaceVector,
  VectorSpace,
} from "@kioku/core/toolkit";

/** Instant 0 of all test data; the later ones are counted from it. */
const EPOCH: Date = new Date("2026-01-01T00:00:00.000Z");

/** The instant this many seconds after the first. */
export function instant(seconds: number): Date {
  return new Date(EPOCH.getTime() + seconds * 1_000);
}

/** The n-th test id: a UUIDv7; ids are in the order of their numbers. */
export function testId(n: number): string {
  return `019b7600-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** The number of a test id. */
export function numberOf(ref: { readonly id: string }): number {
  return Number.parseInt(ref.id.slice(-12), 16);
}

/**
 * A valid record with the least that a record has: scope `["test"]`, the n-th id, written n seconds
 * after 2026 began. Members of `fields` replace the defaults.
 */
export function testRecord(n: number, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    id: testId(n),
    scope: ["test"],
    kind: "note",
    content: `memory number ${n}`,
    metadata: {},
    form: "statement",
    origin: "user",
    trust: 1,
    sources: [],
    importance: 0.5,
    pinned: false,
    strength: { stabilityDays: 7, uses: 0 },
    createdAt: instant(n),
    updatedAt: instant(n),
    version: 1,
    ...fields,
  };
}

/** Returns the search entry of a text with vectors of it. */
export function searchEntry(text: string, vectors: readonly SpaceVector[] = []): SearchEntry {
  return { textHash: hashText(text), terms: documentTerms(text), traits: 1, vectors };
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
