import type { StoredRevision, Tombstone } from "../contracts/history.js";
import type { StoredSpace } from "../contracts/vector-space.js";
import type { RecordId } from "../contracts/write-op.js";
import type { MemoryRecord } from "../model/record.js";
import type { Scope } from "../model/scope.js";

/** A text whose vectors are still to come. */
export interface StoredJob {
  /** Another one for every text that is queued. */
  readonly number: number;
  /** How often it was handed out: beside the number, the token. */
  readonly claims: number;
  /** How often since it was queued or revived. */
  readonly attempt: number;
  /** From when it may be handed out; `undefined` if it was given up. */
  readonly runAt: number | undefined;
  /** Whether somebody has it, until `runAt`. */
  readonly isLeased: boolean;
}

/** How a record is found. */
export interface StoredSearch {
  readonly textHash: string;
  /** Number of terms, repetitions included. */
  readonly termCount: number;
  readonly scripts: number;
  /** How often each term is in the text. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** By the id of their space. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Absent: nothing is to come. */
  readonly job?: StoredJob | undefined;
}

/** A record and what is kept beside it. Never changed, only replaced. */
export interface StoredRecord {
  readonly record: MemoryRecord;
  /** `scopeToPath` of its scope. */
  readonly path: string;
  readonly contentHash: string;
  /** Those its versions were written with. */
  readonly idempotencyKeys: readonly string[];
  /** Absent: found by id, key and list only. */
  readonly search: StoredSearch | undefined;
}

/** All that the store keeps. */
export interface Tables {
  /** By `identityOf`. */
  readonly records: JournaledMap<StoredRecord>;
  /** By `identityOf`, oldest first; outlives its record. */
  readonly history: JournaledMap<readonly StoredRevision[]>;
  /** By id. */
  readonly spaces: JournaledMap<StoredSpace>;
  /** By scope and hash. */
  readonly tombstones: JournaledMap<Tombstone>;
  /** A number that was never given before. */
  readonly nextJob: () => number;
}

/** Tables without content. */
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

/** One string per record: no two scopes and ids have the same. */
export function identityOf(ref: RecordId): string {
  return JSON.stringify([ref.scope, ref.id]);
}

/** What names a record, by what `identityOf` made of it. */
export function refOfIdentity(identity: string): RecordId {
  const [scope, id] = JSON.parse(identity) as [Scope, string];
  return { scope, id };
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

/**
 * A map that remembers what it was at the last commit, so that a batch that fails leaves nothing
 * behind.
 */
export class JournaledMap<V> {
  readonly #values = new Map<string, V>();
  /** The committed value of every key touched since; `undefined` where there was none. */
  readonly #committed = new Map<string, V | undefined>();

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  entries(): Iterable<[string, V]> {
    return this.#values.entries();
  }

  values(): Iterable<V> {
    return this.#values.values();
  }

  set(key: string, value: V): void {
    this.#remember(key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    this.#remember(key);
    return this.#values.delete(key);
  }

  /** Keeps what was changed. */
  commit(): void {
    this.#committed.clear();
  }

  /** Puts everything back as it was at the last commit. The order of `values` may differ. */
  rollback(): void {
    for (const [key, value] of this.#committed) {
      if (value === undefined) this.#values.delete(key);
      else this.#values.set(key, value);
    }
    this.#committed.clear();
  }

  #remember(key: string): void {
    if (!this.#committed.has(key)) this.#committed.set(key, this.#values.get(key));
  }
}
