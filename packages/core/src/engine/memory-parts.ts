import type { Memory } from "../api/memory.js";
import type { Embedder } from "../contracts/embedder.js";
import { LayeredMemory } from "./layer/layered-memory.js";
import { MemoryView } from "./memory-view.js";

/**
 * The layers of a memory, down to those that have no layers themselves, for those who must tell
 * them apart: first the one that is written, then the others in their order. Any memory but a
 * layered one is its own only layer.
 */
export function layersOf(memory: Memory): readonly [Memory, ...Memory[]] {
  if (!(memory instanceof LayeredMemory)) return [memory];
  const [first, ...others] = memory.layers;
  return [...layersOf(first), ...others.flatMap((one) => layersOf(one))];
}

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

/**
 * The identity of the memory that a view is of, for those who keep something for each memory: the
 * same object for all views of what one `createMemory` made, and another for every other one,
 * whatever the scopes are called. Of a layered memory that of its first layer. `undefined` for a
 * memory that this copy of the package did not make.
 */
export function memoryIdentity(memory: Memory): object | undefined {
  if (memory instanceof LayeredMemory) return memoryIdentity(memory.first);
  return MemoryView.engineOf(memory)?.identity;
}
