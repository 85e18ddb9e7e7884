import type { CompleteStore, EmbeddingQueue, SearchEntry, WriteOp } from "@kioku/core/toolkit";

import { replaceQueue, withLaxTokens, withoutFencing } from "./break-queue.js";
import { mapOps, omit } from "./break-store.js";
import type { Defect } from "./break-store.js";

/** Replaces search entries before they are written. */
function mapEntries(store: CompleteStore, map: (entry: SearchEntry) => SearchEntry): CompleteStore {
  return mapOps(store, (op): WriteOp => {
    if ((op.op !== "put" && op.op !== "restore") || typeof op.search === "string") return op;
    return { ...op, search: map(op.search) };
  });
}

/**
 * A store that leaves a text in the queue which another one takes the place of: it seems to be the
 * same text.
 */
function keepsJobs(store: CompleteStore): CompleteStore {
  return mapEntries(store, (entry) => ({ ...entry, textHash: "always the same" }));
}

const broken = (
  name: string,
  replaced: (queue: EmbeddingQueue) => Partial<EmbeddingQueue>,
): Defect => ({ name, group: "queue", breakStore: (store) => replaceQueue(store, replaced) });

/** Defects of queues. */
export const BROKEN_QUEUES: readonly Defect[] = [
  broken("takes the answers of workers whose lease ran out", withoutFencing),
  broken("hands out what is in other hands", (queue) => ({
    claim: (request, options) => queue.claim({ ...request, leaseMs: 0 }, options),
  })),
  broken("never hands out again what was not answered", (queue) => ({
    claim: (request, options) => queue.claim({ ...request, leaseMs: 1e12 }, options),
  })),
  broken("hands out what may be done last before others", (queue) => ({
    claim: async (request, options) => (await queue.claim(request, options)).toReversed(),
  })),
  broken("hands out more than was asked for", (queue) => ({
    claim: (request, options) => queue.claim({ ...request, limit: 100 }, options),
  })),
  broken("hands out what may not be done yet", (queue) => ({
    claim: (request, options) => {
      return queue.claim({ ...request, now: new Date(request.now.getTime() + 3_000) }, options);
    },
  })),
  broken("completes without vectors", (queue) => ({
    complete: ({ spaces, jobs }, options) => {
      const empty = jobs.map((job) => ({ ...job, vectors: [] }));
      return queue.complete({ spaces, jobs: empty }, options);
    },
  })),
  broken("makes no space known", (queue) => ({
    complete: ({ jobs }, options) => queue.complete({ jobs }, options),
  })),
  broken("tries for ever", (queue) => ({
    release: (jobs, options) => {
      return queue.release(
        jobs.map((job) => ({ runAt: new Date(0), ...job })),
        options,
      );
    },
  })),
  broken("counts what nobody tried as an attempt", (queue) => ({
    release: (jobs, options) => {
      return queue.release(
        jobs.map((job) => omit(job, "untried")),
        options,
      );
    },
  })),
  broken("counts what is delayed as ready", (queue) => ({
    stats: async (now, options) => {
      const stats = await queue.stats(now, options);
      return { ...stats, ready: stats.ready + stats.delayed, delayed: 0 };
    },
  })),
  broken("revives nothing", () => ({ revive: () => Promise.resolve(0) })),
  broken("takes every signal for one that is not aborted", (queue) => ({
    claim: (request) => queue.claim(request),
  })),
  {
    name: "takes what is like a token for one",
    group: "queue and tokens",
    breakStore: (store) => replaceQueue(store, withLaxTokens),
  },
  {
    name: "queues nothing",
    group: "queue and writes",
    breakStore: (store) => mapEntries(store, (entry) => omit(entry, "embedAt")),
  },
  {
    name: "leaves a text in the queue that is there no more",
    group: "queue and writes",
    breakStore: keepsJobs,
  },
  {
    name: "empties the queue whenever it writes",
    group: "queue and writes",
    breakStore: (store) =>
      mapOps(store, (op) =>
        op.op === "put" && op.record.version > 1 && op.search === "keep"
          ? { ...op, search: "none" }
          : op,
      ),
  },
  {
    name: "queues what it does not write",
    group: "queue and writes",
    breakStore: (store) =>
      mapOps(store, (op) => (op.op === "put" ? { ...op, unlessDuplicate: false } : op)),
  },
];
