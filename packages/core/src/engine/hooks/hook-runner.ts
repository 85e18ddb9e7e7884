import type { ForgetTarget } from "../../api/forget-inputs.js";
import type { RememberInput } from "../../api/inputs.js";
import type { AnyPlugin, HookContext } from "../../api/plugin.js";
import type { RecallQuery, RecalledMemory } from "../../api/queries.js";
import { MemoryError } from "../../errors/memory-error.js";
import { attempt } from "../../internal/async/notify.js";
import { unlessAborted } from "../../internal/async/unless-aborted.js";
import type { Logger } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import { collectHooks } from "./collect-hooks.js";
import type { CollectedHooks } from "./collect-hooks.js";
import { foundHits } from "./found-hits.js";
import { checkReturned, runHook, vetoIn, wronglyReturned } from "./run-hook.js";

/** What the `beforeRemember` hooks made of an input. */
export type BeforeRemember =
  | { readonly input: RememberInput }
  | { readonly by: string; readonly reason: string };

/** A hook that only observes: whose it is, and how to call it. */
interface Observer {
  readonly plugin: string;
  readonly call: () => unknown;
}

/**
 * Runs the hooks of all plugins in their order. What a hook should not do rejects with
 * `plugin-failed`.
 */
export class HookRunner {
  readonly #plugins: readonly AnyPlugin[];
  readonly #hooks: CollectedHooks;
  readonly #logger: Logger;

  constructor(plugins: readonly AnyPlugin[], logger: Logger) {
    this.#plugins = plugins;
    this.#hooks = collectHooks(plugins);
    this.#logger = logger;
  }

  /** Whether any plugin looks at writes before they happen. */
  get changesInputs(): boolean {
    return this.#hooks.beforeRemember.length > 0;
  }

  /** What is to be written, checked after each hook, or who vetoed it and why. */
  async beforeRemember(
    input: RememberInput,
    context: HookContext,
    check: (input: unknown, name: string) => RememberInput,
  ): Promise<BeforeRemember> {
    let current = input;
    for (const { plugin, handler } of this.#hooks.beforeRemember) {
      const run = { name: "beforeRemember", plugin, context } as const;
      const returned = await runHook(run, () => handler(current, context));
      const reason = vetoIn(run, returned);
      if (reason !== undefined) return { by: plugin, reason };
      if (returned === undefined) continue;
      if (typeof returned !== "object")
        throw wronglyReturned(run, "an input or { veto }", returned);
      current = checkReturned(run, () => check(returned, "input"));
    }
    return { input: current };
  }

  /** What is to be asked, checked after each hook. */
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

  /** Which of the hits are to be answered, and in which order. */
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
      if (reason !== undefined) {
        const what = `plugin ${plugin} rejected ${context.operation}: ${reason}`;
        throw new MemoryError("rejected-by-plugin", what);
      }
      if (returned !== undefined) throw wronglyReturned(run, "{ veto } or nothing", returned);
    }
  }

  /**
   * The write is durable: a hook that throws now is logged, since the caller must not take it for a
   * failed write.
   */
  async afterRemember(record: MemoryRecord, context: HookContext): Promise<void> {
    const hooks = this.#hooks.afterRemember.map(({ plugin, handler }) => {
      return { plugin, call: () => handler(record, context) };
    });
    await this.#observe("afterRemember", hooks, context.signal);
  }

  /** Does the work of a call that writes, and tells the plugins when it is over, well or not. */
  async settling<T>(context: HookContext, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      const hooks = this.#hooks.settled.map(({ plugin, handler }) => {
        return { plugin, call: () => handler(context) };
      });
      await this.#observe("settled", hooks, context.signal);
    }
  }

  /** The same for deletions. */
  async afterForget(ids: readonly string[], context: HookContext): Promise<void> {
    const hooks = this.#hooks.afterForget.map(({ plugin, handler }) => {
      return { plugin, call: () => handler(ids, context) };
    });
    await this.#observe("afterForget", hooks, context.signal);
  }

  /** Closes the plugins, last first; one that throws is logged. */
  async close(): Promise<void> {
    const plugins = this.#plugins.map((plugin) => {
      return { plugin: plugin.id, call: () => plugin.close?.() };
    });
    await this.#observe("close", plugins.toReversed());
  }

  /** Calls each and waits for it. After an abort it calls them all the same, but waits for none. */
  async #observe(
    what: string,
    observers: readonly Observer[],
    signal?: AbortSignal,
  ): Promise<void> {
    for (const { plugin, call } of observers) {
      const observed = attempt(call).catch((error: unknown) => {
        this.#logger.error(`${what} of plugin "${plugin}" threw`, { error });
      });
      await unlessAborted(observed, signal).catch(() => undefined);
    }
  }
}

function isListOfMemories(returned: unknown): boolean {
  return (
    Array.isArray(returned) &&
    returned.every((memory: unknown) => {
      return typeof memory === "object" && memory !== null && "id" in memory && "content" in memory;
    })
  );
}
