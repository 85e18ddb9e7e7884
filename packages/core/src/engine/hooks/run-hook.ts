import type { Operation } from "../../api/events.js";
import type { ForgetTarget } from "../../api/forget-inputs.js";
import type { Receipt, RememberInput } from "../../api/inputs.js";
import type { AnyPlugin, HookContext, MemoryHooks } from "../../api/plugin.js";
import type { RecalledMemory, RecallQuery } from "../../api/queries.js";
import { MemoryError } from "../../errors/memory-error.js";
import { attempt, unlessAborted } from "../../internal/async/notify.js";
import { describe } from "../../internal/check/check.js";
import { recordKey } from "../../internal/record-key.js";
import type { Logger, WriteOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { type CollectedHooks, collectHooks } from "./collect-hooks.js";

/** A hook that runs, for errors. */
interface HookRun {
  readonly name: keyof MemoryHooks;
  readonly plugin: string;
  readonly context: HookContext;
}

/** The answer to an input that is not written. */
export type Rejection = Extract<Receipt, { readonly status: "rejected" }>;

/** Awaits a hook until an abort. @throws `plugin-failed`, unless it throws a `MemoryError`. */
async function runHook<T>(run: HookRun, call: () => T | Promise<T>): Promise<T> {
  const { signal } = run.context;
  try {
    return await unlessAborted(attempt(call), signal);
  } catch (cause) {
    if (MemoryError.is(cause) || (signal?.aborted && cause === signal.reason)) throw cause;
    throw failed(run, "threw", cause);
  }
}

/** @throws `plugin-failed` if the check throws. */
function checkReturned<T>(run: HookRun, check: () => T): T {
  try {
    return check();
  } catch (cause) {
    const why = MemoryError.is(cause) ? `: ${cause.message}` : "";
    throw failed(run, `returned what cannot be used${why}`, cause);
  }
}

/** Returns the reason of a veto; `undefined` for any other answer. */
function vetoIn(run: HookRun, returned: unknown): string | undefined {
  if (typeof returned !== "object" || returned === null || !("veto" in returned)) return undefined;
  const { veto } = returned;
  if (typeof veto === "string" && veto.trim() !== "") return veto;
  throw failed(run, `returned a veto without a reason: ${describe(veto)}`);
}

/** Makes the error for a wrong answer of a hook. */
function wronglyReturned(run: HookRun, allowed: string, returned: unknown): MemoryError {
  return failed(run, `must return ${allowed}, got ${describe(returned)}`);
}

function failed({ name, plugin }: HookRun, what: string, cause?: unknown): MemoryError {
  return new MemoryError("plugin-failed", `${name} of plugin "${plugin}" ${what}`, { cause });
}

/** Makes the error for a call that a plugin vetoes. */
export function vetoError(
  { by, reason }: Omit<Rejection, "status">,
  { operation }: HookContext,
): MemoryError {
  return new MemoryError("rejected-by-plugin", `plugin ${by} rejected ${operation}: ${reason}`);
}

/** Makes the context that all hooks of one call get. */
export function hookContext(
  { clock }: { readonly clock: () => Date },
  operation: Operation,
  { scope, signal, actor, cause }: WriteOptions & { readonly scope: Scope },
): HookContext {
  return { scope, operation, at: new Date(clock()), signal, actor, cause };
}

/** Runs the hooks of all plugins in order. A wrong answer rejects with `plugin-failed`. */
export class HookRunner {
  /** True if no plugin has hooks, so that calls need not prepare for any. */
  readonly isEmpty: boolean;
  /** True if a plugin looks at writes before they happen. */
  readonly changesInputs: boolean;
  /** True if a plugin looks at queries or answers. */
  readonly changesRecalls: boolean;
  readonly #plugins: readonly AnyPlugin[];
  readonly #hooks: CollectedHooks;
  readonly #logger: Logger;

  constructor(plugins: readonly AnyPlugin[], logger: Logger) {
    this.#plugins = plugins;
    this.#hooks = collectHooks(plugins);
    this.#logger = logger;
    const { beforeRemember, beforeRecall, afterRecall } = this.#hooks;
    this.isEmpty = Object.values(this.#hooks).every((hooks) => hooks.length === 0);
    this.changesInputs = beforeRemember.length > 0;
    this.changesRecalls = beforeRecall.length + afterRecall.length > 0;
  }

  /** Returns the input to write, checked after each hook, or the veto. */
  async beforeRemember(
    input: RememberInput,
    context: HookContext,
    check: (input: unknown, name: string) => RememberInput,
  ): Promise<{ readonly input: RememberInput } | Rejection> {
    let current = input;
    for (const { plugin, handler } of this.#hooks.beforeRemember) {
      const run = { name: "beforeRemember", plugin, context } as const;
      const returned = await runHook(run, () => handler(current, context));
      const reason = vetoIn(run, returned);
      if (reason !== undefined) return { status: "rejected", by: plugin, reason };
      if (returned === undefined) continue;
      if (typeof returned !== "object")
        throw wronglyReturned(run, "an input or { veto }", returned);
      current = checkReturned(run, () => check(returned, "input"));
    }
    return { input: current };
  }

  /** Returns the query to run, checked after each hook. */
  async beforeRecall(
    query: RecallQuery,
    context: HookContext,
    check: (query: RecallQuery) => unknown,
  ): Promise<RecallQuery> {
    let current = query;
    for (const { plugin, handler } of this.#hooks.beforeRecall) {
      const run = { name: "beforeRecall", plugin, context } as const;
      const returned = await runHook(run, () => handler(current, context));
      if (returned === undefined) continue;
      if (typeof returned !== "object") throw wronglyReturned(run, "a query", returned);
      checkReturned(run, () => check(returned));
      current = returned;
    }
    return current;
  }

  /** Returns the hits to answer, in order. */
  async afterRecall(
    results: readonly RecalledMemory[],
    query: RecallQuery,
    context: HookContext,
  ): Promise<readonly RecalledMemory[]> {
    let current = results;
    for (const { plugin, handler } of this.#hooks.afterRecall) {
      const run = { name: "afterRecall", plugin, context } as const;
      const returned = await runHook(run, () => handler(current, query, context));
      if (returned === undefined) continue;
      if (!isListOfMemories(returned)) throw wronglyReturned(run, "a list of memories", returned);
      const given = current;
      const hits = checkReturned(run, () => foundHits(given, returned));
      if (!hits) throw wronglyReturned(run, "memories that were found, each once", returned);
      current = hits;
    }
    return current;
  }

  /** @throws `rejected-by-plugin` if a plugin vetoes it. */
  async beforeForget(target: ForgetTarget, context: HookContext): Promise<void> {
    for (const { plugin, handler } of this.#hooks.beforeForget) {
      const run = { name: "beforeForget", plugin, context } as const;
      const returned = await runHook(run, () => handler(target, context));
      const reason = vetoIn(run, returned);
      if (reason !== undefined) throw vetoError({ by: plugin, reason }, context);
      if (returned !== undefined) throw wronglyReturned(run, "{ veto } or nothing", returned);
    }
  }

  /** Calls the hooks of a durable write. One that throws is logged: the write has not failed. */
  async afterRemember(record: MemoryRecord, context: HookContext): Promise<void> {
    await this.#observe("afterRemember", context, (handler) => handler(record, context));
  }

  /** Calls the hooks of durable deletions, likewise. */
  async afterForget(ids: readonly string[], context: HookContext): Promise<void> {
    await this.#observe("afterForget", context, (handler) => handler(ids, context));
  }

  /** Runs a call that writes, and tells the plugins when it is over, well or not. */
  async settling<T>(context: HookContext, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.#observe("settled", context, (handler) => handler(context));
    }
  }

  /** Closes the plugins, last first; one that throws is logged. */
  async close(): Promise<void> {
    for (const plugin of this.#plugins.toReversed()) {
      await this.#try(`close of plugin "${plugin.id}"`, () => plugin.close?.());
    }
  }

  async #observe<Name extends keyof MemoryHooks>(
    name: Name,
    context: HookContext,
    call: (handler: CollectedHooks[Name][number]["handler"]) => unknown,
  ): Promise<void> {
    for (const { plugin, handler } of this.#hooks[name]) {
      await this.#try(`${name} of plugin "${plugin}"`, () => call(handler), context.signal);
    }
  }

  /** Calls and awaits it, but does not wait after an abort. Logs an error. */
  async #try(name: string, call: () => unknown, signal?: AbortSignal): Promise<void> {
    const called = attempt(call).catch((error: unknown) => {
      this.#logger.error(`${name} threw`, { error });
    });
    await unlessAborted(called, signal).catch(() => undefined);
  }
}

function isListOfMemories(returned: unknown): boolean {
  if (!Array.isArray(returned)) return false;
  return returned.every((one: unknown) => {
    return typeof one === "object" && one !== null && "id" in one && "content" in one;
  });
}

/** Returns the hits of an answer as they were found; `undefined` if one was not, or is twice. */
function foundHits(
  found: readonly RecalledMemory[],
  answered: readonly RecalledMemory[],
): readonly RecalledMemory[] | undefined {
  const left = new Map(found.map((hit) => [recordKey(hit), hit]));
  const hits: RecalledMemory[] = [];
  for (const one of answered) {
    const key = recordKey(one);
    const hit = left.get(key);
    if (!hit) return undefined;
    left.delete(key);
    hits.push(hit);
  }
  return hits;
}
