import { lastChange, touchedSince } from "../read/find-records.js";
import { bytesToVector, vectorRow, type VectorRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";

const OF_ROWS =
  "select v.row, v.vec from json_each(?) as wanted join vectors as v on v.row = wanted.value";

/** Returns the similarities of records, in order; `undefined` where a vector is missing. */
export type Similarities = (
  query: { readonly space: { readonly id: number }; readonly values: Float32Array },
  records: readonly number[],
) => (number | undefined)[];

/**
 * Begins a search that compares vectors exactly, in double precision, with those on disk. Keeps
 * cached vectors that this snapshot still has.
 */
export function similaritiesIn(connection: Connection, cache: VectorCache): Similarities {
  const newest = lastChange(connection);
  if (newest !== cache.change) {
    forgetTouched(connection, cache);
    cache.change = newest;
  }
  return ({ space, values }, records) => {
    const scores: (number | undefined)[] = [];
    const missing: number[] = [];
    for (const [index, record] of records.entries()) {
      const vector = cache.get(space.id, record);
      if (vector) scores[index] = cosine(values, vector);
      else missing.push(index);
    }
    if (missing.length === 0) return scores;
    const unknown = missing.map((index) => records[index] ?? -1);
    const read = readVectors({ connection, cache, space: space.id }, unknown);
    for (const index of missing) {
      const vector = read.get(records[index] ?? -1);
      scores[index] = vector && cosine(values, vector);
    }
    return scores;
  };
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
    const vector = bytesToVector(vec);
    read.set(row - base, vector);
    cache.set(space, row - base, vector);
  }
  return read;
}

function forgetTouched(connection: Connection, cache: VectorCache): void {
  const touched = lastChange(connection) > cache.change && touchedSince(connection, cache.change);
  if (touched) for (const { record } of touched) cache.delete(record);
  else cache.clear();
}

/** Approximate size of an entry beside its numbers. */
const ENTRY_BYTES = 200;

type Vectors = Map<number, Float32Array>;

/** Recently read vectors by space and row, in two generations of half of the room each. */
export class VectorCache {
  readonly maxBytes: number;
  readonly #recent = new Map<number, Vectors>();
  readonly #older = new Map<number, Vectors>();
  #recentBytes = 0;
  #olderBytes = 0;
  /** The transaction that it is up to date with. */
  change = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#recentBytes + this.#olderBytes;
  }

  /** Returns and touches a vector. */
  get(space: number, record: number): Float32Array | undefined {
    const recent = this.#recent.get(space)?.get(record);
    if (recent) return recent;
    const older = this.#older.get(space)?.get(record);
    if (older) this.set(space, record, older);
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

/**
 * Returns the cosine of two vectors of length 1, clamped to [-1, 1]. Uses four double-precision
 * sums, so that no addition waits for the one before it.
 */
export function cosine(a: Float32Array, b: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = a.length - (a.length % 4);
  for (let index = 0; index < whole; index += 4) {
    first += (a[index] ?? 0) * (b[index] ?? 0);
    second += (a[index + 1] ?? 0) * (b[index + 1] ?? 0);
    third += (a[index + 2] ?? 0) * (b[index + 2] ?? 0);
    fourth += (a[index + 3] ?? 0) * (b[index + 3] ?? 0);
  }
  for (let index = whole; index < a.length; index += 1) first += (a[index] ?? 0) * (b[index] ?? 0);
  return Math.min(Math.max(first + second + (third + fourth), -1), 1);
}
