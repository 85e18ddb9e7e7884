import { lastChange, touchedSince } from "../mirror/file-changes.js";
import type { Connection } from "../sql/connection.js";
import { cosine } from "../vector/cosine.js";
import { bytesToVector } from "../vector/vector-bytes.js";
import type { VectorCache } from "../vector/vector-cache.js";
import { vectorRow } from "../vector/vector-row.js";
import type { VectorQuery } from "./search-part.js";

const OF_ROWS =
  "select v.row, v.vec from json_each(?) as wanted join vectors as v on v.row = wanted.value";

interface VectorRow {
  readonly row: number;
  readonly vec: Uint8Array;
}

/** Compares vectors exactly, in double precision, with what is on disk. */
export class Similarities {
  readonly #connection: Connection;
  readonly #cache: VectorCache;

  private constructor(connection: Connection, cache: VectorCache) {
    this.#connection = connection;
    this.#cache = cache;
  }

  /**
   * For one search: what was read earlier is used as far as it is still what this state of the
   * database holds.
   */
  static begin(connection: Connection, cache: VectorCache): Similarities {
    const newest = lastChange(connection);
    if (newest !== cache.change) {
      forgetTouched(connection, cache);
      cache.change = newest;
    }
    return new Similarities(connection, cache);
  }

  /**
   * The similarities of records, in their order; `undefined` where one has no vector in the space.
   */
  of(
    { space, values }: Pick<VectorQuery, "space" | "values">,
    records: readonly number[],
  ): (number | undefined)[] {
    const scores: (number | undefined)[] = [];
    const missing: number[] = [];
    for (const [index, record] of records.entries()) {
      const vector = this.#cache.get(space.id, record);
      if (vector) scores[index] = cosine(values, vector);
      else missing.push(index);
    }
    if (missing.length === 0) return scores;
    const read = this.#read(
      space.id,
      missing.map((index) => records[index] ?? -1),
    );
    for (const index of missing) {
      const vector = read.get(records[index] ?? -1);
      scores[index] = vector && cosine(values, vector);
    }
    return scores;
  }

  #read(space: number, records: readonly number[]): ReadonlyMap<number, Float32Array> {
    const base = vectorRow(space, 0);
    const rows = JSON.stringify(records.map((record) => base + record));
    const read = new Map<number, Float32Array>();
    for (const { row, vec } of this.#connection.all<VectorRow>(OF_ROWS, rows)) {
      const vector = bytesToVector(vec);
      read.set(row - base, vector);
      this.#cache.set(space, row - base, vector);
    }
    return read;
  }
}

function forgetTouched(connection: Connection, cache: VectorCache): void {
  const touched = lastChange(connection) > cache.change && touchedSince(connection, cache.change);
  if (touched) for (const { record } of touched) cache.delete(record);
  else cache.clear();
}
