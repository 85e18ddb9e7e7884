import { deepEqual, equal, ok } from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

import { createMemory, type Memory, type MemoryRecord, type MemoryRoot } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import type { FaultyEmbedder } from "../support/faulty-embedder.js";
import { seededRandom } from "../support/picker.js";
import type { VirtualTimers } from "../support/virtual-timers.js";
import { watchedStore, type WatchedStore } from "./watched-store.js";

/** A record as it has to be, after all that was acknowledged. */
export interface KnownRecord {
  readonly id: string;
  readonly kind: string;
  content: string;
  readonly key?: string | undefined;
  searchable: boolean;
  trusted: boolean;
  version: number;
  uses: number;
  readonly idempotencyKeys: Set<string>;
}

/** Contents that a scope has to have after all that was acknowledged, in the order of writing. */
export class Acknowledged {
  readonly records: Map<string, KnownRecord> = new Map();

  byKey(key: string): KnownRecord | undefined {
    return [...this.records.values()].find((record) => record.key === key);
  }

  byIdempotencyKey(key: string): KnownRecord | undefined {
    return [...this.records.values()].find((record) => record.idempotencyKeys.has(key));
  }

  /** The oldest note that says the same and is trusted as much. */
  bySaying(content: string, trusted: boolean): KnownRecord | undefined {
    return [...this.records.values()].find((record) => says(record, content, trusted));
  }

  /** Fails unless these are the records, all of them, as they have to be. */
  check(records: readonly MemoryRecord[]): void {
    const ids = records.map(({ id }) => id).toSorted();
    deepEqual(ids, [...this.records.keys()].toSorted(), "the records are those acknowledged");
    for (const record of records) {
      const known = this.records.get(record.id);
      ok(known);
      equal(record.content, known.content, "the text is the one acknowledged last");
      equal(record.version, known.version, "each change made one version");
      equal(record.strength.uses, known.uses, "each repetition strengthened once");
    }
  }
}

/** Returns true if a note has this text and this trust. */
export function says(record: KnownRecord, content: string, trusted: boolean): boolean {
  return record.kind === "note" && record.content === content && record.trusted === trusted;
}

/** Milliseconds that a call of an embedder may take in a schedule. */
export const EMBED_TIMEOUT_MS = 30_000;

/** Counts of schedules, so that a test can see that something happened. */
export interface FaultCounts {
  steps: number;
  stored: number;
  queued: number;
  duplicates: number;
  rejected: number;
  /** Vectors that the background wrote. */
  retried: number;
  /** Vectors that `reindex` wrote in the end. */
  reindexed: number;
  reopened: number;
  /** Number of times that each fault of the embedder happened. */
  readonly faults: Map<string, number>;
}

/** Parts of a world. */
export interface FaultWorldParts {
  readonly store: CompleteStore;
  /** Returns the store to go on with after a memory on it was closed. */
  readonly reopen: (store: CompleteStore) => CompleteStore | Promise<CompleteStore>;
  readonly embedders: readonly FaultyEmbedder[];
  readonly timers: VirtualTimers;
  readonly random: () => number;
  readonly counts: FaultCounts;
}

/** Where a schedule happens: a memory, what it acknowledged, and a time and a chance of its own. */
export class FaultWorld {
  readonly scopes: readonly string[] = ["ann", "bo"];
  readonly counts: FaultCounts;
  readonly timers: VirtualTimers;
  readonly embedders: readonly FaultyEmbedder[];
  readonly #parts: FaultWorldParts;
  readonly #known: ReadonlyMap<string, Acknowledged>;
  #store: WatchedStore;
  #memory: MemoryRoot;
  /** True if a memory was closed, which may have left something for `reindex`. */
  wasReopened = false;

  constructor(parts: FaultWorldParts) {
    this.#parts = parts;
    this.counts = parts.counts;
    this.timers = parts.timers;
    this.embedders = parts.embedders;
    this.#known = new Map(this.scopes.map((scope) => [scope, new Acknowledged()]));
    this.#store = watchedStore(parts.store);
    this.#memory = this.#createMemory();
  }

  get memory(): MemoryRoot {
    return this.#memory;
  }

  get store(): CompleteStore {
    return this.#store.store;
  }

  view(scope: string): Memory {
    return this.#memory.scope(scope);
  }

  known(scope: string): Acknowledged {
    return this.#known.get(scope) ?? new Acknowledged();
  }

  chance(share: number): boolean {
    return this.#parts.random() < share;
  }

  /** A whole number from 0 up to and without `below`. */
  number(below: number): number {
    return Math.floor(this.#parts.random() * below);
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.number(from.length)] ?? from[0];
  }

  /** Share of the calls of all embedders that fail from now on. */
  setFaultiness(share: number): void {
    for (const embedder of this.embedders) embedder.faultiness = share;
  }

  /** Lets everything happen that waits for nothing but its turn. */
  async settle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 3; quietTurns += 1) {
      await setImmediate();
      // A store on a server answers when it answers.
      if (this.#store.underWay() > 0) quietTurns = -1;
    }
  }

  /** Closes the memory, as a process that ends, and begins another one on what it wrote. */
  async reopen(): Promise<void> {
    await this.#memory.close();
    this.#store = watchedStore(await this.#parts.reopen(this.#store.store));
    this.#memory = this.#createMemory();
    this.wasReopened = true;
    this.counts.reopened += 1;
  }

  #createMemory(): MemoryRoot {
    const { embedders, timers, random, counts } = this.#parts;
    const memory = createMemory({
      store: this.#store.store,
      embedder: embedders,
      embedTimeoutMs: EMBED_TIMEOUT_MS,
      ranking: { minScore: 0 },
      retryEmbedding: { minDelayMs: 1_000, maxDelayMs: 60_000 },
      clock: timers.clock,
      schedule: timers.schedule,
      random: seededRandom(Math.floor(random() * 2 ** 32)),
    });
    const count = ({ ids }: { readonly ids: readonly string[] }): void => {
      counts.retried += ids.length;
    };
    memory.on("embedded", count, { reach: "below" });
    return memory;
  }
}
