import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, ListOrder, ListRequest } from "@kioku/core/toolkit";
import { compareText, scopeToPath } from "@kioku/core/toolkit";

import { putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { EVERYWHERE, listNumbers, select } from "../requests.js";
import { storeCases, storeChecks } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const ORDERS: readonly ListOrder[] = ["createdAt", "updatedAt", "key"];
const KEYS = ["Z", "a", "é", "e\u0301", "\uFF61", "😀", "!", "~", "10", "9"];

/**
 * Records that are equal in every order but for scope and id, in scopes whose elements order
 * otherwise than their paths.
 */
const TIED: readonly MemoryRecord[] = [["b"], ["b", "c"], ["b!"], ["B"], []].flatMap((scope, s) =>
  Array.from({ length: 7 }, (_, n) =>
    testRecord(n, {
      scope,
      createdAt: instant((n + s) % 2),
      updatedAt: instant(n % 3),
      ...(n === 6 ? {} : { key: KEYS[(n + s) % KEYS.length] ?? "" }),
    }),
  ),
);

function inOrder(records: readonly MemoryRecord[], orderBy: ListOrder): MemoryRecord[] {
  const listed = records.filter((record) => orderBy !== "key" || record.key !== undefined);
  return listed.toSorted((a, b) => {
    const byValue =
      orderBy === "key"
        ? compareText(a.key ?? "", b.key ?? "")
        : a[orderBy].getTime() - b[orderBy].getTime();
    return (
      byValue || compareText(scopeToPath(a.scope), scopeToPath(b.scope)) || compareText(a.id, b.id)
    );
  });
}

async function listPages(store: CompleteStore, request: ListRequest): Promise<MemoryRecord[][]> {
  const pages: MemoryRecord[][] = [];
  let { cursor } = request;
  do {
    const page = await store.list({ ...request, cursor });
    pages.push([...page.items]);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return pages;
}

export const pagingCases: readonly StoreCase[] = storeCases("paging", [], {
  ...storeChecks(ORDERS, (orderBy) => ({
    async [`pages by ${orderBy} join to the whole in a stable order, desc being the reverse of asc`]({
      store,
    }) {
      await store.write(TIED.toReversed().map((record) => putOp(record)));
      for (const order of ["asc", "desc"] as const) {
        const ascending = inOrder(TIED, orderBy);
        const expected = order === "asc" ? ascending : ascending.toReversed();
        for (const limit of [1, 2, 7, expected.length, 1_000]) {
          const pages = await listPages(store, { ...EVERYWHERE, orderBy, order, limit });
          assert.deepEqual(pages.flat(), expected, `${order}, ${limit} a page`);
          assert.equal(pages.length, Math.ceil(expected.length / limit), "number of pages");
        }
      }
    },
  })),
  async "instants order as instants, before 1970 and at the ends of time too"({ store }) {
    const times = [-8.64e15, -62_167_219_200_001, -1e13, -1, 0, 1, 999, 1_000, 1e13, 8.64e15];
    const records = times.map((time, n) => testRecord(n, { createdAt: new Date(time) }));
    await store.write(records.toReversed().map((record) => putOp(record)));
    const numbers = times.map((_, index) => index);
    assert.deepEqual(await listNumbers(store, { limit: 3 }), numbers);
    assert.deepEqual(await listNumbers(store, { limit: 3, order: "desc" }), numbers.toReversed());
  },
  async "a page may have a thousand records, and the last one has no cursor"({ store }) {
    const records = Array.from({ length: 1_001 }, (_, n) => testRecord(n));
    await store.write(records.map((record) => putOp(record)));
    const pages = await listPages(store, {
      ...EVERYWHERE,
      orderBy: "createdAt",
      order: "asc",
      limit: 1_000,
    });
    assert.deepEqual(
      pages.map((page) => page.length),
      [1_000, 1],
    );
  },
  async "a listing of nothing is one empty page"({ store }) {
    for (const orderBy of ORDERS) {
      const page = await store.list({ ...select(), orderBy, order: "asc", limit: 1 });
      assert.deepEqual(page, { items: [] });
    }
  },
});
