import { rangeKey, type ScopeRange } from "@kioku/core/toolkit";

import type { IndexStats } from "../maintain/store-operations.js";
import { lastChange } from "../read/find-records.js";
import type { Connection } from "../sql/connection.js";
import type { Pause } from "../sql/scheduling.js";
import type { StoreContext } from "../sql/store-context.js";
import { bytesOfCodes, CodeArena } from "./codes/code-arena.js";
import { simdCodeKernel } from "./codes/code-kernel.js";
import { javascriptCodeKernel } from "./codes/javascript-code-kernel.js";
import { OBJECT_BYTES } from "./columns.js";
import { followChanges } from "./follow-changes.js";
import { IndexCache, SMALL_RANGE, type ResidentIndex, type IndexedSpace } from "./index-cache.js";
import { loadIndex } from "./load-index.js";
import type { IndexFiles } from "./saved/index-files.js";
import { openSaved, type InTransaction } from "./saved/saved-indexes.js";
import { VectorCache } from "./similarities.js";

/** Approximate size of a record beside its codes. */
const ENTRY_BYTES = 40;
/** One in this many bytes of the limit is for whole vectors. */
const VECTORS_SHARE = 8;
const MAX_REQUESTED = 4_096;
/** Records from which an index is saved: fewer are loaded in .2 s. */
const MIN_SAVED = 20_000;
/** Changed records after which it is saved anew. A quarter of those that a database lists. */
const MANY_CHANGES = 16_384;

/** Approximate size of a request. */
const REQUEST_BYTES = 600;

/** A range and the spaces that a search needs. */
interface IndexRequest {
  readonly range: ScopeRange;
  readonly spaces: readonly IndexedSpace[];
  readonly records: number;
}

interface Loading {
  /** Runs work on one snapshot, on a connection that nobody else uses meanwhile. */
  readonly onConnection: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  /** Runs short work on one snapshot. */
  readonly inRead: InTransaction;
  /** Yields to other work; throws when the store is closed. */
  readonly pause: Pause;
}

/** All resident indexes of a store, loaded on request and brought up to date on use. */
export class ResidentIndexes {
  #arena: CodeArena | undefined;
  readonly #cache: IndexCache;
  readonly vectors: VectorCache;
  /** Searched ranges without a usable index, least recently searched first. */
  readonly #requested = new Map<string, IndexRequest>();
  readonly #loading = new Map<string, Promise<void>>();
  /** Measured bytes per record of ranges that did not fit. */
  readonly #measured = new Map<string, number>();
  #loads = 0;
  #files: IndexFiles | undefined;
  #unsaved: ResidentIndex | undefined;

  constructor(maxBytes: number) {
    const vectorBytes = Math.floor(maxBytes / VECTORS_SHARE);
    this.vectors = new VectorCache(vectorBytes);
    this.#cache = new IndexCache(maxBytes - vectorBytes);
  }

  /** Saves large indexes in files, and reads them from there. */
  saveIn(files: IndexFiles): void {
    this.#files = files;
  }

  /** Returns the number of records of a range that is to be loaded, 0 if they are in a file. */
  requestedRecords(range: ScopeRange): number | undefined {
    const key = rangeKey(range);
    const requested = this.#requested.get(key)?.records;
    if (requested !== undefined) return requested;
    return this.#files?.has(range) === true && !this.#cache.has(key) ? 0 : undefined;
  }

