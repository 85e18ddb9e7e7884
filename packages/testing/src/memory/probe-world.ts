import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Memory, MemoryEvents, MemoryRoot } from "@kioku/core";
import { EVENTS } from "@kioku/core/toolkit";
import type { CompleteStore, StoreCapabilities, WriteOp } from "@kioku/core/toolkit";

import { Picker } from "../support/picker.js";
import { replace } from "../support/replace.js";
import { testId } from "../test-records.js";
import { movableClock, type MovableClock } from "./memory-case.js";
import { OWNERS_OF_ALL, type Owner } from "./owners.js";
import { testEmbedder } from "./test-embedder.js";

/**
 * Ids that every scope has: a keyed record, two of one thread, a retired one, an expired one, and a
 * forgotten one.
 */
export const SHARED_IDS: Readonly<Record<"keyed" | "first" | "second", string>> = {
  keyed: testId(1),
  first: testId(2),
  second: testId(3),
};
const RETIRED_ID = testId(4);
const FORGOTTEN_ID = testId(6);

/** The id of the record of each scope that has expired, so that no read shows it. */
export const EXPIRED_ID: string = testId(5);

/** The ids above in one list. */
export const ALL_SHARED_IDS: readonly string[] = [
  ...Object.values(SHARED_IDS),
  RETIRED_ID,
  EXPIRED_ID,
  FORGOTTEN_ID,
];

/** The key that every scope has. */
export const SHARED_KEY = "the key";

/** A text that every scope has word for word. */
export const SHARED_TEXT = "The same words are in every scope";

/** Ops written at once. */
const BATCH = 300;

/** An event, and whose listener heard it. */
export interface HeardEvent {
  readonly by: Owner;
  readonly event: keyof MemoryEvents;
  readonly payload: MemoryEvents[keyof MemoryEvents];
}

/** A memory with the same records in each of the 200 scopes, but for the marker of their owner. */
export class ProbeWorld {
  readonly clock: MovableClock = movableClock();
  readonly memory: MemoryRoot;
  /** The store that is probed. */
  readonly store: CompleteStore;
  /** Events of all listeners since it was last emptied. */
  readonly heard: HeardEvent[] = [];
  readonly #ids = new Map<Owner, Set<string>>();
  readonly #imported = new Map<Owner, Set<string>>();
  readonly #picker: Picker;
  #writer: Owner | undefined;
  #nextId: string | undefined;

  constructor(store: CompleteStore, seed: number) {
    this.#picker = new Picker(seed);
    this.store = store;
    this.memory = this.#memoryOn(store);
  }

  /** The view of an owner's scope. From now on new records get the next ids of that scope. */
  viewOf(owner: Owner, memory: MemoryRoot = this.memory): Memory {
    this.#writer = owner;
    const [first, ...rest] = owner.scope;
    return first === undefined ? memory : memory.scope(first, ...rest);
  }

  /** Every id that was ever made for a scope. */
  idsOf(owner: Owner): ReadonlySet<string> {
    return this.#idsOf(owner);
  }

  /**
   * Returns how many records a scope can have: those made for it, and those that imports may bring.
   */
  mostOf(owner: Owner): number {
    return new Set([...this.#idsOf(owner), ...(this.#imported.get(owner) ?? [])]).size;
  }

  /** Says that an import may bring these ids into a scope. */
  expectImport(owner: Owner, ids: Iterable<string>): void {
    this.#imported.set(owner, new Set([...(this.#imported.get(owner) ?? []), ...ids]));
  }

  /**
   * Writes the same records into all scopes. A memory on the reference store says how; the store
   * gets what that one got, in large batches: scope by scope, a slow store would be filled for
   * longer than it is probed.
   */
  async fill(): Promise<void> {
    // The first write of every scope, then the second ones, so that no batch has two of one scope.
    const rounds: WriteOp[][] = [];
    for (const owner of OWNERS_OF_ALL) {
      const reference = inMemoryStore();
      let round = 0;
      const write: CompleteStore["write"] = (ops, options) => {
        (rounds[round++] ??= []).push(...ops);
        return reference.write(ops, options);
      };
      const memory = this.#memoryOn(replace(reference, { write }), this.store.capabilities);
      await this.#fillScope(this.viewOf(owner, memory), owner);
    }
    // Opens the store.
    await this.memory.list({ limit: 1 });
    for (const ops of rounds) {
      for (let start = 0; start < ops.length; start += BATCH) {
        const results = await this.store.write(ops.slice(start, start + BATCH));
        assert.ok(results.every(({ applied }) => applied));
      }
    }
    this.clock.advance(60_000);
  }

  /** Listens to every event in every scope, until the signal aborts. */
  listen(signal: AbortSignal): void {
    for (const by of OWNERS_OF_ALL) {
      const view = this.viewOf(by);
      for (const event of EVENTS) {
        view.on(event, (payload) => this.heard.push({ by, event, payload }), { signal });
      }
    }
  }

  #memoryOn(
    store: CompleteStore,
    { vector }: Pick<StoreCapabilities, "vector"> = store.capabilities,
  ): MemoryRoot {
    return createMemory({
      store,
      ...(vector === "none" ? {} : { embedder: testEmbedder() }),
      ranking: { minScore: 0 },
      retryEmbedding: false,
      clock: () => this.clock.now,
      random: () => this.#picker.number(),
      generateId: () => this.#makeId(),
    });
  }

  async #fillScope(view: Memory, owner: Owner): Promise<void> {
    const { marker, word } = owner;
    const by = { actor: marker, cause: `${marker} began` };
    const mine = { metadata: { owner: marker, word, shared: 1 }, dedupe: "off" } as const;
    await view.rememberAll(
      [
        {
          ...mine,
          content: `${marker} holds the key`,
          key: SHARED_KEY,
          value: { owner: marker },
          idempotencyKey: "once",
        },
        { ...mine, content: SHARED_TEXT, thread: "talk", idempotencyKey: "twice" },
        { ...mine, content: `${word} and then ${marker}`, thread: "talk" },
        { ...mine, content: `${word} was so ${marker}`, validTo: new Date("2026-02-01") },
        { ...mine, content: `${word} is over ${marker}`, ttlMs: 1_000 },
        { ...mine, content: `${word} is forgotten ${marker}`, idempotencyKey: "thrice" },
      ],
      by,
    );
    await view.forget(FORGOTTEN_ID, by);
    this.#nextId = owner.id;
    await view.remember(
      {
        ...mine,
        content: `${word} alone ${marker}`,
        key: owner.key,
        trust: 0.1,
        idempotencyKey: owner.idempotencyKey,
      },
      by,
    );
  }

  #idsOf(owner: Owner): Set<string> {
    const ids = this.#ids.get(owner) ?? new Set<string>();
    this.#ids.set(owner, ids);
    return ids;
  }

  /** The n-th record of a scope has the same id in every scope. */
  #makeId(): string {
    const ids = this.#idsOf(this.#writer ?? (OWNERS_OF_ALL[0] as Owner));
    const id = this.#nextId ?? testId(ids.size + 1);
    this.#nextId = undefined;
    ids.add(id);
    return id;
  }
}
