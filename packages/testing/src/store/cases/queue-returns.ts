import assert from "node:assert/strict";

import { spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import {
  claim,
  claimOne,
  EMPTY,
  queuedPut,
  queueOf,
  statsOf,
  withoutRunAt,
} from "../queued-records.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const east = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);

/** Jobs that are given back, given up and revived. */
export const queueReturnCases: readonly StoreCase[] = storeCases("queue", ["vector", "queue"], {
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
    assert.deepEqual(
      again.map(({ attempt }) => attempt),
      [1, 2, 2],
    );
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
});
