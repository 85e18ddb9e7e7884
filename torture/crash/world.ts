import type { JsonObject, MemoryRecord, RevisionChange } from "@kioku/core";
import { recordFromJson, recordToJson } from "@kioku/core/toolkit";

import { canonicalJson } from "./canonical-json.ts";
import { vectorOf } from "./vector-of.ts";

/** A version as histories tell it, all but its record. */
export interface WorldVersion {
  readonly version: number;
  readonly change: RevisionChange;
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
}

/** A record that should be there. */
export interface WorldRecord {
  record: MemoryRecord;
  readonly current: WorldVersion;
  /** True if searches find it. */
  readonly searchable: boolean;
  /** The seed of its vector, by space. */
  vectors: Record<string, number>;
  readonly idempotencyKeys: readonly string[];
}

/** All that should be in a file. */
export interface World {
  /** Steps so far. */
  steps: number;
  /** The number that the next new record gets. */
  next: number;
  /** Records by id; ids are never used again. */
  readonly live: Map<string, WorldRecord>;
  /** The versions that have ended, as texts, by id. */
  readonly ended: Map<string, string[]>;
}

/** One with nothing in it. */
export function emptyWorld(): World {
  return { steps: 0, next: 0, live: new Map(), ended: new Map() };
}

/** A version with its record as a text; a deletion has no record. */
export function revisionText(
  revision: WorldVersion & { readonly at: Date; readonly searchable: boolean },
  record?: MemoryRecord,
): string {
  return canonicalJson({ ...revision, record });
}

/** The version of a record that is there, as a text. */
export function currentText({ record, current, searchable }: WorldRecord): string {
  return revisionText({ ...current, at: record.updatedAt, searchable }, record);
}

/** Writes each record with its history, if any, as it should be: one text per id. */
export function expectedTexts(world: World): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [id, ended] of world.ended) texts.set(id, ended.join("\n"));
  for (const [id, one] of world.live) {
    const revisions = [...(world.ended.get(id) ?? []), currentText(one)];
    const vectors = Object.entries(one.vectors).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const vectorTexts = vectors.map(([space, seed]) => vectorText(space, vectorOf(space, seed)));
    texts.set(id, [...revisions, ...one.idempotencyKeys, ...vectorTexts].join("\n"));
  }
  return texts;
}

/** A vector as a text, to the last bit. */
export function vectorText(space: string, values: Float32Array): string {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return `${space} ${bytes.toString("base64")}`;
}

type SentRecord = Omit<WorldRecord, "record"> & { readonly record: JsonObject };

/**
 * A world on its way to another process. What has ended stays behind: nothing that is planned
 * depends on it.
 */
export interface SentWorld {
  readonly steps: number;
  readonly next: number;
  readonly live: readonly (readonly [string, SentRecord])[];
}

/** The world as JSON can hold it. */
export function packWorld({ steps, next, live }: World): SentWorld {
  const sent = [...live].map(
    ([id, one]) => [id, { ...one, record: recordToJson(one.record) }] as const,
  );
  return { steps, next, live: sent };
}

/** The world that was packed. */
export function unpackWorld({ steps, next, live }: SentWorld): World {
  const received = live.map(
    ([id, one]) => [id, { ...one, record: recordFromJson(one.record) }] as const,
  );
  return { steps, next, live: new Map(received), ended: new Map() };
}
