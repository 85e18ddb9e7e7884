import type { StoredRevision, Tombstone } from "../contracts/history.js";
import { requireWidth } from "../contracts/store-helpers.js";
import type { StoredSpace, EmbedOp, SpaceOp, WriteResult } from "../contracts/write-op.js";
import { recordKey } from "../internal/record-key.js";
import { recordFromJson, recordToJson } from "../model/record-json.js";
import type { JsonObject, MemoryRecord, RecordId, Revision } from "../model/record.js";

/** A text whose vectors are still to be made. */
export interface StoredJob {
  readonly number: number;
  /** Times it was claimed or released; `number` and `claims` make the token. */
  readonly claims: number;
  /** Times it was claimed since it was queued or revived. */
  readonly attempt: number;
  /** Earliest time of the next claim; `undefined` for a job that was given up. */
  readonly runAt: number | undefined;
  /** True while a worker holds it, until `runAt`. */
  readonly isLeased: boolean;
}

/** The searchable part of a record. */
export interface StoredSearch {
  readonly textHash: string;
  /** Number of terms, repetitions included. */
  readonly termCount: number;
  readonly traits: number;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly job?: StoredJob | undefined;
}

/** A record and what is kept beside it. Never changed, only replaced. */
export interface StoredRecord {
  readonly record: MemoryRecord;
  readonly path: string;
  readonly contentHash: string;
  readonly idempotencyKeys: readonly string[];
  /** Absent: found by id, key and list only. */
  readonly search: StoredSearch | undefined;
}

/** The versions of a record, oldest first; they outlive it. */
export type StoredHistory = RecordId & { readonly revisions: readonly StoredRevision[] };

/** The data of a store. */
export interface Tables {
  /** By `recordKey`. */
  readonly records: JournaledMap<StoredRecord>;
  /** By `recordKey`. */
  readonly history: JournaledMap<StoredHistory>;
  readonly spaces: JournaledMap<StoredSpace>;
  readonly tombstones: JournaledMap<Tombstone>;
  readonly nextJob: () => number;
}

/** Returns tables without content. */
export function emptyTables(): Tables {
  let jobs = 0;
  return {
    records: new JournaledMap(),
    history: new JournaledMap(),
    spaces: new JournaledMap(),
    tombstones: new JournaledMap(),
    nextJob: () => (jobs += 1),
  };
}

/** Runs a change on the tables: all of it happens, or, if it throws, nothing. */
export function transact<T>(tables: Tables, change: (tables: Tables) => T): T {
  const maps = [tables.records, tables.history, tables.spaces, tables.tombstones];
  try {
    const result = change(tables);
    for (const map of maps) map.commit();
    return result;
  } catch (error) {
    for (const map of maps) map.rollback();
    throw error;
  }
}

/** Returns a deep copy by way of JSON, as a database would return it. */
export function copyRecord(record: MemoryRecord): MemoryRecord {
  return recordFromJson(JSON.parse(JSON.stringify(recordToJson(record))) as JsonObject);
}

/** Returns a deep copy of one version of a record. */
export function copyRevision<R extends Revision>(revision: R): R {
  const { record } = revision;
  const copy = { ...revision, at: new Date(revision.at) };
  return record === undefined ? copy : { ...copy, record: copyRecord(record) };
}

/** A map that can return to its state of the last commit. */
class JournaledMap<V> {
  readonly #values = new Map<string, V>();
  /** The committed value of every key touched since; `undefined` where there was none. */
  readonly #committed = new Map<string, V | undefined>();

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  entries(): Iterable<[string, V]> {
    return this.#values.entries();
  }

  values(): Iterable<V> {
    return this.#values.values();
  }

  set(key: string, value: V): void {
    this.#journal(key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    this.#journal(key);
    return this.#values.delete(key);
  }

  commit(): void {
    this.#committed.clear();
  }

  /** Restores the values of the last commit. The order of `values` may differ. */
  rollback(): void {
    for (const [key, value] of this.#committed) {
      if (value === undefined) this.#values.delete(key);
      else this.#values.set(key, value);
    }
    this.#committed.clear();
  }

  #journal(key: string): void {
    if (!this.#committed.has(key)) this.#committed.set(key, this.#values.get(key));
  }
}

/** Makes a space known before vectors are written in it. @throws `vector-space-mismatch` */
export function registerSpace(tables: Tables, space: SpaceOp["space"], values: Float32Array): void {
  requireWidth(space, values.length);
  changeSpace(tables, { op: "space", space, state: "ready", unlessKnown: true });
}

/** Sets the state of a space. */
export function changeSpace(tables: Tables, { space, state, unlessKnown }: SpaceOp): WriteResult {
  const known = tables.spaces.get(space.id);
  requireWidth(known ?? space, space.dimensions);
  if (known && (unlessKnown || known.state === state)) return { applied: false };
  tables.spaces.set(space.id, { id: space.id, dimensions: space.dimensions, state });
  return { applied: true };
}

/** Adds a vector to a record, if its text is still the one that the vector was made from. */
export function embedRecord(tables: Tables, op: EmbedOp): WriteResult {
  const stored = tables.records.get(recordKey(op));
  if (stored?.search?.textHash !== op.textHash) return { applied: false };
  const { space, values } = op.vector;
  registerSpace(tables, space, values);
  const vectors = new Map(stored.search.vectors).set(space.id, values.slice());
  const job = op.dequeue === true ? undefined : stored.search.job;
  tables.records.set(recordKey(op), { ...stored, search: { ...stored.search, vectors, job } });
  return { applied: true };
}

/** Removes a space with its vectors and returns their number. */
export function dropSpace(tables: Tables, space: string): number {
  if (!tables.spaces.delete(space)) return 0;
  let dropped = 0;
  for (const [key, stored] of tables.records.entries()) {
    if (!stored.search?.vectors.has(space)) continue;
    const vectors = new Map(stored.search.vectors);
    vectors.delete(space);
    tables.records.set(key, { ...stored, search: { ...stored.search, vectors } });
    dropped += 1;
  }
  return dropped;
}

/** Counts the searchable records that have no vector in a space. */
export function countMissingVectors(tables: Tables, space: string): number {
  const records = [...tables.records.values()];
  return records.filter(({ search }) => search?.vectors.has(space) === false).length;
}
