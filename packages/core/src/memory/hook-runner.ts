import type { MemoryRecord } from "../model/record.js";
import type { AnyPlugin, HookContext } from "../plugin/plugin.js";
import type { RememberInput } from "./inputs.js";
import type { Logger } from "./logger.js";
import type { RecalledMemory, RecallQuery } from "./recall-query.js";

/** What the `beforeRemember` hooks made of an input. */
export type BeforeRemember =
  | { readonly input: RememberInput }
  | { readonly by: string; readonly reason: string };

/** Runs the hooks of all plugins in their order. */
export class HookRunner {
  readonly #plugins: readonly AnyPlugin[];
  readonly #logger: Logger;

  constructor(plugins: readonly AnyPlugin[], logger: Logger) {
    this.#plugins = plugins;
    this.#logger = logger;
  }

  /** Whether any plugin looks at writes before they happen. */
  get changesInputs(): boolean {
    return this.#plugins.some(({ hooks }) => hooks !== undefined && "beforeRemember" in hooks);
  }

  async beforeRemember(input: RememberInput, context: HookContext): Promise<BeforeRemember> {
    let current = input;
    for (const { id, hooks } of this.#plugins) {
      const result = (await hooks?.beforeRemember?.(current, context)) ?? current;
      if ("veto" in result) return { by: id, reason: result.veto };
      current = result;
    }
    return { input: current };
  }

  async beforeRecall(query: RecallQuery, context: HookContext): Promise<RecallQuery> {
    let current = query;
    for (const { hooks } of this.#plugins) {
      current = (await hooks?.beforeRecall?.(current, context)) ?? current;
    }
    return current;
  }

  async afterRecall(
    results: readonly RecalledMemory[],
    query: RecallQuery,
    context: HookContext,
  ): Promise<readonly RecalledMemory[]> {
    let current = results;
    for (const { hooks } of this.#plugins) {
      current = (await hooks?.afterRecall?.(current, query, context)) ?? current;
    }
    return current;
  }

  /** The write is durable: a hook that throws now is logged, since the caller must not take it for a failed write. */
  async afterRemember(record: MemoryRecord, context: HookContext): Promise<void> {
    await this.#observe("afterRemember", (plugin) =>
      plugin.hooks?.afterRemember?.(record, context),
    );
  }

  /** The same for deletions. */
  async afterForget(ids: readonly string[], context: HookContext): Promise<void> {
    await this.#observe("afterForget", (plugin) => plugin.hooks?.afterForget?.(ids, context));
  }

  /** Closes the plugins, last first; one that throws is logged. */
  async close(): Promise<void> {
    await this.#observe("close", (plugin) => plugin.close?.(), this.#plugins.toReversed());
  }

  async #observe(
    what: string,
    run: (plugin: AnyPlugin) => unknown,
    plugins: readonly AnyPlugin[] = this.#plugins,
  ): Promise<void> {
    for (const plugin of plugins) {
      try {
        await run(plugin);
      } catch (error) {
        this.#logger.error(`${what} of plugin "${plugin.id}" threw`, { error });
      }
    }
  }
}
