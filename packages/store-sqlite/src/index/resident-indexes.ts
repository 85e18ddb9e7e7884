import { rangeKey, type ScopeRange } from "@kioku/core/toolkit";

import type { IndexStats } from "../maintain/store-operations.js";
import { lastChange } from "../read/find-records.js";
import type { Connection } from "../sql/connection.js";
import type { Pause } from "../sql/scheduling.js";
import type { StoreContext } from "../sql/store-context.js";
import { bytesOfCodes, CodeArena } from "./codes/code-arena.js";
import { simdCodeKernel } from "./codes/code-kernel.js";
import { javascriptCodeKernel } from "./codes/javascript-code-kernel.js";
import { followChanges } from "./follow-changes.js";
import { IndexCache, SMALL_RANGE, type ResidentIndex, type IndexedSpace } from "./index-cache.js";
import { loadIndex } from "./load-index.js";
import { VectorCache } from "./similarities.js";
import { TermScores } from "./term-scores.js";

/** Approximate size of a record beside its codes. */
const ENTRY_BYTES = 40;
/** One in this many bytes of the limit is for whole vectors. */
const VECTORS_SHARE = 8;
const MAX_REQUESTED = 4_096;

/** A range and the spaces that a search needs. */
interface IndexRequest {
  readonly range: ScopeRange;
  readonly spaces: readonly IndexedSpace[];
  readonly records: number;
}

interface Loading {
  /** Runs work on one snapshot, on a connection that nobody else uses meanwhile. */
  readonly onConnection: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
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
  readonly #scores: TermScores[] = [];
  /** Measured bytes per record of ranges that did not fit. */
  readonly #measured = new Map<string, number>();
  #loads = 0;

  constructor(maxBytes: number) {
    const vectorBytes = Math.floor(maxBytes / VECTORS_SHARE);
    this.vectors = new VectorCache(vectorBytes);
    this.#cache = new IndexCache(maxBytes - vectorBytes);
  }

  /** Returns the number of records of a range that is to be loaded. */
  requestedRecords(range: ScopeRange): number | undefined {
    return this.#requested.get(rangeKey(range))?.records;
  }

  /** Requests an index of a range, to be loaded before its next search. */
  request({ range, spaces, records }: IndexRequest): void {
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
    const loading = this.#loading.get(key) ?? this.#load(key, how);
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
  }

  /** Returns scratch space for the scores of one search. */
  borrowScores(): TermScores {
    return this.#scores.pop() ?? new TermScores();
  }

  returnScores(scores: TermScores): void {
    scores.clear();
    this.#scores.push(scores);
  }

  get stats(): IndexStats {
    const indexes = [...this.#cache.indexes];
    const sum = (of: (resident: ResidentIndex) => number): number =>
      indexes.reduce((all, resident) => all + of(resident), 0);
    return {
      bytes: this.#cache.bytes,
      limitBytes: this.#cache.maxBytes + this.vectors.maxBytes,
      ranges: indexes.length,
      loads: this.#loads,
      records: sum(({ table }) => table.alive),
      codesBytes: sum(({ codesBytes }) => codesBytes),
      postingsBytes: sum(({ postings }) => postings.bytes),
      vectorsBytes: this.vectors.bytes,
    };
  }

  /** Waits for loads, then frees everything. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
    this.#cache.clear();
    this.vectors.clear();
    this.#scores.length = 0;
  }

  async #load(key: string, { onConnection, pause }: Loading): Promise<void> {
    const wanted = this.#requested.get(key);
    if (!wanted) return;
    const bytes = this.#estimate(key, wanted);
    if (!this.#cache.reserve(bytes)) return;
    let resident: ResidentIndex | undefined;
    try {
      const { range, spaces } = wanted;
      const { maxBytes } = this.#cache;
      const arena = (this.#arena ??= new CodeArena(
        simdCodeKernel() ?? javascriptCodeKernel(),
        maxBytes,
      ));
      this.#loads += 1;
      resident = await onConnection((connection) =>
        loadIndex(connection, { range, spaces, arena, pause }),
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

  #estimate(key: string, { records, spaces }: IndexRequest): number {
    const codes = spaces.map(({ dimensions }) => bytesOfCodes(records, dimensions));
    const estimate = codes.reduce((sum, bytes) => sum + bytes, records * ENTRY_BYTES);
    return Math.max(estimate, records * (this.#measured.get(key) ?? 0));
  }
}
