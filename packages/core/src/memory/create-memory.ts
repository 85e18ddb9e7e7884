import type { AnyPlugin, Extensions } from "../plugin/plugin.js";
import { fsrsScoring } from "../rank/presets/fsrs-scoring.js";
import { checkMemoryOptions } from "./check-memory-options.js";
import { EmbedderProfiles } from "./embedder-profiles.js";
import type { Engine } from "./engine.js";
import { EventHub } from "./event-hub.js";
import { createIdGenerator } from "./generate-id.js";
import { HookRunner } from "./hook-runner.js";
import { Lifecycle } from "./lifecycle.js";
import { silentLogger } from "./logger.js";
import { MemoryView } from "./memory-view.js";
import type { Memory, MemoryRoot, ReindexOptions, SweepOptions, SweepReport } from "./memory.js";
import { openStore } from "./open-store.js";
import type { MemoryOptions } from "./options.js";
import { resolveRankingOptions } from "./ranking-options.js";
import { secureRandom } from "./secure-random.js";
import { SurfacedLately } from "./surfaced-lately.js";
import { toEmbedders } from "./to-embedders.js";
import { reindex } from "./write/reindex.js";
import { sweep } from "./write/sweep.js";

/**
 * Makes a memory of a store and, usually, an embedder. Does no I/O: the store is opened by the first call.
 * @throws `invalid-input` for an option that is unknown or cannot work.
 */
export function createMemory<const P extends readonly AnyPlugin[] = readonly AnyPlugin[]>(
  options: MemoryOptions<P>,
): MemoryRoot & Extensions<P> {
  checkMemoryOptions(options);
  const root = new RootView(createEngine(options));
  return Object.assign(root, extensions<P>(options.plugins ?? [], root));
}

/** The root view, with what concerns the store as a whole. */
class RootView extends MemoryView implements MemoryRoot {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(engine, []);
    this.#engine = engine;
  }

  async reindex(options: ReindexOptions = {}): Promise<number> {
    return reindex(this.#engine, options);
  }

  async sweep(options: SweepOptions = {}): Promise<SweepReport> {
    return sweep(this.#engine, options);
  }

  async close(): Promise<void> {
    const { lifecycle, store, embedders, reranker, hooks, events } = this.#engine;
    await lifecycle.close(async () => {
      await hooks.close();
      events.clear();
      const parts = [store, ...embedders, reranker];
      const results = await Promise.allSettled(parts.map(async (part) => part?.close?.()));
      for (const result of results) if (result.status === "rejected") throw result.reason;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function createEngine(options: MemoryOptions): Engine {
  const { store, reranker, plugins = [], random, logger = silentLogger } = options;
  const { newSpace = "refuse", clock = () => new Date() } = options;
  const embedders = toEmbedders(options.embedder);
  return {
    store,
    embedders,
    profiles: new EmbedderProfiles(logger),
    reranker,
    scoring: options.scoring ?? fsrsScoring(),
    ranking: resolveRankingOptions(options.ranking),
    hooks: new HookRunner(plugins, logger),
    events: new EventHub(logger),
    lifecycle: new Lifecycle(() => openStore({ store, embedders, newSpace })),
    logger,
    surfacedLately: new SurfacedLately(),
    clock,
    random: random ?? secureRandom,
    generateId: options.generateId ?? createIdGenerator(random),
  };
}

function extensions<P extends readonly AnyPlugin[]>(
  plugins: readonly AnyPlugin[],
  memory: Memory,
): Extensions<P> {
  const extended = plugins.flatMap((plugin) =>
    plugin.extend ? [[plugin.id, plugin.extend(memory)] as const] : [],
  );
  return Object.fromEntries(extended) as Extensions<P>;
}
