import type { Memory } from "../api/memory.js";
import type { Embedder } from "../contracts/embedder.js";
import { LayeredMemory } from "./layer/layered-memory.js";
import { MemoryView } from "./memory-view.js";

/** Returns the innermost layers of a memory, the written one first; without layers itself. */
export function layersOf(memory: Memory): readonly [Memory, ...Memory[]] {
  if (!(memory instanceof LayeredMemory)) return [memory];
  const [first, ...others] = memory.layers;
  return [...layersOf(first), ...others.flatMap((one) => layersOf(one))];
}

/** Returns the first embedder of a memory or its first layer, not to be closed, if known. */
export function embedderOf(memory: Memory): Embedder | undefined {
  return MemoryView.engineOf(layersOf(memory)[0])?.embedders[0];
}

/** Returns one object for all views of a memory or its first layer; else `undefined`. */
export function memoryIdentity(memory: Memory): object | undefined {
  return MemoryView.engineOf(layersOf(memory)[0])?.identity;
}