  /** Requests an index of a range, to be loaded before its next search. */
  request({ range, spaces, records }: IndexRequest): void {
    if (this.#cache.maxBytes === 0) return;
    const key = rangeKey(range);
    const coded = records > SMALL_RANGE ? [...spaces, ...this.#cache.spacesOf(key)] : [];
    const all = new Map(coded.map((space) => [space.id, space]));
    this.#requested.delete(key);
    this.#requested.set(key, { range, records, spaces: [...all.values()] });
    const [oldest] = this.#requested.keys();
    if (this.#requested.size > MAX_REQUESTED && oldest !== undefined)
      this.#requested.delete(oldest);
  }

  /** Loads a requested range, once for all concurrent callers. */
  async load(range: ScopeRange, how: Loading): Promise<void> {
    const key = rangeKey(range);
    const loading = this.#loading.get(key) ?? this.#load(range, how);
    this.#loading.set(key, loading);
    try {
      await loading;
    } finally {
      this.#loading.delete(key);
      this.#requested.delete(key);
    }
  }

  /** Acquires the up-to-date index of a range, until `release`; `undefined` if there is none. */
  async acquire(
    context: StoreContext,
    range: ScopeRange,
    spaces: readonly IndexedSpace[],
  ): Promise<ResidentIndex | undefined> {
    const resident = this.#cache.acquire(rangeKey(range));
    if (!resident) return undefined;
    let isOfUse = false;
    try {
      const isCurrent = lastChange(context.connection) === resident.change;
      isOfUse = resident.covers(spaces) && (isCurrent || (await followChanges(context, resident)));
    } finally {
      // An interrupted update leaves an inconsistent state.
      if (!isOfUse && resident.covers(spaces)) this.#cache.remove(resident);
      if (!isOfUse) this.release(resident);
    }
    return isOfUse ? resident : undefined;
  }

  release(resident: ResidentIndex): void {
    this.#cache.release(resident);
    if (resident.table.alive < MIN_SAVED) return;
    if (resident.savedChange === undefined || resident.followed >= MANY_CHANGES)
      this.#unsaved = resident;
  }

  /** Returns an index that should be saved, once. */
  takeUnsaved(): ResidentIndex | undefined {
    const resident = this.#unsaved;
    this.#unsaved = undefined;
    return resident;
  }

  /** All indexes that are large enough to be saved. */
  get large(): readonly ResidentIndex[] {
    return [...this.#cache.indexes].filter(({ table }) => table.alive >= MIN_SAVED);
  }

  get stats(): IndexStats {
    const indexes = [...this.#cache.indexes];
    const sum = (of: (resident: ResidentIndex) => number): number =>
      indexes.reduce((all, resident) => all + of(resident), 0);
    return {
      bytes: this.#cache.bytes + this.#otherBytes,
      limitBytes: this.#cache.maxBytes + this.vectors.maxBytes,
      ranges: indexes.length,
      loads: this.#loads,
      records: sum(({ table }) => table.alive),
      codesBytes: sum(({ codesBytes }) => codesBytes),
      postingsBytes: sum(({ postings }) => postings.bytes),
      vectorsBytes: this.vectors.bytes,
    };
  }

  /** Bytes beside the indexes. */
  get #otherBytes(): number {
    const notes = this.#requested.size * REQUEST_BYTES + this.#measured.size * OBJECT_BYTES;
    return notes + (this.#arena?.freeBytes ?? 0);
  }

  /** Waits for loads, then frees everything. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
    this.#cache.clear();
    this.vectors.clear();
  }

  async #load(range: ScopeRange, how: Loading): Promise<void> {
    const key = rangeKey(range);
    const wanted = this.#requested.get(key);
    if ((await this.#restore(range, how)) || !wanted) return;
    const { onConnection, pause } = how;
    const bytes = this.#estimate(key, wanted);
    if (!this.#cache.reserve(bytes)) return;
    let resident: ResidentIndex | undefined;
    try {
      const { spaces } = wanted;
      this.#loads += 1;
      resident = await onConnection((connection) =>
        loadIndex(connection, { range, spaces, arena: this.#codes(), pause }),
      );
    } finally {
      // First, or the bytes would count twice.
      this.#cache.reserve(-bytes);
    }
    if (!resident || this.#cache.put(resident)) return;
    // Avoids loading it again in vain.
    if (this.#measured.size >= MAX_REQUESTED) this.#measured.clear();
    this.#measured.set(key, resident.bytes / wanted.records);
  }

  /** Reads the saved index of a range. Returns false if there is none of use. */
  async #restore(range: ScopeRange, { inRead, pause }: Loading): Promise<boolean> {
    const files = this.#files;
    if (files?.has(range) !== true) return false;
    let reserved = 0;
    const reserve = (bytes: number): boolean => {
      if (!this.#cache.reserve(bytes)) return false;
      reserved = bytes;
      return true;
    };
    const wanted = this.#requested.get(rangeKey(range));
    let resident: ResidentIndex | undefined;
    try {
      resident = await openSaved(files, { range, arena: this.#codes(), pause, inRead, reserve });
    } finally {
      this.#cache.reserve(-reserved);
    }
    if (resident) this.#loads += 1;
    if (resident?.covers(wanted?.spaces ?? []) === true && this.#cache.put(resident)) return true;
    resident?.release();
    files.forget(range);
    return false;
  }

  #codes(): CodeArena {
    this.#arena ??= new CodeArena(simdCodeKernel() ?? javascriptCodeKernel(), this.#cache.maxBytes);
    return this.#arena;
  }

  #estimate(key: string, { records, spaces }: IndexRequest): number {
    const codes = spaces.map(({ dimensions }) => bytesOfCodes(records, dimensions));
    const estimate = codes.reduce((sum, bytes) => sum + bytes, records * ENTRY_BYTES);
    return Math.max(estimate, records * (this.#measured.get(key) ?? 0));
  }
}
