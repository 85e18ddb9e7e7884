import assert from "node:assert/strict";

import { putOp } from "../../test-ops.js";
import { testRecord } from "../../test-record.js";
import { and, condition, metadata, not, or } from "../predicates.js";
import { listNumbers } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const RECORDS = [0, 1, 2].map((n) => testRecord(n, { metadata: { n, "it's": '"q"' } }));

export const filterSizeCases: readonly StoreCase[] = storeCases("filters", [], {
  async "a filter may have two thousand clauses"({ store }) {
    await store.write(RECORDS.map((record) => putOp(record)));
    const clauses = Array.from({ length: 2_000 }, (_, n) =>
      condition(metadata("n"), "eq", 2_000 - n),
    );
    assert.deepEqual(await listNumbers(store, { where: or(...clauses) }), [1, 2]);
    const none = not(or(...clauses));
    assert.deepEqual(await listNumbers(store, { where: and(none, none) }), [0]);
  },
  async "a condition may have fifty thousand operands"({ store }) {
    await store.write(RECORDS.map((record) => putOp(record)));
    const operands = Array.from({ length: 50_000 }, (_, n) => 50_001 - n);
    const where = condition(metadata("n"), "in", ...operands);
    assert.deepEqual(await listNumbers(store, { where }), [2]);
    const version = condition({ type: "number", name: "version" }, "in", ...operands);
    assert.deepEqual(await listNumbers(store, { where: version }), []);
  },
  async "operands that look like syntax are values"({ store }) {
    await store.write(RECORDS.map((record) => putOp(record)));
    for (const text of ["'; drop table records; --", '$."n"', "?", "$1", "1 or 1=1", "{1}"]) {
      const where = or(
        condition(metadata("n"), "in", text, "absent"),
        condition({ type: "text", name: "kind" }, "in", text, "absent"),
      );
      assert.deepEqual(await listNumbers(store, { where }), [], text);
      assert.deepEqual(await listNumbers(store, { where: not(where) }), [0, 1, 2], text);
    }
  },
});
