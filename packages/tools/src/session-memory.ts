import type { Memory } from "@kioku/core";

/** View of one talk. */
export interface SessionViewOptions {
  /**
   * False if later prompts of the talk do not hold what an earlier one was given, as with text that
   * is added to one turn only. @defaultValue `true`
   */
  readonly keepsContext?: boolean | undefined;
}

/** A memory with a view of each talk that knows what the talk was told, such as a `Mind`. */
export interface SessionMemory extends Memory {
  /** Returns the view of a talk. */
  session(thread: string, options?: SessionViewOptions): Memory;
}

/** Returns the view of a talk, if the memory has such views and the talk is known; else itself. */
export function memoryOfThread(
  memory: Memory,
  thread: string | undefined,
  options: SessionViewOptions,
): Memory {
  return thread !== undefined && hasSessions(memory) ? memory.session(thread, options) : memory;
}

/** Returns true for a memory with a view of each talk. */
export function hasSessions(memory: Memory & Partial<SessionMemory>): memory is SessionMemory {
  return typeof memory.session === "function";
}
