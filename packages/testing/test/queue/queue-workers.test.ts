import { inMemoryStore } from "@kioku/core";
import type { CompleteStore, EmbeddingQueue } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { queueWorkers } from "../../src/index.js";
import { replaceQueue, withoutFencing } from "../broken/break-queue.js";

async function openStore(
  breakQueue: (queue: EmbeddingQueue) => Partial<EmbeddingQueue> = () => ({}),
): Promise<CompleteStore> {
  const store = replaceQueue(inMemoryStore(), breakQueue);
  await store.open();
  return store;
}

test("eight workers give each of 2,000 texts one vector, whoever crashes, is late or is overtaken", async () => {
  const report = await queueWorkers([await openStore()], { jobs: 2_000, workers: 8 });
  expect(report.completed).toBeGreaterThan(1_900);
  expect(report.claims).toBeGreaterThan(report.completed);
  for (const [what, count] of Object.entries(report))
    expect([what, count > 9]).toEqual([what, true]);
});

test("a seed does the same again", async () => {
  const options = { jobs: 200, workers: 3, seed: 7 };
  const first = await queueWorkers([await openStore()], options);
  expect(await queueWorkers([await openStore()], options)).toEqual(first);
});

/** Queues that are wrong in one way, and what the trial says of it. */
const BROKEN: readonly (readonly [
  string,
  (queue: EmbeddingQueue) => Partial<EmbeddingQueue>,
  RegExp,
])[] = [
  [
    "takes answers of workers whose lease ran out",
    withoutFencing,
    /had it no more|not the vector/u,
  ],
  [
    "hands out what is leased",
    (queue) => ({
      claim: ({ leaseMs, ...request }, options) =>
        queue.claim({ ...request, leaseMs: leaseMs / 1_000 }, options),
    }),
    /before its lease ran out/u,
  ],
  [
    "loses what crashed",
    (queue) => ({
      claim: ({ leaseMs, ...request }, options) =>
        queue.claim({ ...request, leaseMs: leaseMs * 1e6 }, options),
    }),
    /stuck/u,
  ],
  [
    "says that it took what it refused",
    (queue) => ({
      complete: async (request, options) => {
        await queue.complete(request, options);
        return request.jobs.map(() => true);
      },
    }),
    /had it no more|completed twice/u,
  ],
];

test.each(BROKEN)("a queue that %s is found out", async (_, breakQueue, problem) => {
  const stores = [await openStore(breakQueue)];
  await expect(queueWorkers(stores, { jobs: 500, workers: 8 })).rejects.toThrow(problem);
});
