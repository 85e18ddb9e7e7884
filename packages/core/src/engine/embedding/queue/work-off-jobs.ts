import type { EmbedQueuedReport } from "../../../api/memory-root.js";
import type { EmbeddingJob, ReleasedJob } from "../../../contracts/embedding-queue.js";
import { retryAfterMs } from "../../../errors/error-details.js";
import { MemoryError } from "../../../errors/memory-error.js";
import type { Engine } from "../../engine.js";
import { retryDelay } from "../retry/retry-delay.js";
import type { QueueWork } from "./check-queue-options.js";
import { embedJobs } from "./embed-jobs.js";
import type { RefusedJob } from "./embed-jobs.js";
import { requireCurrentSpace } from "./require-current-space.js";
import { requireWorker } from "./require-queue.js";

/** What came of one batch. */
export interface WorkedOff extends EmbedQueuedReport {
  /** Whether the embedder failed at any of it, but for texts that it says it cannot embed. */
  readonly hasFailed: boolean;
  /**
   * Present: the failure lies with the embedder rather than with the texts, as far as can be seen.
   */
  readonly downWith?: MemoryError | undefined;
}

/** How a batch is worked off. */
interface BatchWork extends QueueWork {
  /** What its worker knows of the embedder. */
  readonly state: { isProven: boolean };
}

/**
 * One batch. What it could not embed is given back, and so is all of it if it is called off or the
 * store fails.
 */
export async function workOffJobs(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  work: BatchWork,
): Promise<WorkedOff> {
  const startMs = engine.clock().getTime();
  const { signal, maxAttempts, state } = work;
  // Their workers were ended before they could answer, over and over.
  const crashed = jobs.filter(({ attempt }) => attempt > maxAttempts);
  const living = jobs.filter((job) => !crashed.includes(job));
  try {
    await requireCurrentSpace(engine, { signal });
    const call = { signal, untilMs: startMs + work.leaseMs / 2 };
    const { embedded, refused, untried } = await embedJobs(engine, living, call);
    const downWith = embedded > 0 ? undefined : refused.find(isOfEmbedder)?.failure;
    state.isProven = embedded > 0 || (state.isProven && !refused.some(isNew));
    const isHopeless = (one: RefusedJob): boolean =>
      one.job.attempt >= maxAttempts || (one.isForGood && state.isProven);
    const counts = await release(engine, {
      dead: [...crashed.map((job) => ({ job, failure: CRASHED })), ...refused.filter(isHopeless)],
      delayed: refused.filter((one) => !isHopeless(one)),
      untried,
      signal,
    });
    return { embedded, ...counts, hasFailed: refused.some(({ isUnfit }) => !isUnfit), downWith };
  } catch (error) {
    await giveBack(engine, jobs);
    throw error;
  }
}

const CRASHED = new MemoryError("embedder-failed", "no worker came to an end with it");

/**
 * Whether it says anything of the embedder. A text that failed before, and fails by itself, says
 * only something of the text.
 */
function isOfEmbedder(refused: RefusedJob): boolean {
  return !refused.isAlone || isNew(refused) || retryAfterMs(refused.failure) > 0;
}

function isNew({ job }: RefusedJob): boolean {
  return job.attempt <= 1;
}

/** A job that nobody embedded, and why. */
type LeftJob = Pick<RefusedJob, "job" | "failure">;

/** Gives back what is left of a batch. Says how many of them were still in these hands. */
async function release(
  engine: Engine,
  left: {
    readonly dead: readonly LeftJob[];
    readonly delayed: readonly LeftJob[];
    readonly untried: readonly EmbeddingJob[];
    readonly signal: AbortSignal | undefined;
  },
): Promise<Pick<EmbedQueuedReport, "dead" | "delayed">> {
  const { untried, signal } = left;
  const runAt = engine.clock();
  const released = [
    ...left.dead.map(({ job: { scope, id, token } }): ReleasedJob => ({ scope, id, token })),
    ...left.delayed.map((one) => later(engine, one)),
    ...untried.map(({ scope, id, token }) => ({ scope, id, token, runAt, untried: true })),
  ];
  if (released.length === 0) return { dead: 0, delayed: 0 };
  const results = await requireWorker(engine).release(released, { signal });
  const dead = left.dead.filter((_, index) => results[index]);
  const delayed = left.delayed.filter((_, index) => results[left.dead.length + index]);
  tell(engine, { dead, delayed });
  return { dead: dead.length, delayed: delayed.length };
}

function later(
  { clock, random, retryDelays }: Engine,
  { job: { scope, id, token, attempt }, failure }: LeftJob,
): ReleasedJob {
  const delay = Math.max(retryDelay(retryDelays, attempt - 1, random), retryAfterMs(failure));
  return { scope, id, token, runAt: new Date(clock().getTime() + Math.ceil(delay)) };
}

function tell(
  { logger }: Engine,
  { dead, delayed }: { readonly dead: readonly LeftJob[]; readonly delayed: readonly LeftJob[] },
): void {
  const reasonOf = ([first]: readonly LeftJob[]): string | undefined => first?.failure.message;
  if (delayed.length > 0) {
    logger.warn(`${delayed.length} queued records wait longer`, { reason: reasonOf(delayed) });
  }
  if (dead.length === 0) return;
  const ids = dead.slice(0, 10).map(({ job: { id } }) => id);
  logger.error(`${dead.length} queued records were given up`, { reason: reasonOf(dead), ids });
}

/**
 * So that others need not wait for the lease to run out. What is completed already has another
 * token and stays so.
 */
async function giveBack(engine: Engine, jobs: readonly EmbeddingJob[]): Promise<void> {
  const runAt = engine.clock();
  const released = jobs.map(({ scope, id, token }) => ({ scope, id, token, runAt, untried: true }));
  try {
    await requireWorker(engine).release(released);
  } catch {
    // The lease runs out anyway, and what failed first is what counts.
  }
}
