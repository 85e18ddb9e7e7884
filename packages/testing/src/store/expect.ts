import assert from "node:assert/strict";

import { MemoryError, type MemoryRecord } from "@kioku/core";
import { compareText, scopeToPath, type CompleteStore, type RecordId } from "@kioku/core/toolkit";

import { numberOf, putOp } from "../test-records.js";
import { EVERYWHERE, listAll, type LegHit } from "./requests.js";
import { listHistories, listTombstones } from "./revisions.js";

/** The first instant there is: at it, nothing has expired. */
export const BEFORE_ALL: Date = new Date(-8.64e15);

/** The record of that id, expired or not. Fails if there is none. */
export async function readRecord(store: CompleteStore, ref: RecordId): Promise<MemoryRecord> {
  const [record] = await store.get([{ scope: ref.scope, id: ref.id }], { now: BEFORE_ALL });
  assert.ok(record, `get did not find record ${ref.id} of scope ${JSON.stringify(ref.scope)}`);
  return record;
}

/** Writes a record and reads it by id. */
export async function readBack(store: CompleteStore, record: MemoryRecord): Promise<MemoryRecord> {
  await store.write([putOp(record)]);
  return readRecord(store, record);
}

/** Fails unless these records, and no others, are named, in this order. */
export function expectNumbers(
  refs: readonly { readonly id: string }[],
  expected: readonly number[],
  what?: string,
): void {
  assert.deepEqual(
    refs.map((ref) => numberOf(ref)),
    expected,
    what === undefined
      ? undefined
      : `${what}: found ${refs.map((ref) => numberOf(ref)).join()}, expected ${expected.join()}`,
  );
}

/** Fails unless both numbers are the same but for `tolerance`. */
export function expectClose(actual: number | undefined, expected: number, tolerance: number): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance,
    `${actual} should be within ${tolerance} of ${expected}`,
  );
}

/** Fails unless hits come best first, and equally good ones by id, then by scope. */
export function expectRanked(hits: readonly LegHit[]): void {
  const ranked = hits.toSorted(
    (a, b) =>
      b.score - a.score ||
      compareText(a.id, b.id) ||
      compareText(scopeToPath(a.scope), scopeToPath(b.scope)),
  );
  assert.deepEqual(hits, ranked, "hits are not best first, then by id, then by scope");
}

/** Names of records, sorted, for comparing lists that come in any order. */
export function sortedRefs(refs: readonly RecordId[]): string[] {
  return refs.map((ref) => `${scopeToPath(ref.scope)} ${numberOf(ref)}`).toSorted();
}

/**
 * Everything that can be seen of a store: fails the test of a batch that should have changed
 * nothing.
 */
export async function snapshot(store: CompleteStore, space = "space"): Promise<unknown> {
  const records = await listAll(store, EVERYWHERE);
  const hasVectors = store.capabilities.vector !== "none";
  return {
    records,
    vectors: hasVectors ? await store.vectors(space, records) : [],
    missingVectors: hasVectors ? await store.countMissingVectors(space) : 0,
    spaces: (await store.spaces())
      .map(({ id, dimensions, state }) => `${id} ${dimensions} ${state}`)
      .toSorted(),
    scopes: await store.scopes([], { limit: 1_000 }).then(({ items }) => items, ifUnsupported),
    histories: await listHistories(store, EVERYWHERE),
    tombstones: await listTombstones(store, EVERYWHERE),
  };
}

/** Rethrows the error, unless the store left the method out. */
function ifUnsupported(error: unknown): undefined {
  if (!MemoryError.is(error) || error.code !== "unsupported") throw error;
}
