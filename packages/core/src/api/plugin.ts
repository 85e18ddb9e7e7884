import type { WriteOptions } from "../model/call-options.js";
import type { MemoryRecord } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { Operation } from "./events.js";
import type { ForgetTarget } from "./forget-inputs.js";
import type { RememberInput } from "./inputs.js";
import type { Memory } from "./memory.js";
import type { RecallQuery, RecalledMemory } from "./queries.js";

/** Context of a hook: one object per call and scope, fit as the key of a `WeakMap`. */
export interface HookContext extends WriteOptions {
  /** The scope of the call; for `afterForget` that of the records. */
  readonly scope: Scope;
  /** The verb that was called. */
  readonly operation: Operation;
  /** When the call began, by the memory's clock. */
  readonly at: Date;
  /** True if the patch of an `update` names a key, which the input then shows. */
  readonly changesKey?: boolean | undefined;
}

/** A plugin's no to a write, or to a deletion. */
export interface Veto {
  /** Why, for the receipt or the error. Not blank. */
  readonly veto: string;
}

/** A plugin that extends a memory. */
export interface Extending<Api = unknown> {
  /** Makes the extension. */
  extend(memory: Memory): Api;
}

/** A hook with its place among those of all plugins. */
export interface OrderedHook<Handler> {
  /** `pre`: before those without order; `post`: after them; then in the order of plugins. */
  readonly order?: "pre" | "post" | undefined;
  /** The hook itself. */
  readonly handler: Handler;
}

/** A function, or one that says when its turn is. */
export type Hook<Handler> = Handler | OrderedHook<Handler>;

/** Hook before a write: returns a changed input, a veto, or nothing to leave it as it is. */
export type BeforeRememberHook = (
  input: RememberInput,
  context: HookContext,
) => Awaitable<RememberInput | Veto | void>;

/** Hook after a write, called with each record that was written. */
export type AfterRememberHook = (record: MemoryRecord, context: HookContext) => Awaitable<void>;

/** Hook at the end of a call that wrote, or tried to. */
export type SettledHook = (context: HookContext) => Awaitable<void>;

/** Hook before a recall: returns a changed query, or nothing to leave it as it is. */
export type BeforeRecallHook = (
  query: RecallQuery,
  context: HookContext,
) => Awaitable<RecallQuery | void>;

/** Hook after a recall: returns the hits to keep, unchanged, in order, or nothing to keep all. */
export type AfterRecallHook = (
  results: readonly RecalledMemory[],
  query: RecallQuery,
  context: HookContext,
) => Awaitable<readonly RecalledMemory[] | void>;

/** Hook before a deletion: returns a veto, or nothing. */
export type BeforeForgetHook = (target: ForgetTarget, call: HookContext) => Awaitable<Veto | void>;

/** Hook after a deletion, called with the ids that are gone. */
export type AfterForgetHook = (ids: readonly string[], context: HookContext) => Awaitable<void>;

/**
 * Hooks of a plugin, run by `order`, then in the order of plugins, each on the result of the one
 * before. `before…` may change or veto; `after…` observes, but `afterRecall` may drop hits.
 */
export interface MemoryHooks {
  /** Before writes but `import`; returns the input to write, or a veto: `{ veto: reason }`. */
  readonly beforeRemember?: Hook<BeforeRememberHook> | undefined;
  /** After commit, once per record written. */
  readonly afterRemember?: Hook<AfterRememberHook> | undefined;
  /** At the end of every call that `beforeRemember` concerns, failed or not. */
  readonly settled?: Hook<SettledHook> | undefined;
  /** Before `recall` and `surface`, whose cue is then the query, empty if there is none. */
  readonly beforeRecall?: Hook<BeforeRecallHook> | undefined;
  /** After `recall` and `surface`, and again for omitted ones. Unknown hits: `plugin-failed`. */
  readonly afterRecall?: Hook<AfterRecallHook> | undefined;
  /** Before `forget` and `erase`, also with `dryRun`. A veto rejects with `rejected-by-plugin`. */
  readonly beforeForget?: Hook<BeforeForgetHook> | undefined;
  /** After commit of a deletion by `forget`, `erase` or `sweep`, once per scope. */
  readonly afterForget?: Hook<AfterForgetHook> | undefined;
}

/** A value or the promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** Adds behaviour to a memory. */
export interface MemoryPlugin<Id extends string = string, Api = unknown> {
  /** Name in receipts and errors, and of the property that `extend` adds: `memory.redact`. */
  readonly id: Id;
  /** Hooks by name. */
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

/** Returns the plugin as it is, with its own type, so that `extend` stays typed. */
export function definePlugin<const P extends AnyPlugin>(plugin: P): P {
  return plugin;
}
