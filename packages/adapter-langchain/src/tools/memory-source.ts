import type { Memory } from "@kioku/core";
import { checkMethods, invalidInput } from "@kioku/core/toolkit";

/** Data that an app gave to a run at `invoke`. A model cannot change it. */
export interface TrustedRun<Context> {
  /** `context` of the run. */
  readonly context: Context;
  /** `configurable.thread_id` of the run. */
  readonly threadId: string | undefined;
}

/** View of a memory, or a function that returns one from the app's data, never from a model's. */
export type MemorySource<Context = unknown> = Memory | ((run: TrustedRun<Context>) => Memory);

const METHODS = ["context", "forget", "read", "recall", "remember", "rememberAll", "update"];

/** Checks for a memory or a function. */
export function checkSource(source: unknown, name: string): void {
  if (typeof source !== "function") checkMethods(source, name, METHODS);
}

/**
 * Returns the memory of a run. Errors of the source function pass through.
 * @throws `invalid-input` if it returns no memory.
 */
export function memoryOf<Context>(source: MemorySource<Context>, run: TrustedRun<Context>): Memory {
  if (typeof source !== "function") return source;
  const memory: unknown = source(run);
  if (memory instanceof Promise) {
    memory.catch(() => undefined);
    throw invalidInput("what the function for the memory answers", "a memory and no promise");
  }
  checkMethods(memory, "what the function for the memory answers", METHODS);
  return memory as Memory;
}

/** Returns `thread_id` as text, if the app gave one. */
export function threadOf(configurable: unknown): string | undefined {
  const { thread_id: id } = (configurable ?? {}) as { readonly thread_id?: unknown };
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id.trim() !== "" ? id : undefined;
}
