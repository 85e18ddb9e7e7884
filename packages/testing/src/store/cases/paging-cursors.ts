import assert from "node:assert/strict";

import type { ListRequest } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { expectNumbers } from "../expect.js";
import { EVERYWHERE, listNumbers, select } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** Texts that are no cursors, some of them well-formed base64url of JSON. */
const NO_CURSORS = ["x", "!", "bnVsbA", "e30", "W10"];

export const pagingCursorCases: readonly StoreCase[] = storeCases("paging", [], {
  async "records written, changed and deleted meanwhile make no other record appear twice or go missing"({
    store,
  }) {
    for (const order of ["asc", "desc"] as const) {
      const at = instant(99);
      await store.deleteWhere(EVERYWHERE, { at, purge: true });
      await store.write([10, 20, 30, 40, 50, 60].map((n) => putOp(testRecord(n))));
      const request: ListRequest = { ...select(), orderBy: "createdAt", order, limit: 3 };
      const first = await store.list(request);
      expectNumbers(first.items, order === "asc" ? [10, 20, 30] : [60, 50, 40]);
      const last = first.items.at(-1) ?? testRecord(0);
      await store.write([
        ...[5, 35, 65].map((n) => putOp(testRecord(n))),
        putOp(testRecord(40, { version: 2 })),
        deleteOp(last, { purge: true }),
        deleteOp(first.items[0] ?? last, { purge: true }),
      ]);
      const rest = await listNumbers(store, { ...request, cursor: first.cursor });
      assert.deepEqual(rest, order === "asc" ? [35, 40, 50, 60, 65] : [35, 30, 20, 10, 5]);
    }
  },
  async "pages of a filtered listing join to the whole"({ store }) {
    const kinds = ["a", "b", "c"];
    const records = Array.from({ length: 30 }, (_, n) =>
      testRecord(n, { kind: kinds[n % 3] ?? "" }),
    );
    await store.write(records.map((record) => putOp(record)));
    const found = await listNumbers(store, { kinds: ["b"], limit: 4 });
    assert.deepEqual(found, [1, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
  },
  async "a cursor of another listing, or none at all, is refused"({ store }) {
    await store.write([1, 2].map((n) => putOp(testRecord(n, { key: `key ${n}` }))));
    const request: ListRequest = { ...select(), orderBy: "createdAt", order: "asc", limit: 1 };
    const { cursor: own } = await store.list(request);
    const { cursor: descending } = await store.list({ ...request, order: "desc" });
    const { cursor: byKey } = await store.list({ ...request, orderBy: "key" });
    const { cursor: byUpdate } = await store.list({ ...request, orderBy: "updatedAt" });
    for (const cursor of [descending, byKey, byUpdate, `${own}${own}`, ...NO_CURSORS]) {
      await rejectsWith("invalid-input", () => store.list({ ...request, cursor }), `${cursor}`);
    }
  },
});
