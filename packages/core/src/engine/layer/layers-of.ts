import type { Memory } from "../../api/memory.js";
import type { Embedder } from "../../contracts/embedder.js";
import { MemoryView } from "../memory-view.js";
import { LayeredMemory } from "./layered-memory.js";

/**
 * Returns the layers of a memory, down to those that have no layers themselves, the one that is
 * written first. Any memory but a layered one is its own only layer.
 */
export function layersOf(memory: Memory): readonly [Memory, ...Memory[]] {
  if (!(memory instanceof LayeredMemory)) return [memory];
  const [first, ...others] = memory.layers;
  return [...layersOf(first), ...others.flatMap((one) => layersOf(one))];
}

/**
 * Returns the embedder that a memory was made with, the first of several; of a layered memory that
 * of its first layer. `undefined` where there is none, and for a memory that this copy of the
 * package did not make. It belongs to the memory: do not close it.
 */
export function embedderOf(memory: Memory): Embedder | undefined {
  return MemoryView.engineOf(layersOf(memory)[0])?.embedders[0];
}

/**
 * Returns the identity of the memory that a view is of, to keep something for each memory: the same
 * object for all views of what one `createMemory` made. Of a layered memory that of its first
 * layer. `undefined` for a memory that this copy of the package did not make.
 */
export function identityOf(memory: Memory): object | undefined {
  return MemoryView.engineOf(layersOf(memory)[0])?.identity;
}
