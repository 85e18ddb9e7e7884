import type { EmbedQueuedReport } from "../../../api/memory-root.js";
import { textsAtOnce } from "../../../embedding/embed-texts.js";
import type { MemoryError } from "../../../errors/memory-error.js";
import { MAX_LIMIT } from "../../../model/limits.js";
import type { Engine } from "../../engine.js";
import type { QueueWork } from "./check-queue-options.js";
import { requireWorker } from "./require-queue.js";
import { workOffJobs } from "./work-off-jobs.js";

/** What a drain came to. */
export interface DrainResult extends EmbedQueuedReport {
  /** Present: it stopped because the embedder seems to be down. */
  readonly failure?: MemoryError | undefined;
}

/** What a worker has learned of its embedder. Kept between drains. */
export interface WorkerState {
  /** How many texts it takes at once. */
  batchSize: number;
  /** Whether the embedder took a text since it last failed at one that was new to it. */
  isProven: boolean;
}

/** Of a worker that begins: as many texts as the embedder has under way at once. */
export function newWorkerState(engine: Engine): WorkerState {
  return { batchSize: fullBatch(engine), isProven: false };
}

/**
 * Claims and embeds batch after batch until nothing is due, or until the embedder seems to be down.
 * Batches are halved with each failure, so that one text that no embedder takes does not hold up
 * the others.
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
    const request = {
      now: engine.clock(),
      leaseMs,
      limit: Math.min(state.batchSize, limit - claimed),
    };
    const jobs = await queue.claim(request, { signal });
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

/**
 * The same for what is due now. What becomes due meanwhile is left to the next call, or one under
 * load would never end.
 */
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
