import type { Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";

import { newEntry } from "./record-entry.js";
import type { RecordEntry } from "./record-entry.js";
import { SpaceModel } from "./space-model.js";
import type { CurrentRecord } from "./stored-columns.js";

/** A tombstone that a batch adds. */
export interface NewTombstone {
  readonly path: string;
  readonly hash: string;
  readonly at: number;
}

/**
 * All that the ops of a batch may meet, in memory. It is filled from the database, the ops change
 * it one after the other, and what they changed is written at the end.
 */
export class WriteModel {
  readonly spaces: SpaceModel = new SpaceModel();
  readonly #records = new Map<string, RecordEntry>();
  readonly #byKey = new Map<string, RecordEntry>();
  readonly #byIdempotencyKey = new Map<string, RecordEntry>();
  readonly #byContent = new Map<string, Set<RecordEntry>>();
  readonly #tombstones = new Map<string, NewTombstone | undefined>();

  /** Every record of which something is known. */
  get records(): Iterable<RecordEntry> {
    return this.#records.values();
  }

  /** Tombstones to write. */
  get newTombstones(): readonly NewTombstone[] {
    return [...this.#tombstones.values()].filter((tombstone) => tombstone !== undefined);
  }

  /** Says that puts will look for records of a content hash; before any record is taken in. */
  watchContent(path: string, hash: string): void {
    this.#byContent.set(nameOf(path, hash), new Set());
  }

  /** Takes in what the database has of a record. */
  addStored(path: string, id: string, found: StoredState): void {
    const entry = newEntry({ path, id }, found.record, found.endedVersion);
    this.#records.set(nameOf(path, id), entry);
    this.#index(entry);
  }

  /** Takes in which record was written with an idempotency key. */
  addStoredKey(path: string, key: string, id: string): void {
    const entry = this.entry(path, id);
    entry.idempotencyKeys.add(key);
    this.#byIdempotencyKey.set(nameOf(path, key), entry);
  }

  /** Takes in a tombstone that the database has. */
  addStoredTombstone(path: string, hash: string): void {
    this.#tombstones.set(nameOf(path, hash), undefined);
  }

  /** What is known of a record. */
  entry(path: string, id: string): RecordEntry {
    const name = nameOf(path, id);
    const known = this.#records.get(name);
    if (known) return known;
    const entry = newEntry({ path, id }, undefined, 0);
    this.#records.set(name, entry);
    return entry;
  }

  /** What is known of the record that a reference names. */
  entryOf({ scope, id }: { readonly scope: Scope; readonly id: string }): RecordEntry {
    return this.entry(scopeToPath(scope), id);
  }

  /** Who holds a key, expired or not. */
  holderOfKey(path: string, key: string): RecordEntry | undefined {
    return this.#byKey.get(nameOf(path, key));
  }

  /** Who was written with an idempotency key, expired or not. */
  holderOfIdempotencyKey(path: string, key: string): RecordEntry | undefined {
    return this.#byIdempotencyKey.get(nameOf(path, key));
  }

  /** The records of a content hash, expired or not. */
  holdersOfContent(path: string, hash: string): Iterable<RecordEntry> {
    return this.#byContent.get(nameOf(path, hash)) ?? [];
  }

  /** Puts another record, or none, in the place of the current one. */
  replace(entry: RecordEntry, record: CurrentRecord | undefined): void {
    this.#unindex(entry);
    entry.current = record;
    this.#index(entry);
  }

  /** Notes that the current record was written with an idempotency key. */
  addKey(entry: RecordEntry, key: string): void {
    entry.idempotencyKeys.add(key);
    entry.newKeys.add(key);
    this.#byIdempotencyKey.set(nameOf(entry.path, key), entry);
  }

  /** Forgets the idempotency keys of a record that goes. */
  dropKeys(entry: RecordEntry): void {
    for (const key of entry.idempotencyKeys) this.#byIdempotencyKey.delete(nameOf(entry.path, key));
    entry.idempotencyKeys.clear();
    entry.newKeys.clear();
  }

  /** Adds a tombstone, and says whether it is new. */
  bury(tombstone: NewTombstone): boolean {
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

/** What the database has of a record. */
export interface StoredState {
  readonly record: CurrentRecord | undefined;
  /** The last version in history where there is no record; else 0. */
  readonly endedVersion: number;
}

/** One string for a scope and a name in it; scopes never hold a zero. */
function nameOf(path: string, name: string): string {
  return `${path}\0${name}`;
}
