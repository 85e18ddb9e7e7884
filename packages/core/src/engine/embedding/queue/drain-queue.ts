import type { EmbedQueuedOptions, EmbedQueuedReport } from "../../../api/memory-root.js";
import type { EmbeddingJob, ReleasedJob } from "../../../contracts/embedding-queue.js";
import { textsAtOnce } from "../../../embedding/embed-texts.js";
import { retryAfterMs, MemoryError } from "../../../errors/memory-error.js";
import { attempt } from "../../../internal/async/notify.js";
import type { CallOptions } from "../../../model/call-options.js";
import { MAX_LIMIT } from "../../../model/limits.js";
import type { Engine } from "../../engine.js";
import { retryDelay } from "../retry/embedding-retry.js";
import { chooseEmbedders } from "../spaces/choose-embedders.js";
import { embedJobs, refOf, type RefusedJob } from "./embed-jobs.js";
import { checkEmbedQueued, requireWorker, type QueueWork } from "./queue-options.js";

/** Result of a drain; with a failure if it stopped because the embedder seems to be down. */
export type Drained = EmbedQueuedReport & { readonly failure?: MemoryError | undefined };

/** Knowledge of a worker about its embedder, kept between drains. */
export interface Worker {
  /** Texts that it takes at once. */
  batchSize: number;
  /** True if the embedder took a text since it last failed at a new one. */
  isProven: boolean;
}

/** Returns the state of a new worker. */
export function newWorkerState(engine: Engine): Worker {
  return { batchSize: fullBatch(engine), isProven: false };
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

/** Drains what is due now, without what becomes due meanwhile: under load it would never end. */
export async function drainOnce(engine: Engine, work: QueueWork, state: Worker): Promise<Drained> {
  const { ready } = await requireWorker(engine).stats(engine.clock(), { signal: work.signal });
  return drainQueue(engine, { ...work, limit: Math.min(work.limit, ready) }, state);
}

/** Claims and embeds batches, halved by each failure, until nothing is due or all seems down. */
export async function drainQueue(engine: Engine, work: QueueWork, state: Worker): Promise<Drained> {
  const queue = requireWorker(engine);
  const { signal, leaseMs, limit } = work;
  const report = { embedded: 0, delayed: 0, dead: 0 };
  let claimed = 0;
  while (claimed < limit) {
    const most = Math.min(state.batchSize, limit - claimed);
    const jobs = await queue.claim({ now: engine.clock(), leaseMs, limit: most }, { signal });
    if (jobs.length === 0) break;
    claimed += jobs.length;
    const done = await workOffJobs(engine, jobs, { ...work, state });
    report.embedded += done.embedded;
    report.delayed += done.delayed;
    report.dead += done.dead;
    state.batchSize = done.hasFailed
      ? Math.max(Math.floor(jobs.length / 2), 1)
      : Math.min(state.batchSize * 2, fullBatch(engine));
    if (done.failure) return { ...report, failure: done.failure };
  }
  return report;
}

function fullBatch({ embedders: [first] }: Engine): number {
  return Math.min(first ? textsAtOnce(first) : 1, MAX_LIMIT);
}

/** Embeds one batch. Gives back what it could not embed, or all of it if it throws. */
async function workOffJobs(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  work: QueueWork & { readonly state: Worker },
): Promise<Drained & { readonly hasFailed: boolean }> {
  const startMs = engine.clock().getTime();
  const { signal, maxAttempts, state } = work;
  // Their workers died before they could answer, over and over.
  const crashed = jobs.filter((job) => job.attempt > maxAttempts);
  const living = jobs.filter((job) => !crashed.includes(job));
  try {
    await requireSpace(engine, { signal });
    const call = { signal, untilMs: startMs + work.leaseMs / 2 };
    const { embedded, refused, untried } = await embedJobs(engine, living, call);
    const failure = embedded > 0 ? undefined : refused.find(isOfEmbedder)?.failure;
    state.isProven = embedded > 0 || (state.isProven && !refused.some(isNew));
    const isHopeless = (one: RefusedJob): boolean =>
      one.job.attempt >= maxAttempts || (one.isForGood && state.isProven);
    const counts = await release(engine, {
      dead: [...crashed.map((job) => ({ job, failure: CRASHED })), ...refused.filter(isHopeless)],
      delayed: refused.filter((one) => !isHopeless(one)),
      untried,
      signal,
    });
    return { embedded, ...counts, hasFailed: refused.some(({ isUnfit }) => !isUnfit), failure };
  } catch (error) {
    // Others need not wait for the lease, and it runs out anyway. Completed jobs stay so.
    const all = untriedAt(engine.clock(), jobs);
    await attempt(() => requireWorker(engine).release(all)).catch(() => undefined);
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

/** Gives back what is left of a batch, and counts the jobs that were still leased. */
async function release(
  engine: Engine,
  left: {
    readonly dead: readonly LeftJob[];
    readonly delayed: readonly LeftJob[];
    readonly untried: readonly EmbeddingJob[];
    readonly signal: AbortSignal | undefined;
  },
): Promise<Pick<EmbedQueuedReport, "dead" | "delayed">> {
  const runAt = engine.clock();
  const released = [
    ...left.dead.map(({ job }) => refOf(job)),
    ...left.delayed.map((one) => later(engine, one)),
    ...untriedAt(runAt, left.untried),
  ];
  if (released.length === 0) return { dead: 0, delayed: 0 };
  const results = await requireWorker(engine).release(released, { signal: left.signal });
  const dead = left.dead.filter((_, index) => results[index]);
  const delayed = left.delayed.filter((_, index) => results[left.dead.length + index]);
  logLeft(engine, dead, delayed);
  return { dead: dead.length, delayed: delayed.length };
}

function later({ clock, random, retryDelays }: Engine, { job, failure }: LeftJob): ReleasedJob {
  const delay = Math.max(retryDelay(retryDelays, job.attempt - 1, random), retryAfterMs(failure));
  return { ...refOf(job), runAt: new Date(clock().getTime() + Math.ceil(delay)) };
}

function untriedAt(runAt: Date, jobs: readonly EmbeddingJob[]): readonly ReleasedJob[] {
  return jobs.map((job) => ({ ...refOf(job), runAt, untried: true }));
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

/** Refuses to work if another process has changed the model, so that recall asks another space. */
async function requireSpace({ embedders, store }: Engine, { signal }: CallOptions): Promise<void> {
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
