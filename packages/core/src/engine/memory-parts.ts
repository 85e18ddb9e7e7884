import type { Memory } from "../api/memory.js";
import type { Embedder } from "../contracts/embedder.js";
import { LayeredMemory } from "./layer/layer.js";
import { MemoryView } from "./memory-view.js";

/**
 * Returns the innermost layers of a memory, the one that is written first. A memory without layers
 * is its own only layer.
 */
export function layersOf(memory: Memory): readonly [Memory, ...Memory[]] {
  if (!(memory instanceof LayeredMemory)) return [memory];
  const [first, ...others] = memory.layers;
  return [...layersOf(first), ...others.flatMap((one) => layersOf(one))];
}

/**
 * Returns the first embedder of a memory (of its first layer), for comparing other texts by the
 * same model; `undefined` for memories of other copies of this package. Do not close it.
 */
export function embedderOf(memory: Memory): Embedder | undefined {
  return MemoryView.engineOf(layersOf(memory)[0])?.embedders[0];
}

/**
 * Returns one object for all views of one memory, to keep things by memory (of its first layer);
 * `undefined` for memories of other copies of this package.
 */
export function memoryIdentity(memory: Memory): object | undefined {
  return MemoryView.engineOf(layersOf(memory)[0])?.identity;
}
