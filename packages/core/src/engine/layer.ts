import type { Memory } from "../api/memory.js";
import type { Embedder } from "../contracts/embedder.js";
import { checkMethods } from "../internal/check/check.js";
import { LayeredMemory } from "./layer/layered-memory.js";
import { MemoryView } from "./memory-view.js";

/**
 * Several memories as one: `layer(session, user, team)` reads all of them and writes to the first.
 *
 * - `recall`, `context` and `surface` ask all layers at once and merge by score. What several
 *   layers say is there once, from the earliest layer that can be trusted as much; `limit` and the
 *   share of untrusted memories, the least of all layers, hold for the merged answer.
 * - `get`, `read` and `history` give what the first layer has that has anything.
 * - `list` and `scopes` page through all layers in one order, a record at one place in it once.
 *   `on` hears of all layers.
 * - Every other verb is the first layer's; `scope` narrows it and keeps the others.
 *
 * A layer that fails makes the call fail.
 * @throws `invalid-input` for a layer that is no memory.
 */
export function layer(first: Memory, ...rest: readonly Memory[]): Memory {
  const members = Object.getOwnPropertyNames(MemoryView.prototype);
  const verbs = members.filter((name) => name !== "constructor");
  for (const [index, memory] of [first, ...rest].entries()) {
    checkMethods(memory, `layer ${index + 1}`, verbs);
  }
  return new LayeredMemory(first, rest);
}

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
