import type { Operation } from "../api/events.js";
import type {
  EmbedQueuedOptions,
  EmbedQueuedReport,
  EmbeddingWorkerOptions,
  MemoryRoot,
  ReindexOptions,
  SpaceStatus,
  SweepOptions,
  SweepReport,
} from "../api/memory-root.js";
import type { QueueStats } from "../contracts/embedding-queue.js";
import { checkCallOptions } from "../internal/check/check-inputs.js";
import type { CallOptions } from "../model/call-options.js";
import { embedQueued } from "./embedding/queue/drain-queue.js";
import {
  checkEmbeddingWorker,
  requireQueue,
  requireWorker,
} from "./embedding/queue/queue-options.js";
import type { Engine } from "./engine.js";
import { dropSpace, reindex } from "./maintain/reindex.js";
import { sweep } from "./maintain/sweep.js";
import { MemoryView } from "./memory-view.js";
import { runSync, normalizeError } from "./observe/failure.js";
import { observe } from "./observe/observe.js";
import { spaceStatuses } from "./read/list-records.js";

/** The root view, with the operations on the whole store. */
export class RootView extends MemoryView implements MemoryRoot {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(engine, []);
    this.#engine = engine;
  }

  async reindex(options: ReindexOptions = {}): Promise<number> {
    return this.#observed("reindex", options, () => reindex(this.#engine, options));
  }

  async spaces(options: CallOptions = {}): Promise<readonly SpaceStatus[]> {
    return this.#observed("spaces", options, () => spaceStatuses(this.#engine, options));
  }

  async dropSpace(id: string, options: CallOptions = {}): Promise<number> {
    return this.#observed("dropSpace", options, () => dropSpace(this.#engine, id, options));
  }

  async sweep(options: SweepOptions = {}): Promise<SweepReport> {
    return this.#observed("sweep", options, () => sweep(this.#engine, options));
  }

  async embedQueued(options: EmbedQueuedOptions = {}): Promise<EmbedQueuedReport> {
    return this.#observed("embedQueued", options, () => embedQueued(this.#engine, options));
  }

  async runEmbeddingWorker(options: EmbeddingWorkerOptions = {}): Promise<void> {
    const work = runSync("runEmbeddingWorker", () => checkEmbeddingWorker(options));
    requireWorker(this.#engine);
    await this.#engine.workers.run(this.#engine, work).catch((error: unknown) => {
      throw normalizeError(error, { operation: "runEmbeddingWorker", options }).error;
    });
  }

  async queueStats(options: CallOptions = {}): Promise<QueueStats> {
    const { lifecycle, clock } = this.#engine;
    return this.#observed("queueStats", options, async () => {
      checkCallOptions(options);
      const queue = requireQueue(this.#engine);
      return lifecycle.run(options.signal, () => queue.stats(clock(), options));
    });
  }

  async close(): Promise<void> {
    const { lifecycle, store, embedders, reranker, hooks, events, retry, workers } = this.#engine;
    const stopped = Promise.all([retry.close(), workers.close()]);
    await lifecycle.close(async () => {
      await stopped;
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

  #observed<T>(operation: Operation, options: unknown, run: () => Promise<T>): Promise<T> {
    return observe(this.#engine, { operation, scope: [], options }, run);
  }
}
