import assert from "node:assert/strict";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { readRecord } from "../read-back.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

export const versionCases: readonly StoreCase[] = [
  ...storeCases("versions", [], {
    async "the first version of a record must be 1"({ store }) {
      for (const version of [0, 2, 7]) {
        const record = testRecord(1, { version });
        await rejectsWith("conflict", () => store.write([putOp(record)]), `version ${version}`);
      }
      assert.deepEqual(await store.get([testRecord(1)], { now: instant(0) }), [undefined]);
    },
    async "only the next version of a record can be written"({ store }) {
      await store.write([putOp(testRecord(1))]);
      const second = testRecord(1, { version: 2, content: "second" });
      await store.write([putOp(second)]);
      for (const version of [0, 1, 2, 4]) {
        const record = testRecord(1, { version, content: "lost update" });
        await rejectsWith("conflict", () => store.write([putOp(record)]), `version ${version}`);
      }
      assert.deepEqual(await readRecord(store, second), second);
    },
    async "the same id in another scope is another record"({ store }) {
      const here = testRecord(1);
      const there = testRecord(1, { scope: ["test", "below"], content: "another" });
      await store.write([putOp(here), putOp(there)]);
      const next = { ...there, version: 2 };
      await store.write([putOp(next)]);
      assert.deepEqual(await readRecord(store, here), here);
      assert.deepEqual(await readRecord(store, there), next);
    },
    async "a delete with ifVersion deletes that version only"({ store }) {
      const { scope, id } = testRecord(1);
      await store.write([putOp(testRecord(1)), putOp(testRecord(1, { version: 2 }))]);
      for (const ifVersion of [1, 3]) {
        const op = deleteOp({ scope, id }, { ifVersion });
        await rejectsWith("conflict", () => store.write([op]), `ifVersion ${ifVersion}`);
      }
      assert.equal((await readRecord(store, { scope, id })).version, 2);
      const results = await store.write([deleteOp({ scope, id }, { ifVersion: 2 })]);
      assert.deepEqual(results, [{ applied: true }]);
      assert.deepEqual(await store.get([{ scope, id }], { now: instant(0) }), [undefined]);
    },
    async "a delete with ifVersion of a record that is not there is a conflict"({ store }) {
      const op = deleteOp(testRecord(1), { ifVersion: 1 });
      await rejectsWith("conflict", () => store.write([op]));
    },
    async "the message of a conflict does not hold what was to be written"({ store }) {
      const secret = { key: "secret key", content: "secret content", value: "secret value" };
      await store.write([putOp(testRecord(1, secret))]);
      for (const record of [testRecord(1, secret), testRecord(2, secret)]) {
        const message = await store.write([putOp(record)]).then(
          () => "no conflict: a secret was written",
          (error: unknown) => String(error),
        );
        assert.ok(!message.includes("secret"), message);
      }
    },
  }),
  ...storeCases("versions", ["history"], {
    async "after a deletion the versions of an id go on, after a purge they begin again"({
      store,
    }) {
      const { scope, id } = testRecord(1);
      await store.write([putOp(testRecord(1)), deleteOp({ scope, id })]);
      for (const version of [1, 2]) {
        const put = putOp(testRecord(1, { version }));
        await rejectsWith("conflict", () => store.write([put]), `version ${version}`);
      }
      await store.write([putOp(testRecord(1, { version: 3 }))]);
      await store.write([deleteOp({ scope, id }, { purge: true })]);
      await rejectsWith("conflict", () => store.write([putOp(testRecord(1, { version: 4 }))]));
      await store.write([putOp(testRecord(1))]);
      assert.equal((await readRecord(store, { scope, id })).version, 1);
    },
  }),
];
