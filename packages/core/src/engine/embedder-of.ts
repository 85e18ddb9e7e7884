import type { Memory } from "../api/memory.js";
import type { Embedder } from "../contracts/embedder.js";
import { LayeredMemory } from "./layer/layered-memory.js";
import { MemoryView } from "./memory-view.js";

/**
 * The embedder that a memory was made with, the first of several, for those who compare texts of
 * their own by the same model; of a layered memory that of its first layer. `undefined` where there
 * is none, and for a memory that this copy of the package did not make. It belongs to the memory:
 * do not close it.
 */
export function embedderOf(memory: Memory): Embedder | undefined {
  if (memory instanceof LayeredMemory) return embedderOf(memory.first);
  return MemoryView.engineOf(memory)?.embedders[0];
}
