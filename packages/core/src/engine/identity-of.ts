import type { Memory } from "../api/memory.js";
import { LayeredMemory } from "./layer/layered-memory.js";
import { MemoryView } from "./memory-view.js";

/**
 * The identity of the memory that a view is of, for those who keep something for each memory: the
 * same object for all views of what one `createMemory` made, and another for every other one,
 * whatever the scopes are called. Of a layered memory that of its first layer. `undefined` for a
 * memory that this copy of the package did not make.
 */
export function identityOf(memory: Memory): object | undefined {
  if (memory instanceof LayeredMemory) return identityOf(memory.first);
  return MemoryView.engineOf(memory)?.identity;
}
