import type { Memory } from "../api/memory.js";
import { LayeredMemory } from "./layer/layered-memory.js";

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
