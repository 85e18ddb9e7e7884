import { MemoryError } from "@kioku/core";
import type { CachedVector } from "@kioku/core/toolkit";

import type { Pause } from "../jobs/turn.js";
import type { Connection } from "../sql/connection.js";
import { bytesToVector, vectorToBytes } from "../vector/vector-bytes.js";

/** Vectors removed by one statement. */
const PART = 1_000;

/** What work on the file is done with. */
export interface CacheWork {
  readonly connection: Connection;
  readonly pause: Pause;
}

interface VectorRow {
  readonly width: number;
  readonly vector: Uint8Array;
}

/** The vectors of some keys, in order. */
export async function readVectors(
  { connection, pause }: CacheWork,
  keys: readonly string[],
): Promise<readonly (Float32Array | undefined)[]> {
  return connection.read(async () => {
    const vectors: (Float32Array | undefined)[] = [];
    for (const key of keys) {
      const wait = pause();
      if (wait) await wait;
      const [row] = connection.all<VectorRow>(
        "select width, vector from vectors where key = ?",
        key,
      );
      vectors.push(row && toVector(row));
    }
    return vectors;
  });
}

function toVector({ width, vector }: VectorRow): Float32Array {
  if (vector.byteLength === width * 4 && width > 0) return bytesToVector(vector);
  throw new MemoryError("store-failed", "a cached vector is damaged: delete the file of the cache");
}

/** What goes into the file in one transaction. */
export interface CacheWrite {
  readonly entries: readonly CachedVector[];
  /** Keys that were asked for since the last write. */
  readonly touched: Iterable<string>;
  /** How many vectors may stay. */
  readonly maxEntries: number;
}

/**
 * Writes vectors, notes what was used, and removes what was used longest ago if there are too many.
 */
export async function writeVectors(
  { connection, pause }: CacheWork,
  { entries, touched, maxEntries }: CacheWrite,
): Promise<void> {
  await connection.write(async () => {
    const [last] = connection.values<number | null>("select max(used) from vectors");
    const used = (last ?? 0) + 1;
    for (const key of touched) {
      const wait = pause();
      if (wait) await wait;
      connection.run("update vectors set used = ? where key = ?", used, key);
    }
    let added = 0;
    for (const { key, vector } of entries) {
      const wait = pause();
      if (wait) await wait;
      added += put(connection, { key, vector, used: used + 1 });
    }
    changeCount(connection, added);
    const [count = 0] = connection.values<number>("select entries from counts");
    await removeOldest({ connection, pause }, count - maxEntries);
  });
}

/** How many vectors there are more. */
function put(
  connection: Connection,
  { key, vector, used }: CachedVector & { readonly used: number },
): number {
  const bytes = vectorToBytes(vector);
  const values = [used, vector.length, bytes, key] as const;
  const update = "update vectors set used = ?, width = ?, vector = ? where key = ?";
  if (connection.change(update, ...values) > 0) return 0;
  connection.run("insert into vectors (used, width, vector, key) values (?, ?, ?, ?)", ...values);
  return 1;
}

/** In parts, so that a file that is far too large for a new limit does not hold up the process. */
async function removeOldest({ connection, pause }: CacheWork, count: number): Promise<void> {
  const oldest = "select id from vectors order by used, id limit ?";
  for (let left = count; left > 0; left -= PART) {
    const wait = pause();
    if (wait) await wait;
    const part = Math.min(left, PART);
    const removed = connection.change(`delete from vectors where id in (${oldest})`, part);
    changeCount(connection, -removed);
  }
}

function changeCount(connection: Connection, by: number): void {
  connection.run("update counts set entries = entries + ?", by);
}

/** Removes what is kept under some keys. */
export async function removeVectors(
  { connection, pause }: CacheWork,
  keys: readonly string[],
): Promise<void> {
  await connection.write(async () => {
    let removed = 0;
    for (const key of keys) {
      const wait = pause();
      if (wait) await wait;
      removed += connection.change("delete from vectors where key = ?", key);
    }
    changeCount(connection, -removed);
  });
}
