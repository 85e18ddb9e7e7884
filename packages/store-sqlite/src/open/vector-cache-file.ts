import type { CachedVector } from "@kioku/core/toolkit";
import type { Database } from "better-sqlite3";

import { storeFailed } from "../errors.js";
import { requireOurs, type ExpectedIdentity } from "../schema/migrate.js";
import { bytesToVector, vectorToBytes } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import { WRITER_PRAGMAS } from "../sql/pragmas.js";
import { retryWhileBusy, type Pause } from "../sql/scheduling.js";
import { openFile, useWriteAheadLog } from "./open-database.js";
import { requireSafeVersion } from "./require-usable.js";

/** "Kiov" in ASCII, so that a cache is never opened as a store, nor a store as a cache. */
const OURS: Required<ExpectedIdentity> = { applicationId: 0x4b_69_6f_76, newest: 1 };

/**
 * `used` counts writes: the least recently used vector has the smallest number. The number of
 * entries is kept, since counting is slow.
 */
const SCHEMA = `
create table vectors (
  id integer primary key,
  key text not null unique,
  used integer not null,
  width integer not null,
  vector blob not null
) strict;
create index vectors_by_use on vectors (used);
create table counts (id integer primary key check (id = 1), entries integer not null) strict;
insert into counts values (1, 0);
pragma application_id = ${OURS.applicationId};
pragma user_version = ${OURS.newest};
`;

/**
 * Opens or creates the file of a cache. A refused file keeps every byte.
 * @throws `MemoryError` for what the cache refuses, the driver's error otherwise.
 */
export async function openVectorCache(path: string, busyTimeoutMs: number): Promise<Database> {
  const database = await openFile(path, OURS);
  try {
    await retryWhileBusy(busyTimeoutMs, () => {
      requireSafeVersion(database);
      requireOurs(database, OURS);
      if (!database.memory) useWriteAheadLog(database);
    });
    // Lost vectors are computed again.
    for (const pragma of WRITER_PRAGMAS.relaxed) database.pragma(pragma);
    const create = database.transaction(() => {
      requireOurs(database, OURS);
      if (database.pragma("user_version", { simple: true }) === 0) database.exec(SCHEMA);
    });
    await retryWhileBusy(busyTimeoutMs, () => create.immediate());
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const PART = 1_000;

/** The connection and pause of a call. */
export interface CacheWork {
  readonly connection: Connection;
  readonly pause: Pause;
}

interface VectorRow {
  readonly width: number;
  readonly vector: Uint8Array;
}

/** Returns the vectors of keys, in order. */
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
  throw storeFailed("a cached vector is damaged: delete the file of the cache");
}

interface CacheWrite {
  readonly entries: readonly CachedVector[];
  /** Keys that were read since the last write. */
  readonly touched: Iterable<string>;
  readonly maxEntries: number;
}

/** Writes vectors, updates usage, and evicts the least recently used if there are too many. */
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

/** Deletes in parts, so that a much smaller limit does not block the process. */
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

/** Deletes the vectors of keys. */
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
