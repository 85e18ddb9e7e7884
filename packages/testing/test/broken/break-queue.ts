import type { CompleteStore, EmbeddingQueue } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";

/** A store with some methods of its queue replaced; all others are passed on. */
export function replaceQueue(
  store: CompleteStore,
  replaced: (queue: EmbeddingQueue) => Partial<EmbeddingQueue>,
): CompleteStore {
  const { queue } = store;
  if (!queue) throw new Error("this store has no queue");
  return replace(store, { queue: { ...passedOn(queue), ...replaced(queue) } });
}

function passedOn(queue: EmbeddingQueue): EmbeddingQueue {
  return {
    claim: (request, options) => queue.claim(request, options),
    complete: (request, options) => queue.complete(request, options),
    release: (jobs, options) => queue.release(jobs, options),
    stats: (now, options) => queue.stats(now, options),
    revive: (runAt, options) => queue.revive(runAt, options),
  };
}

/** Passes every token off as the newest one of its job. */
export function withoutFencing(queue: EmbeddingQueue): Partial<EmbeddingQueue> {
  const newest = new Map<string, string>();
  return {
    claim: async (request, options) => {
      const jobs = await queue.claim(request, options);
      for (const { id, token } of jobs) newest.set(id, token);
      return jobs;
    },
    complete: ({ spaces, jobs }, options) => {
      const passed = jobs.map((job) => ({ ...job, token: newest.get(job.id) ?? job.token }));
      return queue.complete({ spaces, jobs: passed }, options);
    },
  };
}

/** Takes a token for the same with spaces around it. */
export function withLaxTokens(queue: EmbeddingQueue): Partial<EmbeddingQueue> {
  return {
    complete: ({ jobs, ...request }, options) =>
      queue.complete({ ...request, jobs: jobs.map(trimmed) }, options),
    release: (jobs, options) => queue.release(jobs.map(trimmed), options),
  };
}

function trimmed<Job extends { readonly token: string }>(job: Job): Job {
  return { ...job, token: job.token.trim() };
}
