import type { Memory } from "../api/memory.js";

/** Key under which views carry their state; two copies of this package use the same. */
const STATE: unique symbol = Symbol.for("@kioku/core/memory-state");

/** State that parts of an app keep for one memory, by keys of their own. */
export type MemoryState = Map<string, unknown>;

interface Carrier {
  readonly [STATE]?: MemoryState;
}

/** Returns the state of a memory; an object that carries none gets its own. */
export function memoryState(memory: Memory & Carrier): MemoryState {
  const known = memory[STATE];
  if (known) return known;
  const fresh: MemoryState = new Map();
  carryState(memory, fresh);
  return fresh;
}

/** Attaches state to a view, hidden from those who list or compare its members. */
export function carryState(memory: Memory, state: MemoryState): void {
  Reflect.defineProperty(memory, STATE, { value: state });
}

/**
 * Returns the value that a memory keeps under `key`, made by `create` on first use. Parts of an app
 * that have only the memory in common share it: all views of a memory, in all copies of the
 * packages, have the same, and a layered memory that of its first layer. A stand-in that carries no
 * state of a memory has its own.
 */
export function stateOf<T>(memory: Memory, key: string, create: () => T): T {
  const state = memoryState(memory);
  if (!state.has(key)) state.set(key, create());
  return state.get(key) as T;
}
