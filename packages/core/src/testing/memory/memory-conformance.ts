import { createMemory } from "../../memory/create-memory.js";
import type { MemoryRoot } from "../../memory/memory-root.js";
import type { MemoryStore } from "../../store/memory-store.js";
import { missingRequirement } from "../conformance-case.js";
import type { ConformanceCase, ConformanceOutcome } from "../conformance-case.js";
import { seededRandom } from "../store/random.js";
import type { CreateStore } from "../store/store-conformance.js";
import { ALL_MEMORY_CASES } from "./all-memory-cases.js";
import type { MemoryCase, MemorySubject } from "./memory-case.js";
import { movableClock } from "./movable-clock.js";
import { testEmbedder } from "./test-embedder.js";

/**
 * What `Memory` promises on every store, as cases for any test runner: the promises that a store breaks although each of its methods
 * looks right by itself. Each case makes its own empty stores with `create` and closes them.
 */
export function memoryConformance(create: CreateStore): readonly ConformanceCase[] {
  return ALL_MEMORY_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires ?? [],
    run: () => runCase(one, create),
  }));
}

async function runCase(one: MemoryCase, create: CreateStore): Promise<ConformanceOutcome> {
  const store = await create();
  const missing = missingRequirement(one.requires ?? [], store);
  if (missing) {
    await store.close();
    return { status: "skipped", missing };
  }
  const { subject, close } = subjectOn(store, create);
  try {
    await one.check(subject);
  } catch (error) {
    // What went wrong first is what counts, not that closing fails as well.
    await close().catch(() => undefined);
    throw error;
  }
  await close();
  return { status: "passed" };
}

function subjectOn(
  store: MemoryStore,
  create: CreateStore,
): { readonly subject: MemorySubject; readonly close: () => Promise<void> } {
  const clock = movableClock();
  const embedder = testEmbedder();
  const made: MemoryRoot[] = [];
  const memoryOn = (one: MemoryStore): MemoryRoot => {
    const memory = createMemory({
      store: one,
      ...(one.capabilities.vector === "none" ? {} : { embedder }),
      retryEmbedding: false,
      clock: () => clock.now,
      random: seededRandom(made.length + 1),
    });
    made.push(memory);
    return memory;
  };
  const subject: MemorySubject = {
    memory: memoryOn(store),
    beside: memoryOn(store),
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
