import type { EmbeddingJob, EmbeddingQueue, JobRef } from "../contracts/embedding-queue.js";
import { recordKey } from "../internal/record-key.js";
import type { CallOptions } from "../model/call-options.js";
import { changeSpace, embedRecord, transact } from "./tables.js";
import type { StoredJob, StoredRecord, StoredSearch, Tables } from "./tables.js";

interface Queued {
  readonly stored: StoredRecord;
  readonly search: StoredSearch;
  readonly job: StoredJob;
}

/** Queue of the in-memory store. Jobs are kept with their records. */
export class InMemoryQueue implements EmbeddingQueue {
  readonly #enter: (options: CallOptions | undefined) => Tables;

  /** @param enter - Returns the tables, unless the call must not go on. */
  constructor(enter: (options: CallOptions | undefined) => Tables) {
    this.#enter = enter;
  }

  readonly claim: EmbeddingQueue["claim"] = async ({ now, leaseMs, limit }, options) => {
    const tables = this.#enter(options);
    const due = [...queuedIn(tables)].filter(({ job }) => runsAt(job) <= now.getTime());
    const first = due
      .toSorted((a, b) => runsAt(a.job) - runsAt(b.job) || a.job.number - b.job.number)
      .slice(0, limit);
    return transact(tables, () =>
      first.map((queued) => {
        const [claims, attempt] = [queued.job.claims + 1, queued.job.attempt + 1];
        const runAt = now.getTime() + leaseMs;
        return toJob(changeJob(tables, queued, { claims, attempt, runAt, isLeased: true }));
      }),
    );
  };

  readonly complete: EmbeddingQueue["complete"] = async ({ spaces = [], jobs }, options) =>
    transact(this.#enter(options), (tables) => {
      for (const op of spaces) changeSpace(tables, op);
      return jobs.map((finished) => {
        const queued = findQueued(tables, finished);
        if (!queued) return false;
        const { scope, id, vectors } = finished;
        const { textHash } = queued.search;
        putSearch(tables, queued.stored, { ...queued.search, job: undefined });
        for (const vector of vectors)
          embedRecord(tables, { op: "embed", scope, id, textHash, vector });
        return true;
      });
    });

  readonly release: EmbeddingQueue["release"] = async (jobs, options) =>
    transact(this.#enter(options), (tables) =>
      jobs.map((released) => {
        const queued = findQueued(tables, released);
        if (!queued) return false;
        // The new token makes a second release of the same job fail.
        const { claims } = queued.job;
        const attempt = queued.job.attempt - (released.untried === true ? 1 : 0);
        const runAt = released.runAt?.getTime();
        changeJob(tables, queued, { claims: claims + 1, attempt, runAt, isLeased: false });
        return true;
      }),
    );

  readonly stats: EmbeddingQueue["stats"] = async (now, options) => {
    const stats = { ready: 0, leased: 0, delayed: 0, dead: 0 };
    for (const { job } of queuedIn(this.#enter(options))) {
      if (job.runAt === undefined) stats.dead += 1;
      else if (job.runAt <= now.getTime()) stats.ready += 1;
      else if (job.isLeased) stats.leased += 1;
      else stats.delayed += 1;
    }
    return stats;
  };

  readonly revive: EmbeddingQueue["revive"] = async (runAt, options) =>
    transact(this.#enter(options), (tables) => {
      const dead = [...queuedIn(tables)].filter(({ job }) => job.runAt === undefined);
      for (const queued of dead) changeJob(tables, queued, { runAt: runAt.getTime(), attempt: 0 });
      return dead.length;
    });
}

function* queuedIn(tables: Tables): Iterable<Queued> {
  for (const stored of tables.records.values()) {
    const { search } = stored;
    if (search?.job) yield { stored, search, job: search.job };
  }
}

/** Finds a job by its token, which has to be the newest. */
function findQueued(tables: Tables, ref: JobRef): Queued | undefined {
  const stored = tables.records.get(recordKey(ref));
  const { search } = stored ?? {};
  if (!stored || !search?.job || tokenOf(search.job) !== ref.token) return undefined;
  return { stored, search, job: search.job };
}

function changeJob(
  tables: Tables,
  { stored, search, job }: Queued,
  change: Partial<StoredJob>,
): Queued {
  const changed = { ...job, ...change };
  putSearch(tables, stored, { ...search, job: changed });
  return { stored, search, job: changed };
}

function putSearch(tables: Tables, stored: StoredRecord, search: StoredSearch): void {
  tables.records.set(recordKey(stored.record), { ...stored, search });
}

function toJob({ stored: { record }, search: { textHash }, job }: Queued): EmbeddingJob {
  const { scope, id } = record;
  return { scope: [...scope], id, textHash, attempt: job.attempt, token: tokenOf(job) };
}

function tokenOf({ number, claims }: StoredJob): string {
  return `${number}.${claims}`;
}

function runsAt({ runAt = Infinity }: StoredJob): number {
  return runAt;
}
