import { setImmediate } from "node:timers/promises";

import { VirtualTimers, wordEmbedder } from "@kioku/testing/support";

import { createMemory, inMemoryStore } from "../../src/index.js";
import type { Embedder, MemoryOptions } from "../../src/index.js";
import { completeStore } from "../../src/toolkit/index.js";
import type { EmbedResult } from "../../src/toolkit/index.js";

/** Error of an embedder or a store. */
export const DOWN = new Error("down");
/** Counts of a queue that has nothing. */
export const EMPTY = { ready: 0, leased: 0, delayed: 0, dead: 0 };
/** The report of a drain that found nothing. */
export const NOTHING = { embedded: 0, delayed: 0, dead: 0 };

/**
 * A memory that leaves embedding to workers, on a store that outlives it, and what its embedder was
 * asked.
 */
export function queued(options: Partial<MemoryOptions> = {}) {
  const timers = new VirtualTimers(new Date("2026-03-01T12:00:00Z"));
  const good = wordEmbedder();
  const state = {
    failure: undefined as Error | undefined,
    calls: [] as (readonly string[])[],
    /** Runs while the embedder is at work. */
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
    /** Fails at texts with this word. */
    poison: "nothing has this text",
    poisonFailure: new Error("poison"),
  };
  const embedder: Embedder = {
    ...good,
    embed: async (texts, embedOptions): Promise<EmbedResult> => {
      state.calls.push(texts);
      await state.meanwhile?.();
      embedOptions?.signal?.throwIfAborted();
      if (state.failure) throw state.failure;
      if (texts.some((text) => text.includes(state.poison))) throw state.poisonFailure;
      return good.embed(texts, embedOptions);
    },
  };
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const store = completeStore(options.store ?? inMemoryStore());
  const given = {
    embedder,
    embedding: "queued",
    clock: timers.clock,
    schedule: timers.schedule,
    random: () => 0.5,
    logger: { warn: log, error: log },
    ...options,
    store,
  } as const;
  const memory = createMemory(given);
  const embedded: string[] = [];
  memory.on("embedded", ({ scope, ids }) => embedded.push(`${scope.join("/")}: ${ids.length}`), {
    reach: "below",
  });
  return { memory, state, timers, store, embedded, embedder, logged, given };
}

/** Lets what is under way go on until it waits for a timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await setImmediate();
}
