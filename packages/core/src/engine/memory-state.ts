import type { Memory } from "../api/memory.js";

/** Shared by all copies of this package. */
const STATE: unique symbol = Symbol.for("@kioku/core/memory-state");

/** State of parts of an app for one memory, by key. */
export type MemoryState = Map<string, unknown>;

/** Returns the state of a memory; a stand-in gets its own. */
export function memoryState(memory: Memory & { readonly [STATE]?: MemoryState }): MemoryState {
  const known = memory[STATE];
  if (known) return known;
  const fresh: MemoryState = new Map();
  carryState(memory, fresh);
  return fresh;
}

/** Attaches state to a view as a hidden member. */
export function carryState(memory: Memory, state: MemoryState): void {
  Reflect.defineProperty(memory, STATE, { value: state });
}

const INNER: unique symbol = Symbol.for("@kioku/core/inner-memory");

/** Makes a stand-in, which delegates to a memory, share the state, embedder and identity of it. */
export function standInFor<T extends Memory>(standIn: T, memory: Memory): T {
  carryState(standIn, memoryState(memory));
  Reflect.defineProperty(standIn, INNER, { value: memory });
  return standIn;
}

/** Returns the memory that a stand-in of `standInFor` stands for; any other one itself. */
export function innermost(memory: Memory & { readonly [INNER]?: Memory }): Memory {
  const inner = memory[INNER];
  return inner === undefined ? memory : innermost(inner);
}

/** Returns the value of a memory (or its first layer) by key, shared by all its views. */
export function stateOf<T>(memory: Memory, key: string, create: () => T): T {
  const state = memoryState(memory);
  if (!state.has(key)) state.set(key, create());
  return state.get(key) as T;
}
