import { textsAtOnce } from "../../embed/embed-texts.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { EmbeddingJob, ReleasedJob } from "../../store/embedding-queue.js";
import type { Engine } from "../engine.js";
import { MAX_LIMIT } from "../limits.js";
import { retryAfterMs } from "../retry/retry-after.js";
import { retryDelay } from "../retry/retry-delay.js";
import type { QueueWork } from "./check-queue-options.js";
import { embedJobs } from "./embed-jobs.js";
import type { EmbedQueuedReport } from "./queue-inputs.js";
import { requireWorker } from "./require-queue.js";

/** What a drain came to. */
export interface DrainResult extends EmbedQueuedReport {
  /** Present: it stopped because a whole batch failed. */
  readonly failure?: MemoryError | undefined;
}

/** How many texts a worker takes at once. Kept between drains. */
export interface BatchSize {
  current: number;
}

/** As many as the embedder has under way at once. */
export function fullBatch({ embedders: [first] }: Engine): number {
  return Math.min(first ? textsAtOnce(first) : 1, MAX_LIMIT);
}

/**
 * Claims and embeds batch after batch until nothing is due, or until a whole batch failed. Batches are halved with each failure, so
 * that one text that no embedder takes does not hold up the others.
 */
export async function drainQueue(
  engine: Engine,
  work: QueueWork,
  size: BatchSize,
): Promise<DrainResult> {
  const queue = requireWorker(engine);
  const { signal, leaseMs, limit } = work;
  let report = { embedded: 0, delayed: 0, dead: 0 };
  let claimed = 0;
  while (claimed < limit) {
    const request = {
      now: engine.clock(),
      leaseMs,
      limit: Math.min(size.current, limit - claimed),
    };
    const jobs = await queue.claim(request, { signal });
    if (jobs.length === 0) break;
    claimed += jobs.length;
    const { failure, ...counts } = await workOff(engine, jobs, work);
    report = {
      embedded: report.embedded + counts.embedded,
      delayed: report.delayed + counts.delayed,
      dead: report.dead + counts.dead,
    };
    size.current = failure
      ? Math.max(Math.floor(jobs.length / 2), 1)
      : Math.min(size.current * 2, fullBatch(engine));
    if (failure && counts.embedded === 0) return { ...report, failure };
  }
  return report;
}

/** One batch. What it could not embed is given back, and so is all of it if it is called off or the store fails. */
async function workOff(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  work: QueueWork,
): Promise<DrainResult> {
  const queue = requireWorker(engine);
  const startMs = engine.clock().getTime();
  // Their workers were ended before they could answer, over and over.
  const crashed = jobs.filter(({ attempt }) => attempt > work.maxAttempts);
  const living = jobs.filter((job) => !crashed.includes(job));
  try {
    const call = { signal: work.signal, untilMs: startMs + work.leaseMs / 2 };
    const { embedded, left, untried, failure = NO_VECTOR } = await embedJobs(engine, living, call);
    const dead = [...crashed, ...left.filter(({ attempt }) => attempt >= work.maxAttempts)];
    const delayed = left.filter((job) => !dead.includes(job));
    const runAt = engine.clock();
    const released = [
      ...dead.map(({ scope, id, token }) => ({ scope, id, token })),
      ...delayed.map((job) => later(engine, job, failure)),
      ...untried.map(({ scope, id, token }) => ({ scope, id, token, runAt })),
    ];
    if (released.length > 0) await queue.release(released, work);
    tellLeft(engine, { dead, delayed, failure });
    const counts = { embedded, delayed: delayed.length, dead: dead.length };
    return left.length > 0 ? { ...counts, failure } : counts;
  } catch (error) {
    await giveBack(engine, jobs);
    throw error;
  }
}

const NO_VECTOR = new MemoryError("embedder-failed", "no embedder gave a vector");

function later(
  { clock, random, retryDelays }: Engine,
  { scope, id, token, attempt }: EmbeddingJob,
  failure: MemoryError,
): ReleasedJob {
  const delay = Math.max(retryDelay(retryDelays, attempt - 1, random), retryAfterMs(failure));
  return { scope, id, token, runAt: new Date(clock().getTime() + Math.ceil(delay)) };
}

function tellLeft(
  { logger }: Engine,
  left: {
    readonly dead: readonly EmbeddingJob[];
    readonly delayed: readonly EmbeddingJob[];
    readonly failure: MemoryError;
  },
): void {
  const { dead, delayed, failure } = left;
  const reason = failure.message;
  if (delayed.length > 0) logger.warn(`${delayed.length} queued records wait longer`, { reason });
  if (dead.length === 0) return;
  const ids = dead.slice(0, 10).map(({ id }) => id);
  logger.error(`${dead.length} queued records were given up`, { reason, ids });
}

/** So that others need not wait for the lease to run out. What is completed already has another token and stays so. */
async function giveBack(engine: Engine, jobs: readonly EmbeddingJob[]): Promise<void> {
  const runAt = engine.clock();
  const released = jobs.map(({ scope, id, token }) => ({ scope, id, token, runAt }));
  try {
    await requireWorker(engine).release(released);
  } catch {
    // The lease runs out anyway, and what failed first is what counts.
  }
}
