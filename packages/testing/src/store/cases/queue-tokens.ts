import assert from "node:assert/strict";

import { spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { queuedPut, queueOf } from "../queued-records.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const east = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
/** Of other stores, of none, and such as are like those of stores that count. */
const FOREIGN = ["", "abc", "1", "1.9999999999", "-1.0", "1.5.2", "9e99.0", "1e400.1", "NaN.NaN"];

export const queueTokenCases: readonly StoreCase[] = storeCases(
  "queue and tokens",
  ["vector", "queue"],
  {
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
  },
);
