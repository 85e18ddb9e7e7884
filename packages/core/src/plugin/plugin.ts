import type { RememberInput } from "../memory/inputs.js";
import type { Memory } from "../memory/memory.js";
import type { RecalledMemory, RecallQuery } from "../memory/recall-query.js";
import type { CallOptions } from "../model/call-options.js";
import type { MemoryRecord } from "../model/record.js";
import type { Scope } from "../model/scope.js";

/** What every hook is told. */
export interface HookContext extends CallOptions {
  /** The scope of the call. */
  readonly scope: Scope;
}

/** A plugin's no to a write. */
export interface Veto {
  /** Why, for the receipt. */
  readonly veto: string;
}

/** A plugin that extends a memory. */
export interface Extending<Api = unknown> {
  /** Makes the extension. */
  extend(memory: Memory): Api;
}

/**
 * Hooks run in the order of the plugins, each on the result of the one before. `before…` may change what it is given or
 * veto it; `after…` observes what is committed, except `afterRecall`, which may drop or reorder hits.
 */
export interface MemoryHooks {
  /**
   * Before every write, those of `set` and `update` included (they show the record as it would be). Returns the input to
   * write, or a veto: `{ veto: reason }`.
   */
  beforeRemember?(input: RememberInput, context: HookContext): Awaitable<RememberInput | Veto>;
  /** After commit, once per record written. */
  afterRemember?(record: MemoryRecord, context: HookContext): Awaitable<void>;
  /** Before a recall, and before `surface`: its cue is then the query, or an empty text if there is none. */
  beforeRecall?(query: RecallQuery, context: HookContext): Awaitable<RecallQuery>;
  /** After a recall, and after `surface`. */
  afterRecall?(
    results: readonly RecalledMemory[],
    query: RecallQuery,
    context: HookContext,
  ): Awaitable<readonly RecalledMemory[]>;
  /** After commit of a deletion. */
  afterForget?(ids: readonly string[], context: HookContext): Awaitable<void>;
}

/** A value or the promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** Adds behaviour to a memory. */
export interface MemoryPlugin<Id extends string = string, Api = unknown> {
  /** Name in receipts and errors, and the property that `extend`'s result is reached by: `memory.redact`. */
  readonly id: Id;
  /** What it does when. */
  readonly hooks?: MemoryHooks;
  /** Called once by `createMemory` with the root view. */
  extend?(memory: Memory): Api;
  /** Called once by `memory.close()`. */
  close?(): Awaitable<void>;
}

/** Any plugin, whatever it extends. */
export type AnyPlugin = MemoryPlugin;

/** The properties that plugins add to a memory. */
export type Extensions<P extends readonly AnyPlugin[]> = {
  readonly [
    Plugin in P[number] as Plugin extends Extending ? Plugin["id"] : never
  ]: Plugin extends Extending<infer Api> ? Api : never;
};

/** Returns the plugin as it is, checked where it is written and with its own type, so that `extend` stays typed. */
export function definePlugin<const P extends AnyPlugin>(plugin: P): P {
  return plugin;
}
