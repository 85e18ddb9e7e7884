import type { Memory } from "@kioku/core";
import { standInFor } from "@kioku/core/toolkit";

/** A call of a view of a talk. */
export interface TalkCall {
  /** Thread of the talk. */
  readonly thread: string;
  /** Option of the view; absent if it was left out. */
  readonly keepsContext?: boolean | undefined;
  /** Verb that was called. */
  readonly verb: string;
}

/** A memory that delegates all to another one and has views of talks. */
export interface TalkingMemory extends Memory {
  /** Calls of the views, in order. */
  readonly calls: readonly TalkCall[];
  /**
   * Returns the view of a talk: `recall` and `context` leave out what the talk was told already, if
   * it keeps context.
   */
  session(thread: string, options?: { readonly keepsContext?: boolean | undefined }): Memory;
}

/** Makes a stand-in of a memory with views of talks, as a mind is one. */
export function talkingMemory(memory: Memory): TalkingMemory {
  const calls: TalkCall[] = [];
  const toldByThread = new Map<string, Set<string>>();
  const session: TalkingMemory["session"] = (thread, { keepsContext } = {}) => {
    const told = toldByThread.get(thread) ?? new Set<string>();
    toldByThread.set(thread, told);
    const left = (): readonly string[] => (keepsContext === false ? [] : [...told]);
    const recall: Memory["recall"] = async (query, options) => {
      const asked = typeof query === "string" ? { query } : query;
      const found = await memory.recall({ ...asked, exclude: left() }, options);
      for (const { id } of found) told.add(id);
      return found;
    };
    const context: Memory["context"] = async (query, options) => {
      const asked = typeof query === "string" ? { query } : (query ?? {});
      const found = await memory.context({ ...asked, exclude: left() }, options);
      for (const { memory: shown } of found.included) told.add(shown.id);
      return found;
    };
    return delegate(memory, { recall, context }, (verb) =>
      calls.push({ thread, keepsContext, verb }),
    );
  };
  return Object.assign(delegate(memory, {}), { calls, session });
}

/** Returns an object of its own with all verbs of a memory. */
function delegate(
  memory: Memory,
  own: Partial<Memory>,
  onCall: (verb: string) => void = () => undefined,
): Memory {
  const view: unknown = Object.getPrototypeOf(memory.scope("any"));
  const standIn: Record<string, unknown> = { scopePath: memory.scopePath };
  for (const verb of Object.getOwnPropertyNames(view)) {
    if (verb === "constructor") continue;
    const target = Object.hasOwn(own, verb) ? own : memory;
    const method = Reflect.get(target, verb) as (...call: unknown[]) => unknown;
    standIn[verb] = (...call: unknown[]): unknown => {
      onCall(verb);
      return method.apply(target, call);
    };
  }
  return standInFor(standIn as unknown as Memory, memory);
}
