import { createMemory, inMemoryStore, type MemoryOptions, type MemoryRoot } from "@kioku/core";
import type { AnyPlugin, Extensions } from "@kioku/core/toolkit";

import { seededRandom } from "./picker.js";
import { wordEmbedder } from "./word-embedder.js";

/** A memory of `testMemory`. */
export interface TestMemory<P extends readonly AnyPlugin[]> {
  /** The memory, with the extensions of its plugins. */
  readonly memory: MemoryRoot & Extensions<P>;
  /** Its clock. */
  readonly clock: TestClock;
}

/** A clock that stands still until told otherwise. */
export interface TestClock {
  /** The time; set it to move the clock. */
  now: Date;
}

/**
 * A memory on the in-memory store with the test embedder, a clock to be set by hand and seeded ids.
 */
export function testMemory<const P extends readonly AnyPlugin[] = readonly AnyPlugin[]>(
  options: Partial<Omit<MemoryOptions, "plugins">> & { readonly plugins?: P } = {},
): TestMemory<P> {
  const clock: TestClock = { now: new Date("2026-03-01T12:00:00Z") };
  const memory = createMemory({
    store: inMemoryStore(),
    embedder: wordEmbedder(),
    clock: () => clock.now,
    random: seededRandom(1),
    ...options,
    // Small vectors without a model say little about relevance.
    ranking: { minScore: 0, ...options.ranking },
  });
  return { memory, clock };
}
