import type { Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";

import type { WrittenTable } from "../../index/vector-tables.js";
import type { CurrentRecord } from "../../schema/record-row.js";
import { newEntry, type RecordEntry } from "./record-entry.js";
import { SpaceModel } from "./space-model.js";

/** A tombstone that a batch adds. */
export interface NewTombstone {
  readonly path: string;
  readonly hash: string;
  readonly at: number;
}

/** The rows of a batch in memory: loaded first, changed by the ops, written at the end. */
export class WriteModel {
  readonly spaces: SpaceModel = new SpaceModel();
  /** Own tables of the scopes of the batch. */
  readonly tables: readonly WrittenTable[];
  readonly #records = new Map<string, RecordEntry>();
  readonly #byKey = new Map<string, RecordEntry>();
  readonly #byIdempotencyKey = new Map<string, RecordEntry>();
  readonly #byContent = new Map<string, Set<RecordEntry>>();
  readonly #tombstones = new Map<string, NewTombstone | undefined>();

  constructor(tables: readonly WrittenTable[]) {
    this.tables = tables;
  }

  get records(): Iterable<RecordEntry> {
    return this.#records.values();
  }

  get newTombstones(): readonly NewTombstone[] {
    return [...this.#tombstones.values()].filter((tombstone) => tombstone !== undefined);
  }

  /** Indexes records of a content hash; called before records are added. */
  watchContent(path: string, hash: string): void {
    this.#byContent.set(nameOf(path, hash), new Set());
  }

  addStored(path: string, id: string, found: StoredState): void {
    const entry = newEntry({ path, id }, found.record, found.endedVersion);
    this.#records.set(nameOf(path, id), entry);
    this.#index(entry);
  }

  addStoredKey(path: string, key: string, id: string): void {
    const entry = this.entry(path, id);
    entry.idempotencyKeys.add(key);
    this.#byIdempotencyKey.set(nameOf(path, key), entry);
  }

  addStoredTombstone(path: string, hash: string): void {
    this.#tombstones.set(nameOf(path, hash), undefined);
  }

  entry(path: string, id: string): RecordEntry {
    const name = nameOf(path, id);
    const known = this.#records.get(name);
    if (known) return known;
    const entry = newEntry({ path, id }, undefined, 0);
    this.#records.set(name, entry);
    return entry;
  }

  entryOf({ scope, id }: { readonly scope: Scope; readonly id: string }): RecordEntry {
    return this.entry(scopeToPath(scope), id);
  }

  /** Returns the holder of a key, expired or not. */
  holderOfKey(path: string, key: string): RecordEntry | undefined {
    return this.#byKey.get(nameOf(path, key));
  }

  /** Returns the record of an idempotency key, expired or not. */
  holderOfIdempotencyKey(path: string, key: string): RecordEntry | undefined {
    return this.#byIdempotencyKey.get(nameOf(path, key));
  }

  /** Returns the records of a content hash, expired or not. */
  holdersOfContent(path: string, hash: string): Iterable<RecordEntry> {
    return this.#byContent.get(nameOf(path, hash)) ?? [];
  }

  /** Replaces the current record, or removes it. */
  replace(entry: RecordEntry, record: CurrentRecord | undefined): void {
    this.#unindex(entry);
    entry.current = record;
    this.#index(entry);
  }

  /** Adds an idempotency key of the current record. */
  addKey(entry: RecordEntry, key: string): void {
    entry.idempotencyKeys.add(key);
    entry.newKeys.add(key);
    this.#byIdempotencyKey.set(nameOf(entry.path, key), entry);
  }

  /** Drops the idempotency keys of a removed record. */
  dropKeys(entry: RecordEntry): void {
    for (const key of entry.idempotencyKeys) this.#byIdempotencyKey.delete(nameOf(entry.path, key));
    entry.idempotencyKeys.clear();
    entry.newKeys.clear();
  }

  /** Adds a tombstone; returns false if there is one. */
  addTombstone(tombstone: NewTombstone): boolean {
    const name = nameOf(tombstone.path, tombstone.hash);
    if (this.#tombstones.has(name)) return false;
    this.#tombstones.set(name, tombstone);
    return true;
  }

  #index(entry: RecordEntry): void {
    const { path, current } = entry;
    if (!current) return;
    if (current.key !== null) this.#byKey.set(nameOf(path, current.key), entry);
    if (this.#byContent.size > 0)
      this.#byContent.get(nameOf(path, current.content_hash))?.add(entry);
  }

  #unindex(entry: RecordEntry): void {
    const { path, current } = entry;
    if (!current) return;
    if (current.key !== null) this.#byKey.delete(nameOf(path, current.key));
    if (this.#byContent.size > 0) {
      this.#byContent.get(nameOf(path, current.content_hash))?.delete(entry);
    }
  }
}

interface StoredState {
  readonly record: CurrentRecord | undefined;
  /** The last version in history if there is no record; else 0. */
  readonly endedVersion: number;
}

function nameOf(path: string, name: string): string {
  return `${path}\0${name}`;
}
