import type { EmbedQueuedReport } from "../../../api/memory-root.js";
import type { EmbeddingJob, ReleasedJob } from "../../../contracts/embedding-queue.js";
import { retryAfterMs } from "../../../errors/error-details.js";
import { MemoryError } from "../../../errors/memory-error.js";
import type { CallOptions } from "../../../model/call-options.js";
import type { Engine } from "../../engine.js";
import { retryDelay } from "../retry/retry-options.js";
import { chooseEmbedders } from "../spaces/choose-embedders.js";
import { embedJobs } from "./embed-jobs.js";
import type { RefusedJob } from "./embed-jobs.js";
import { requireWorker } from "./queue-options.js";
import type { QueueWork } from "./queue-options.js";

/** Result of one batch. */
export interface WorkedOff extends EmbedQueuedReport {
  /** True if the embedder failed at any of it, other than at unfit texts. */
  readonly hasFailed: boolean;
  /** Failure that seems to lie with the embedder rather than with the texts. */
  readonly downWith?: MemoryError | undefined;
}

interface BatchWork extends QueueWork {
  readonly state: { isProven: boolean };
}

/** Embeds one batch. Gives back what it could not embed, or all of it if it throws. */
export async function workOffJobs(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  work: BatchWork,
): Promise<WorkedOff> {
  const startMs = engine.clock().getTime();
  const { signal, maxAttempts, state } = work;
  // Their workers died before they could answer, over and over.
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

/** Returns false for a text that failed before and fails alone: the embedder may be well. */
function isOfEmbedder(refused: RefusedJob): boolean {
  return !refused.isAlone || isNew(refused) || retryAfterMs(refused.failure) > 0;
}

function isNew({ job }: RefusedJob): boolean {
  return job.attempt <= 1;
}

type LeftJob = Pick<RefusedJob, "job" | "failure">;

interface LeftJobs {
  readonly dead: readonly LeftJob[];
  readonly delayed: readonly LeftJob[];
  readonly untried: readonly EmbeddingJob[];
  readonly signal: AbortSignal | undefined;
}

/** Gives back what is left of a batch, and counts the jobs that were still leased. */
async function release(
  engine: Engine,
  left: LeftJobs,
): Promise<Pick<EmbedQueuedReport, "dead" | "delayed">> {
  const { untried, signal } = left;
  const runAt = engine.clock();
  const released = [
    ...left.dead.map(({ job: { scope, id, token } }): ReleasedJob => ({ scope, id, token })),
    ...left.delayed.map((one) => later(engine, one)),
    ...untried.map((job) => untouched(job, runAt)),
  ];
  if (released.length === 0) return { dead: 0, delayed: 0 };
  const results = await requireWorker(engine).release(released, { signal });
  const dead = left.dead.filter((_, index) => results[index]);
  const delayed = left.delayed.filter((_, index) => results[left.dead.length + index]);
  logLeft(engine, dead, delayed);
  return { dead: dead.length, delayed: delayed.length };
}

function later(
  { clock, random, retryDelays }: Engine,
  { job: { scope, id, token, attempt }, failure }: LeftJob,
): ReleasedJob {
  const delay = Math.max(retryDelay(retryDelays, attempt - 1, random), retryAfterMs(failure));
  return { scope, id, token, runAt: new Date(clock().getTime() + Math.ceil(delay)) };
}

function logLeft({ logger }: Engine, dead: readonly LeftJob[], delayed: readonly LeftJob[]): void {
  const reasonOf = ([first]: readonly LeftJob[]): string | undefined => first?.failure.message;
  if (delayed.length > 0) {
    logger.warn(`${delayed.length} queued records wait longer`, { reason: reasonOf(delayed) });
  }
  if (dead.length === 0) return;
  const ids = dead.slice(0, 10).map(({ job: { id } }) => id);
  logger.error(`${dead.length} queued records were given up`, { reason: reasonOf(dead), ids });
}

function untouched({ scope, id, token }: EmbeddingJob, runAt: Date): ReleasedJob {
  return { scope, id, token, runAt, untried: true };
}

/** Releases all jobs, so that others need not wait for the lease. Completed ones stay so. */
async function giveBack(engine: Engine, jobs: readonly EmbeddingJob[]): Promise<void> {
  const runAt = engine.clock();
  try {
    await requireWorker(engine).release(jobs.map((job) => untouched(job, runAt)));
  } catch {
    // The lease runs out anyway, and the first failure is the one to report.
  }
}

/**
 * Makes sure that recall still asks a space of this memory: another process may change the model
 * while a worker runs.
 * @throws `vector-space-mismatch` if another space took over from theirs.
 */
async function requireCurrentSpace(
  { embedders, store }: Engine,
  { signal }: CallOptions,
): Promise<void> {
  const spaces = await store.spaces({ signal });
  const { asked } = chooseEmbedders(embedders, spaces);
  const states = new Map(spaces.map(({ id, state }) => [id, state]));
  const ready = spaces.filter(({ state }) => state === "ready");
  if (ready.length === 0 || asked.some(({ id }) => states.get(id) !== "retired")) return;
  const own = asked.map(({ id }) => id).join(", ");
  const others = ready.map(({ id }) => id).join(", ");
  throw new MemoryError(
    "vector-space-mismatch",
    `${others} took over from ${own}; give the worker the embedder of ${others}, or run reindex() to go back`,
  );
}
