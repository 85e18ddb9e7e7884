import assert from "node:assert/strict";
import { getEventListeners } from "node:events";

import { rejectsWith } from "../../rejects-with.js";
import { putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { EVERY_METHOD, methodsOf } from "../every-method.js";
import { snapshot } from "../expect.js";
import { listNumbers } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** Record 1, which has expired by the time of the sweep. */
const seed = putOp(testRecord(1, { expiresAt: instant(9) }));

export const abortCases: readonly StoreCase[] = storeCases("abort", [], {
  async "every method rejects with the reason of an aborted signal and changes nothing"({
    store,
    claims,
  }) {
    await store.write([seed]);
    const before = await snapshot(store);
    for (const reason of [new Error("stop"), "a text", { code: 7 }]) {
      const options = { signal: AbortSignal.abort(reason) };
      for (const method of methodsOf(claims)) {
        const outcome = await EVERY_METHOD[method](store, options).then(
          () => "it resolved",
          (error: unknown) => (error === reason ? "rejected" : `it rejected with ${String(error)}`),
        );
        assert.equal(outcome, "rejected", `${method} should reject with the signal's reason`);
        assert.deepEqual(await snapshot(store), before, `${method} has changed something`);
      }
    }
  },
  async "an open that was aborted can be tried again"({ create }) {
    const store = await create();
    const reason = new Error("stop");
    await assert.rejects(store.open({ signal: AbortSignal.abort(reason) }), reason);
    await store.open();
    assert.deepEqual(await listNumbers(store), []);
  },
  async "no listener stays on a signal when a call has ended"({ store, claims }) {
    await store.write([seed]);
    const { signal } = new AbortController();
    const calls = methodsOf(claims).map((method) => EVERY_METHOD[method](store, { signal }));
    await Promise.allSettled(calls);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  },
  async "a write that is aborted while it runs either happens as a whole or not at all"({ store }) {
    for (const round of [0, 1, 2, 3]) {
      const controller = new AbortController();
      const reason = new Error("stop");
      const numbers = Array.from({ length: 50 }, (_, n) => round * 100 + n);
      const ops = numbers.map((n) => putOp(testRecord(n, { scope: ["round", `${round}`] })));
      const write = store.write(ops, { signal: controller.signal });
      for (let turn = 0; turn < round; turn += 1) await Promise.resolve();
      controller.abort(reason);
      const error = await write.then(
        () => undefined,
        (caught: unknown) => caught,
      );
      const written = await listNumbers(store, { within: [["round", `${round}`]] });
      assert.ok(error === undefined || error === reason, String(error));
      assert.deepEqual(written, error === undefined ? numbers : []);
    }
  },
  async "a store is usable after a call that was aborted"({ store }) {
    const signal = AbortSignal.abort(new Error("stop"));
    await assert.rejects(store.write([seed], { signal }));
    await store.write([seed]);
    await rejectsWith("conflict", () => store.write([seed]));
    assert.deepEqual(await listNumbers(store), [1]);
  },
});
