import type { Scope } from "@kioku/core";
import type { RecordId } from "@kioku/core/toolkit";

import { lastChange, touchedSince } from "../read/find-records.js";
import { unpackVector } from "../schema/packed-vector.js";
import { vectorRow, type VectorRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import { createCosines, type Cosines } from "./cosines.js";

const OF_ROWS =
  "select v.row, v.vec from json_each(?) as wanted join vectors as v on v.row = wanted.value";

/** Returns the similarities of records, in order; NaN where a vector is missing. */
export type Similarities = (
  query: { readonly space: { readonly id: number }; readonly values: Float32Array },
  records: readonly number[],
) => ArrayLike<number>;

/**
 * Begins a search that compares vectors exactly, in double precision, with those on disk. Keeps
 * cached vectors that this snapshot still has.
 */
export function similaritiesIn(connection: Connection, cache: VectorCache): Similarities {
  bringUpToDate(connection, cache);
  return ({ space, values }, records) => {
    const vectors = records.map((record) => cache.get(space.id, record));
    const missing = records.filter((_, index) => vectors[index] === undefined);
    if (missing.length === 0) return cache.cosines(values, vectors);
    const read = readVectors({ connection, cache, space: space.id }, missing);
    return cache.cosines(
      values,
      records.map((record, index) => vectors[index] ?? read.get(record)),
    );
  };
}

/** Forgets the cached vectors that the connection's snapshot may not have any more. */
export function bringUpToDate(connection: Connection, cache: VectorCache): void {
  const newest = lastChange(connection);
  if (newest === cache.change) return;
  // Reading what was touched takes longer than a search in a process that has just begun.
  if (cache.bytes > 0) forgetTouched(connection, cache);
  cache.change = newest;
}

interface VectorSource {
  readonly connection: Connection;
  readonly cache: VectorCache;
  readonly space: number;
}

function readVectors(
  { connection, cache, space }: VectorSource,
  records: readonly number[],
): ReadonlyMap<number, Float32Array> {
  const base = vectorRow(space, 0);
  const rows = JSON.stringify(records.map((record) => base + record));
  const read = new Map<number, Float32Array>();
  for (const { row, vec } of connection.all<VectorRow>(OF_ROWS, rows)) {
    const vector = unpackVector(vec);
    read.set(row - base, vector);
    cache.set(space, row - base, vector);
  }
  return read;
}

function forgetTouched(connection: Connection, cache: VectorCache): void {
  const touched = lastChange(connection) > cache.change && touchedSince(connection, cache.change);
  if (!touched || touched.some(({ record }) => record === 0)) cache.clear();
  else for (const { record } of touched) cache.delete(record);
}

/** Approximate size of an entry beside its numbers. */
const ENTRY_BYTES = 250;

type Vectors = Map<number, Float32Array>;

interface FoundRows {
  readonly refs: readonly RecordId[];
  readonly rows: readonly number[];
  readonly change: number;
}

function isSameScope(a: Scope, b: Scope): boolean {
  return a.length === b.length && a.every((element, index) => element === b[index]);
}

/** Recently read vectors by space and row, in two generations of half of the room each. */
export class VectorCache {
  readonly maxBytes: number;
  readonly cosines: Cosines = createCosines();
  readonly #recent = new Map<number, Vectors>();
  readonly #older = new Map<number, Vectors>();
  #recentBytes = 0;
  #olderBytes = 0;
  /** The transaction that it is up to date with. */
  change = 0;
  /** Hits of the last search and their rows, as of a transaction. */
  #found: FoundRows = { refs: [], rows: [], change: -1 };

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#recentBytes + this.#olderBytes;
  }

  /** Notes the rows of hits, whose vectors may be asked for next. */
  noteHits(refs: readonly RecordId[], rows: readonly number[]): void {
    this.#found = { refs, rows, change: this.change };
  }

  /** Returns the row of a hit of the last search if nothing has changed since. */
  rowOf({ scope, id }: RecordId): number | undefined {
    const { refs, rows, change } = this.#found;
    if (change !== this.change) return undefined;
    const index = refs.findIndex((ref) => ref.id === id && isSameScope(ref.scope, scope));
    return rows[index];
  }

  /** Returns and touches a vector. */
  get(space: number, record: number): Float32Array | undefined {
    const recent = this.#recent.get(space)?.get(record);
    if (recent) return recent;
    const vectors = this.#older.get(space);
    const older = vectors?.get(record);
    if (!vectors || !older) return undefined;
    // It would count twice.
    this.#olderBytes -= remove(vectors, record);
    this.set(space, record, older);
    return older;
  }

  /** Adds a vector, which nobody may change from now on. */
  set(space: number, record: number, values: Float32Array): void {
    const bytes = bytesOf(values);
    if (2 * bytes > this.maxBytes) return;
    if (this.#recentBytes + bytes > this.maxBytes / 2) this.#age();
    let vectors = this.#recent.get(space);
    if (!vectors) {
      vectors = new Map();
      this.#recent.set(space, vectors);
    }
    if (!vectors.has(record)) this.#recentBytes += bytes;
    vectors.set(record, values);
  }

  delete(record: number): void {
    for (const vectors of this.#recent.values()) this.#recentBytes -= remove(vectors, record);
    for (const vectors of this.#older.values()) this.#olderBytes -= remove(vectors, record);
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
    this.#recentBytes = 0;
    this.#olderBytes = 0;
  }

  #age(): void {
    this.#older.clear();
    for (const [space, vectors] of this.#recent) this.#older.set(space, vectors);
    this.#recent.clear();
    this.#olderBytes = this.#recentBytes;
    this.#recentBytes = 0;
  }
}

function remove(vectors: Vectors, record: number): number {
  const values = vectors.get(record);
  vectors.delete(record);
  return values ? bytesOf(values) : 0;
}

function bytesOf(values: Float32Array): number {
  return values.byteLength + ENTRY_BYTES;
}
