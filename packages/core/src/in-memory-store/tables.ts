import type { StoredRevision, Tombstone } from "../contracts/history.js";
import type { StoredSpace } from "../contracts/vector-space.js";
import { recordFromJson, recordToJson } from "../model/record-json.js";
import type { JsonObject, MemoryRecord, RecordId, Revision } from "../model/record.js";

/** A text whose vectors are still to be made. */
export interface StoredJob {
  /** Unique for every text that is queued. */
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
  readonly scripts: number;
  /** Occurrences by term. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** By the id of their space. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly job?: StoredJob | undefined;
}

/** A record and what is kept beside it. Never changed, only replaced. */
export interface StoredRecord {
  readonly record: MemoryRecord;
  /** `scopeToPath` of its scope. */
  readonly path: string;
  readonly contentHash: string;
  /** Keys of all its versions. */
  readonly idempotencyKeys: readonly string[];
  /** Absent: found by id, key and list only. */
  readonly search: StoredSearch | undefined;
}

/** The versions of a record, oldest first; they outlive it. */
export interface StoredHistory extends RecordId {
  readonly revisions: readonly StoredRevision[];
}

/** The data of a store. */
export interface Tables {
  /** By `recordKey`. */
  readonly records: JournaledMap<StoredRecord>;
  /** By `recordKey`. */
  readonly history: JournaledMap<StoredHistory>;
  /** By id. */
  readonly spaces: JournaledMap<StoredSpace>;
  /** By scope and hash. */
  readonly tombstones: JournaledMap<Tombstone>;
  /** Returns a number that was never returned before. */
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
    nextJob: () => {
      jobs += 1;
      return jobs;
    },
  };
}

/** Runs a change on the tables: all of it happens, or, if it throws, nothing. */
export function transact<T>(tables: Tables, change: () => T): T {
  const maps = [tables.records, tables.history, tables.spaces, tables.tombstones];
  try {
    const result = change();
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
