import type { MemoryRoot } from "../api/memory-root.js";
import type { Memory } from "../api/memory.js";
import type { MemoryOptions } from "../api/options.js";
import type { AnyPlugin, Extensions } from "../api/plugin.js";
import type { Embedder } from "../contracts/embedder.js";
import { GuardedEmbedder } from "../embedding/guarded-embedder.js";
import { EmbedderProfiles } from "../embedding/measure-profile.js";
import { MemoryError } from "../errors/memory-error.js";
import { onRejection, safeLogger } from "../internal/async/notify.js";
import { backgroundTimer, waitedTimer } from "../internal/async/timers.js";
import {
  checkedClock,
  checkedIds,
  checkedRandom,
  checkedSchedule,
} from "../internal/check/callback-answers.js";
import { createIdGenerator, secureRandom } from "../internal/generate-id.js";
import { MAX_NAME_LENGTH } from "../model/limits.js";
import { fsrsScoring } from "../ranking/fsrs-scoring.js";
import { checkMemoryOptions, checkRuntime } from "./check-memory-options.js";
import { completeStore } from "./complete-store.js";
import { EmbeddingWorkers } from "./embedding/queue/embedding-workers.js";
import {
  embedPending,
  EmbeddingRetry,
  resolveRetryDelays,
} from "./embedding/retry/embedding-retry.js";
import { KnownSpaces } from "./embedding/spaces/choose-embedders.js";
import type { Engine } from "./engine.js";
import { EventHub } from "./event-hub.js";
import { HookRunner } from "./hooks/run-hook.js";
import { Lifecycle } from "./lifecycle.js";
import { Tracing, tracedEmbedder, tracedReranker } from "./observe/tracing.js";
import { openStore } from "./open-store.js";
import { resolveRankingOptions, resolveRetention } from "./resolve-options.js";
import { RootView } from "./root-view.js";
import { SurfacedLately } from "./surfaced-lately.js";
import { DEFAULT_UNTRUSTED_SHARE } from "./untrusted-share.js";
import { WriteQueue } from "./write/write-queue.js";

/**
 * Creates a memory of a store and, usually, an embedder. The first call does the first I/O.
 *
 * ```ts
 * await using memory = createMemory({ store: sqliteStore({ path }), embedder });
 * await memory.remember("Ana is allergic to peanuts");
 * const [best] = await memory.recall("What must Ana not eat?");
 * ```
 * @throws `invalid-input` for an option that is unknown or cannot work, and on a Node below 22.18.
 */
export function createMemory<const P extends readonly AnyPlugin[] = readonly AnyPlugin[]>(
  options: MemoryOptions<P>,
): MemoryRoot & Extensions<P> {
  checkRuntime();
  checkMemoryOptions(options);
  const root = new RootView(createEngine(options));
  return Object.assign(root, extensions<P>(options.plugins ?? [], root));
}

function createEngine(options: MemoryOptions): Engine {
  const { plugins = [], newSpace = "refuse" } = options;
  const store = completeStore(options.store);
  const logger = safeLogger(options.logger);
  const clock = options.clock ? checkedClock(options.clock) : () => new Date();
  const given = options.random && checkedRandom(options.random);
  const random = given ?? secureRandom;
  const schedule = options.schedule && checkedSchedule(options.schedule);
  const generateId = options.generateId
    ? checkedIds(options.generateId, MAX_NAME_LENGTH)
    : createIdGenerator(given);
  const { embedTimeoutMs: timeoutMs = 30_000, embedding = "inline" } = options;
  const tracing = options.tracer && new Tracing({ ...options, tracer: options.tracer, logger });
  const limits = { timeoutMs, schedule: schedule ?? waitedTimer };
  const guard = (embedder: Embedder): GuardedEmbedder =>
    tracedEmbedder(new GuardedEmbedder(embedder, limits), tracing);
  const hasVectors = store.capabilities.vector !== "none";
  const embedders = hasVectors ? [options.embedder ?? []].flat().map(guard) : [];
  const { expander = [] } = options;
  const brought = embedders.flatMap((embedder) => embedder.expander ?? []);
  const reranker = options.reranker && tracedReranker(options.reranker, tracing);
  const isRetried = embedders.length > 0 && embedding === "inline";
  const { retryEmbedding } = options;
  const retryDelays = resolveRetryDelays(retryEmbedding);
  const retry = new EmbeddingRetry({
    options: isRetried && retryEmbedding !== false ? retryDelays : undefined,
    schedule: schedule ?? backgroundTimer,
    random,
    logger,
    embed: (refs, signal) => embedPending(engine, refs, signal),
  });
  const spaces = new KnownSpaces(store, embedders.length);
  const engine: Engine = {
    store,
    embedders,
    retry,
    retryDelays,
    embedding,
    workers: new EmbeddingWorkers(),
    profiles: new EmbedderProfiles(logger),
    spaces,
    expanders: expander === false ? [] : [...brought, ...[expander].flat()],
    reranker,
    scoring: options.scoring ?? fsrsScoring(),
    ranking: resolveRankingOptions(options.ranking),
    hooks: new HookRunner(plugins, logger),
    events: new EventHub(logger),
    writeQueue: new WriteQueue(),
    lifecycle: new Lifecycle(async () => {
      spaces.opened(await openStore({ store, embedders }, newSpace));
    }),
    logger,
    tracing,
    surfacedLately: new SurfacedLately(),
    untrustedShare: options.untrustedShare ?? DEFAULT_UNTRUSTED_SHARE,
    retention: resolveRetention(options.retention),
    clock,
    schedule: schedule ?? waitedTimer,
    random,
    generateId,
    identity: Object.freeze({}),
    state: new Map(),
    guard,
  };
  return engine;
}

function extensions<P extends readonly AnyPlugin[]>(
  plugins: readonly AnyPlugin[],
  memory: Memory,
): Extensions<P> {
  const extended = plugins.flatMap((plugin) =>
    plugin.extend ? [[plugin.id, extensionOf(plugin, memory)] as const] : [],
  );
  return Object.fromEntries(extended) as Extensions<P>;
}

function extensionOf(plugin: AnyPlugin, memory: Memory): unknown {
  try {
    const extension = plugin.extend?.(memory);
    onRejection(extension);
    return extension;
  } catch (cause) {
    if (MemoryError.is(cause)) throw cause;
    throw new MemoryError("plugin-failed", `extend of plugin "${plugin.id}" threw`, { cause });
  }
}
