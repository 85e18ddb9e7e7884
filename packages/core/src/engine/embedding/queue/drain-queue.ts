import type { EmbedQueuedOptions, EmbedQueuedReport } from "../../../api/memory-root.js";
import { textsAtOnce } from "../../../embedding/embed-texts.js";
import type { MemoryError } from "../../../errors/memory-error.js";
import { MAX_LIMIT } from "../../../model/limits.js";
import type { Engine } from "../../engine.js";
import { checkEmbedQueued, requireWorker } from "./queue-options.js";
import type { QueueWork } from "./queue-options.js";
import { workOffJobs } from "./work-off-jobs.js";

/** Result of a drain. */
export interface DrainResult extends EmbedQueuedReport {
  /** Present: it stopped because the embedder seems to be down. */
  readonly failure?: MemoryError | undefined;
}

/** Knowledge of a worker about its embedder, kept between drains. */
export interface WorkerState {
  /** Texts that it takes at once. */
  batchSize: number;
  /** True if the embedder took a text since it last failed at a new one. */
  isProven: boolean;
}

/** Returns the state of a new worker. */
export function newWorkerState(engine: Engine): WorkerState {
  return { batchSize: fullBatch(engine), isProven: false };
}

/**
 * Claims and embeds batch after batch until nothing is due or the embedder seems to be down. Each
 * failure halves the batches, so that one bad text does not hold up the others.
 */
export async function drainQueue(
  engine: Engine,
  work: QueueWork,
  state: WorkerState,
): Promise<DrainResult> {
  const queue = requireWorker(engine);
  const { signal, leaseMs, limit } = work;
  let report = { embedded: 0, delayed: 0, dead: 0 };
  let claimed = 0;
  while (claimed < limit) {
    const most = Math.min(state.batchSize, limit - claimed);
    const jobs = await queue.claim({ now: engine.clock(), leaseMs, limit: most }, { signal });
    if (jobs.length === 0) break;
    claimed += jobs.length;
    const { hasFailed, downWith, ...counts } = await workOffJobs(engine, jobs, { ...work, state });
    report = {
      embedded: report.embedded + counts.embedded,
      delayed: report.delayed + counts.delayed,
      dead: report.dead + counts.dead,
    };
    state.batchSize = hasFailed
      ? Math.max(Math.floor(jobs.length / 2), 1)
      : Math.min(state.batchSize * 2, fullBatch(engine));
    if (downWith) return { ...report, failure: downWith };
  }
  return report;
}

/** Drains what is due now, without what becomes due meanwhile: under load it would never end. */
export async function drainOnce(
  engine: Engine,
  work: QueueWork,
  state: WorkerState,
): Promise<DrainResult> {
  const { ready } = await requireWorker(engine).stats(engine.clock(), { signal: work.signal });
  return drainQueue(engine, { ...work, limit: Math.min(work.limit, ready) }, state);
}

function fullBatch({ embedders: [first] }: Engine): number {
  return Math.min(first ? textsAtOnce(first) : 1, MAX_LIMIT);
}

/** Embeds what is due, once. */
export async function embedQueued(
  engine: Engine,
  options: EmbedQueuedOptions,
): Promise<EmbedQueuedReport> {
  const work = checkEmbedQueued(options);
  const queue = requireWorker(engine);
  return engine.lifecycle.run(work.signal, async () => {
    if (options.retryDead === true) await queue.revive(engine.clock(), work);
    const { failure: _, ...report } = await drainOnce(engine, work, newWorkerState(engine));
    return report;
  });
}
