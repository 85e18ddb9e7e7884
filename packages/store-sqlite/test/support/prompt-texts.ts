import { createMemory } from "@kioku/core";
import type { Memory, MemoryRoot } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";
import { oldModel } from "./test-model.js";

/** A memory in a file, with a model that answers the same in every process. */
export function memoryIn(path: string): MemoryRoot {
  return createMemory({ store: sqliteStore({ path }), embedder: oldModel() });
}

const QUESTIONS = ["When does Ann water the garden?", "花园什么时候浇水？", "garden"];

/** The prompts that a memory gives for a few questions, in both orders and several sizes. */
export async function promptTexts(memory: Memory): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const query of QUESTIONS) {
    for (const order of ["relevance", "time"] as const) {
      for (const [budget, neighbours] of [
        [4_000, 1],
        [200, 0],
      ] as const) {
        const { text } = await memory.context({ query, neighbours }, { budget, order });
        texts.push(text);
      }
    }
  }
  return texts;
}
