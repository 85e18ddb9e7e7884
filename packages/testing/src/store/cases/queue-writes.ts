import assert from "node:assert/strict";

import type { CompleteStore, EmbeddingJob, WriteOp } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import {
  deleteOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { queuedPut, queueOf } from "../queued-records.js";
import { select } from "../requests.js";
import { restoreOp, revisionOf } from "../revisions.js";
import { storeCases, storeChecks, type StoreCase } from "../store-case.js";

const east = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
const record = testRecord(1);
const changed = testRecord(1, { version: 2, content: "changed" });
const same = testRecord(1, { version: 2, importance: 1 });

/** The job of record 1 in the hands of a worker, the record written a moment ago. */
async function takenJob(store: CompleteStore): Promise<EmbeddingJob> {
  await store.write([queuedPut(record, 0)]);
  const [job] = await queueOf(store).claim({ now: instant(0), leaseMs: 1_000, limit: 1 });
  assert.ok(job, "it is due");
  return job;
}

/** Fails unless the worker's answer is refused, and so many jobs are there afterwards. */
async function expectLost(store: CompleteStore, job: EmbeddingJob, left = 0): Promise<void> {
  const queue = queueOf(store);
  const { ready, leased, delayed, dead } = await queue.stats(instant(5_000));
  assert.equal(ready + leased + delayed + dead, left, "jobs are left");
  assert.deepEqual(await queue.complete({ jobs: [{ ...job, vectors: [east] }] }), [false]);
  assert.deepEqual(await store.vectors("space", [job]), [undefined]);
}

/** Fails unless the worker's answer is taken. */
async function expectKept(store: CompleteStore, job: EmbeddingJob): Promise<void> {
  const jobs = [{ ...job, vectors: [east] }];
  assert.deepEqual(await queueOf(store).complete({ jobs }), [true]);
  assert.deepEqual(await store.vectors("space", [job]), [east.values]);
}

/** Writes that end the job that a worker has, and how many jobs are there afterwards. */
const ENDINGS: readonly (readonly [string, readonly WriteOp[], number])[] = [
  ["a new text that is queued", [queuedPut(changed, 0)], 1],
  ["a new text that is not", [putOp(changed)], 0],
  ["a put that is not searchable", [putOp(changed, { search: "none" })], 0],
  ["a deletion", [deleteOp(record)], 0],
  ["a deletion that purges", [deleteOp(record, { purge: true })], 0],
  [
    "the same record in the place of the deleted one",
    [deleteOp(record, { purge: true }), queuedPut(record, 0)],
    1,
  ],
  ["another text and back", [putOp(changed), queuedPut({ ...record, version: 3 }, 0)], 1],
];

export const queueWriteCases: readonly StoreCase[] = [
  ...storeCases("queue and writes", ["vector", "queue"], {
    ...storeChecks(ENDINGS, ([what, ops, left]) => ({
      async [`${what} ends the job that a worker has, in the same write`]({ store }) {
        const job = await takenJob(store);
        await store.write(ops);
        await expectLost(store, job, left);
      },
    })),
    async "a new text is a new job, tried for the first time and at its own time"({ store }) {
      const old = await takenJob(store);
      await store.write([queuedPut(changed, 7)]);
      const request = { leaseMs: 1_000, limit: 9 };
      assert.deepEqual(await queueOf(store).claim({ now: instant(6), ...request }), []);
      const [job] = await queueOf(store).claim({ now: instant(7), ...request });
      const { textHash } = searchEntry("changed");
      assert.deepEqual(job && [job.attempt, job.textHash], [1, textHash]);
      await expectLost(store, old, 1);
    },
    async "the text that is there keeps its job, be it written anew, queued anew or kept"({
      store,
    }) {
      const job = await takenJob(store);
      await store.write([
        putOp(same),
        queuedPut({ ...same, version: 3 }, 9),
        putOp({ ...same, version: 4 }, { search: "keep" }),
      ]);
      const { ready, leased } = await queueOf(store).stats(instant(0));
      assert.deepEqual([ready, leased], [0, 1]);
      await expectKept(store, job);
    },
    async "the vectors of the text that is there end its job, unless more are to come"({ store }) {
      const job = await takenJob(store);
      const search = searchEntry(record.content, [east]);
      await store.write([putOp(same, { search: { ...search, embedAt: instant(0) } })]);
      assert.equal((await queueOf(store).stats(instant(0))).leased, 1);
      await store.write([putOp({ ...same, version: 3 }, { search })]);
      assert.equal((await queueOf(store).stats(instant(0))).leased, 0);
      const jobs = [{ ...job, vectors: [] }];
      assert.deepEqual(await queueOf(store).complete({ jobs }), [false]);
    },
    async "what a selection or a sweep deletes leaves no job"({ store }) {
      const expiring = testRecord(2, { expiresAt: instant(50) });
      const beside = testRecord(3, { scope: ["other"] });
      await store.write([record, expiring, beside].map((one) => queuedPut(one, 0)));
      await store.sweep(instant(60));
      assert.equal((await queueOf(store).stats(instant(60))).ready, 2);
      await store.deleteWhere(select(), { at: instant(70) });
      assert.equal((await queueOf(store).stats(instant(70))).ready, 1);
      const all = { within: [[]], reach: "below", includeArchived: true } as const;
      await store.deleteWhere(all, { at: instant(80), purge: true });
      const none = { ready: 0, leased: 0, delayed: 0, dead: 0 };
      assert.deepEqual(await queueOf(store).stats(instant(90)), none);
    },
    async "a put that finds a duplicate, and a batch that fails, queue nothing"({ store }) {
      await store.write([putOp(record)]);
      const twin = queuedPut(testRecord(2, { content: record.content }), 0);
      await store.write([{ ...twin, unlessDuplicate: true }]);
      const conflict = putOp(testRecord(1));
      await rejectsWith("conflict", () => store.write([queuedPut(testRecord(3), 0), conflict]));
      assert.equal((await queueOf(store).stats(instant(9))).ready, 0);
    },
    async "a batch that fails leaves the jobs of its texts as they were"({ store }) {
      const job = await takenJob(store);
      await rejectsWith("conflict", () => store.write([queuedPut(changed, 0), putOp(record)]));
      await rejectsWith("conflict", () =>
        store.write([deleteOp(record), deleteOp(record, { ifVersion: 9 })]),
      );
      await expectKept(store, job);
    },
    async "dropping a space leaves the queue alone"({ store }) {
      const job = await takenJob(store);
      await store.write([
        putOp(testRecord(2), { search: searchEntry(testRecord(2).content, [east]) }),
      ]);
      await store.dropSpace("space");
      await expectKept(store, job);
    },
  }),
  ...storeCases("queue and writes", ["vector", "queue", "history"], {
    async "a restore replaces the job of what was there"({ store }) {
      const job = await takenJob(store);
      await store.write([restoreOp(record, [revisionOf(record)])]);
      await expectLost(store, job, 0);
      const search = { ...searchEntry(record.content), embedAt: instant(3) };
      await store.write([restoreOp(record, [revisionOf(record)], { search })]);
      assert.equal((await queueOf(store).stats(instant(2))).delayed, 1);
      await expectLost(store, job, 1);
    },
  }),
];
