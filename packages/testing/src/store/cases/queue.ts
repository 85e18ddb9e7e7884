import assert from "node:assert/strict";

import { pluck } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import {
  deleteOp,
  embedOp,
  instant,
  numberOf,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import {
  claim,
  claimOne,
  EMPTY,
  LEASE_MS,
  queuedPut,
  queueOf,
  statsOf,
  withoutRunAt,
} from "../queued-records.js";
import { textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const east = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
const north = spaceVector({ id: "space", dimensions: 2 }, [0, 1]);

/** Of other stores, of none, and such as are like those of stores that count. */
const FOREIGN = ["", "abc", "1", "1.9999999999", "-1.0", "1.5.2", "9e99.0", "1e400.1", "NaN.NaN"];

export const queueCases: readonly StoreCase[] = [
  ...storeCases("queue", ["vector", "queue"], {
    async "a text is in the queue from the write on that says so, and others are not"({ store }) {
      const embedded = testRecord(3);
      await store.write([
        queuedPut(testRecord(1), 10),
        putOp(testRecord(2)),
        putOp(embedded, { search: searchEntry(embedded.content, [east]) }),
        putOp(testRecord(4), { search: "none" }),
      ]);
      assert.deepEqual(await statsOf(store, 10), { ...EMPTY, ready: 1 });
      const job = await claimOne(queueOf(store), 10);
      const { scope, id, content } = testRecord(1);
      const { textHash } = searchEntry(content);
      assert.deepEqual(job, { scope, id, textHash, attempt: 1, token: job.token });
      if (store.capabilities.text) expectNumbers(await textHits(store, "number 1"), [1, 2, 3]);
    },
    async "what may be done first is handed out first, nothing before its time, and no more than the limit"({
      store,
    }) {
      const queue = queueOf(store);
      const seconds = [30, 10, 50, 20, 40];
      await store.write(seconds.map((second, index) => queuedPut(testRecord(index + 1), second)));
      assert.deepEqual(await claim(queue, 9), []);
      expectNumbers(await claim(queue, 40, 3), [2, 4, 1]);
      expectNumbers(await claim(queue, 40, 3), [5]);
      assert.deepEqual(await statsOf(store, 40), { ...EMPTY, leased: 4, delayed: 1 });
    },
    async "jobs of every scope are handed out, in order where the store has no shards"({
      store,
      given,
    }) {
      const scopes = [[], ["a"], ["a", "b"], ["a "], ["A"]];
      const records = scopes.map((scope, index) => testRecord(index + 1, { scope }));
      await store.write(records.map((record, index) => queuedPut(record, index)));
      const jobs = await claim(queueOf(store), 10);
      const inOrder = given.shardOf ? jobs.toSorted((a, b) => numberOf(a) - numberOf(b)) : jobs;
      assert.deepEqual(pluck(inOrder, "scope"), scopes);
    },
    async "a job is in one hand until its lease has run out, and then in another"({ store }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0)]);
      const first = await claimOne(queue, 0);
      assert.deepEqual(await claim(queue, 59), []);
      assert.deepEqual(await statsOf(store, 59), { ...EMPTY, leased: 1 });
      assert.deepEqual(await statsOf(store, 60), { ...EMPTY, ready: 1 });
      const second = await claimOne(queue, 60);
      assert.equal(second.attempt, 2);
      assert.notEqual(second.token, first.token);
    },
    async "completing writes the vectors and takes the job off the queue"({ store }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0), queuedPut(testRecord(2), 1)]);
      const [first, second] = await claim(queue, 1);
      assert.ok(first && second, "both are due");
      const jobs = [
        { ...first, vectors: [east] },
        { ...second, vectors: [] },
      ];
      assert.deepEqual(await queue.complete({ jobs }), [true, true]);
      expectNumbers(await vectorHits(store, east), [1]);
      assert.deepEqual(await statsOf(store, 1_000), EMPTY);
      assert.deepEqual(await queue.complete({ jobs }), [false, false]);
    },
    async "a worker whose lease ran out changes nothing once another has the job"({ store }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0), queuedPut(testRecord(2), 0)]);
      const [slow, other] = await claim(queue, 0);
      const [quick] = await claim(queue, 60, 1);
      assert.ok(slow && other && quick, "both are due");
      const late = [slow, other].map((job) => ({ ...job, vectors: [north] }));
      assert.deepEqual(await queue.complete({ jobs: late }), [false, true]);
      assert.deepEqual(await queue.release([{ ...slow, runAt: instant(0) }]), [false]);
      assert.deepEqual(await store.vectors("space", [slow, other]), [undefined, north.values]);
      assert.deepEqual(await queue.complete({ jobs: [{ ...quick, vectors: [east] }] }), [true]);
      assert.deepEqual(await queue.complete({ jobs: late }), [false, false]);
      assert.deepEqual(await store.vectors("space", [slow]), [east.values]);
    },
    async "a worker whose lease ran out may still complete what nobody else has"({ store }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0)]);
      const job = await claimOne(queue, 0);
      assert.deepEqual(await statsOf(store, 61), { ...EMPTY, ready: 1 });
      assert.deepEqual(await queue.complete({ jobs: [{ ...job, vectors: [east] }] }), [true]);
      assert.deepEqual(await claim(queue, 1_000), []);
    },
    async "spaces are made known before the vectors, and a vector that does not fit changes nothing"({
      store,
    }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0), queuedPut(testRecord(2), 1)]);
      const [first, second] = await claim(queue, 1);
      assert.ok(first && second, "both are due");
      const space = { op: "space", space: east.space, state: "building" } as const;
      await queue.complete({ spaces: [space], jobs: [{ ...first, vectors: [east] }] });
      assert.deepEqual(await store.spaces(), [{ ...east.space, state: "building" }]);
      const wide = spaceVector({ id: "space", dimensions: 3 }, [1, 1, 1]);
      const jobs = [{ ...second, vectors: [wide] }];
      await rejectsWith("vector-space-mismatch", () => queue.complete({ jobs }));
      assert.deepEqual(await statsOf(store, 1), { ...EMPTY, leased: 1 });
      const fitting = [{ ...second, vectors: [north] }];
      assert.deepEqual(await queue.complete({ jobs: fitting }), [true]);
    },
    async "calls that are aborted change nothing, and calls after close are refused"({ store }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0)]);
      const job = await claimOne(queue, 0);
      const reason = new Error("enough");
      const signal = AbortSignal.abort(reason);
      const request = { now: instant(90), leaseMs: LEASE_MS, limit: 1 };
      const calls = (options?: { readonly signal: AbortSignal }): (() => Promise<unknown>)[] => [
        () => queue.claim(request, options),
        () => queue.complete({ jobs: [{ ...job, vectors: [east] }] }, options),
        () => queue.release([withoutRunAt(job)], options),
        () => queue.stats(instant(0), options),
        () => queue.revive(instant(0), options),
      ];
      for (const call of calls({ signal })) await assert.rejects(call, reason);
      assert.deepEqual(await statsOf(store, 1), { ...EMPTY, leased: 1 });
      await store.close();
      for (const call of calls()) await rejectsWith("closed", call);
    },
    async "an embed takes a text off the queue only where it says so"({ store }) {
      const record = testRecord(1);
      await store.write([queuedPut(record, 0), embedOp(record, north)]);
      assert.deepEqual(await statsOf(store, 0), { ...EMPTY, ready: 1 });
      const other = searchEntry("other").textHash;
      await store.write([embedOp(record, east, { dequeue: true, textHash: other })]);
      const job = await claimOne(queueOf(store), 0);
      await store.write([embedOp(record, east, { dequeue: true })]);
      assert.deepEqual(await statsOf(store, 0), EMPTY);
      const jobs = [{ ...job, vectors: [north] }];
      assert.deepEqual(await queueOf(store).complete({ jobs }), [false]);
      assert.deepEqual(await store.vectors("space", [record]), [east.values]);
      await store.write([deleteOp(record)]);
    },
  }),
  ...storeCases("queue", ["vector", "queue"], {
    async "what is given back is handed out again at its time, and given up what has none"({
      store,
    }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0), queuedPut(testRecord(2), 1)]);
      const [first, second] = await claim(queue, 1);
      assert.ok(first && second, "both are due");
      const released = [{ ...first, runAt: instant(500) }, withoutRunAt(second)];
      assert.deepEqual(await queue.release(released), [true, true]);
      assert.deepEqual(await statsOf(store, 499), { ...EMPTY, delayed: 1, dead: 1 });
      assert.deepEqual(await queue.release(released), [false, false], "given back twice");
      assert.deepEqual(await queue.complete({ jobs: [{ ...first, vectors: [east] }] }), [false]);
      assert.deepEqual(await claim(queue, 499), []);
      const again = await claimOne(queue, 500);
      assert.deepEqual([again.id, again.attempt], [first.id, 2]);
    },
    async "what is given back untried does not count as an attempt"({ store }) {
      const queue = queueOf(store);
      const records = [testRecord(1), testRecord(2), testRecord(3)];
      await store.write(records.map((record, index) => queuedPut(record, index)));
      const released = (await claim(queue, 3)).map((job, index) => ({
        ...withoutRunAt(job),
        runAt: instant(10 + index),
        ...(index === 1 ? {} : { untried: index === 0 }),
      }));
      assert.deepEqual(await queue.release(released), [true, true, true]);
      assert.deepEqual(await queue.release(released), [false, false, false], "given back twice");
      const again = await claim(queue, 20);
      assert.deepEqual(pluck(again, "attempt"), [1, 2, 2]);
    },
    async "what was given up can be revived, as if it was never tried"({ store }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0), queuedPut(testRecord(2), 900)]);
      await queue.release([withoutRunAt(await claimOne(queue, 0))]);
      assert.deepEqual(await claim(queue, 800), []);
      assert.equal(await queue.revive(instant(700)), 1);
      assert.deepEqual(await claim(queue, 699), []);
      assert.equal((await claimOne(queue, 700)).attempt, 1);
      assert.equal(await queue.revive(instant(0)), 0);
    },
  }),
  ...storeCases("queue and tokens", ["vector", "queue"], {
    async "a token that the store did not give is of no job, and keeps no other job from its answer"({
      store,
    }) {
      const queue = queueOf(store);
      await store.write([queuedPut(testRecord(1), 0), queuedPut(testRecord(2), 0)]);
      const [own, other] = await queue.claim({ now: instant(0), leaseMs: 1_000, limit: 2 });
      assert.ok(own && other, "both are due");
      const tokens = [...FOREIGN, `0${other.token}`, ` ${other.token}`, `${other.token}.0`];
      const foreign = tokens.map((token) => ({ ...other, token }));
      const answers = [...foreign.map(() => false), true];
      const released = [...foreign, own].map((job) => ({ ...job, runAt: instant(0) }));
      assert.deepEqual(await queue.release(released), answers);
      const [again] = await queue.claim({ now: instant(0), leaseMs: 1_000, limit: 2 });
      assert.equal(again?.id, own.id, "only what was given back is due");
      const jobs = [...foreign, again].map((job) => ({ ...job, vectors: [east] }));
      assert.deepEqual(await queue.complete({ jobs }), answers);
      assert.deepEqual(await store.vectors("space", [other, own]), [undefined, east.values]);
      const none = { ready: 0, leased: 0, delayed: 0, dead: 0 };
      assert.deepEqual(await queue.stats(instant(0)), { ...none, leased: 1 });
    },
  }),
];
