import type { Memory } from "@kioku/core";
import { checkMethods, invalidInput } from "@kioku/core/toolkit";

/** What an app gave to a run, at `invoke`. A model cannot change it. */
export interface TrustedRun<Context> {
  /** `context` of the run. */
  readonly context: Context;
  /** `configurable.thread_id` of the run. */
  readonly threadId: string | undefined;
}

/** A view, or how to get one from what the app gave to the run: never from what a model wrote. */
export type MemorySource<Context = unknown> = Memory | ((run: TrustedRun<Context>) => Memory);

const METHODS = ["context", "forget", "read", "recall", "remember", "rememberAll", "update"];

/** Refuses anything but a memory and a function. */
export function checkSource(source: unknown, name: string): void {
  if (typeof source !== "function") checkMethods(source, name, METHODS);
}

/**
 * The memory of a run. What a source function throws goes through: a wrong choice of memory is a
 * mistake of the app.
 * @throws `invalid-input` if the function answers anything but a memory.
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

/** `thread_id` as a text; nothing if the app gave none. */
export function threadOf(configurable: unknown): string | undefined {
  const { thread_id: id } = (configurable ?? {}) as { readonly thread_id?: unknown };
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id.trim() !== "" ? id : undefined;
}
