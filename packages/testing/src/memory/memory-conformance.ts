import { createMemory, type MemoryRoot, type MemoryStore } from "@kioku/core";
import type { AnyPlugin } from "@kioku/core/toolkit";

import { missingRequirement } from "../conformance-case.js";
import type { ConformanceCase, ConformanceOutcome } from "../conformance-case.js";
import type { CreateStore } from "../store/store-conformance.js";
import { seededRandom } from "../support/picker.js";
import { memoryConcurrencyCases } from "./cases/concurrency.js";
import { memoryForgettingCases } from "./cases/forgetting.js";
import { memoryIsolationCases } from "./cases/isolation.js";
import { memoryReceiptsCases } from "./cases/receipts.js";
import { memoryTransferCases } from "./cases/transfer.js";
import { memoryVersionsInTimeCases } from "./cases/versions-in-time.js";
import { memoryVersionCases } from "./cases/versions.js";
import { movableClock, type MemoryCase, type MemorySubject } from "./memory-case.js";
import { testEmbedder } from "./test-embedder.js";

/** Every case of the memory suite. */
const ALL_MEMORY_CASES: readonly MemoryCase[] = [
  ...memoryConcurrencyCases,
  ...memoryForgettingCases,
  ...memoryIsolationCases,
  ...memoryReceiptsCases,
  ...memoryTransferCases,
  ...memoryVersionsInTimeCases,
  ...memoryVersionCases,
];

/**
 * Returns the promises of `Memory` on every store as cases for any test runner: those that a store
 * breaks although each of its methods looks right by itself. Each case makes its own empty stores
 * with `create` and closes them.
 */
export function memoryConformance(create: CreateStore): readonly ConformanceCase[] {
  return memoryConformanceWith({ create, createPlugins: async () => [] });
}

/** Parts of memories. */
interface MemoryParts {
  readonly create: CreateStore;
  /** Makes plugins of its own for each memory. */
  readonly createPlugins: () => Promise<readonly AnyPlugin[]>;
}

/** The same for memories with plugins. */
export function memoryConformanceWith(parts: MemoryParts): readonly ConformanceCase[] {
  return ALL_MEMORY_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires,
    run: () => runCase(one, parts),
  }));
}

async function runCase(one: MemoryCase, parts: MemoryParts): Promise<ConformanceOutcome> {
  const store = await parts.create();
  const missing = missingRequirement(one.requires, store);
  if (missing) {
    await store.close();
    return { status: "skipped", missing };
  }
  const { subject, close } = await subjectOn(store, parts);
  try {
    await one.check(subject);
  } catch (error) {
    // The first failure counts, not that closing fails as well.
    await close().catch(() => undefined);
    throw error;
  }
  await close();
  return { status: "passed" };
}

async function subjectOn(
  store: MemoryStore,
  { create, createPlugins }: MemoryParts,
): Promise<{ readonly subject: MemorySubject; readonly close: () => Promise<void> }> {
  const clock = movableClock();
  const embedder = testEmbedder();
  const made: MemoryRoot[] = [];
  const memoryOn = async (one: MemoryStore): Promise<MemoryRoot> => {
    const plugins = await createPlugins();
    const memory = createMemory({
      store: one,
      plugins,
      ...(one.capabilities.vector === "none" ? {} : { embedder }),
      ranking: { minScore: 0 },
      retryEmbedding: false,
      clock: () => clock.now,
      random: seededRandom(made.length + 1),
    });
    made.push(memory);
    return memory;
  };
  const subject: MemorySubject = {
    memory: await memoryOn(store),
    beside: await memoryOn(store),
    clock,
    embedder,
    elsewhere: async () => memoryOn(await create()),
  };
  return {
    subject,
    close: async () => {
      await Promise.all(made.map((memory) => memory.close()));
    },
  };
}
