import assert from "node:assert/strict";

import type { MemoryRecord, Scope } from "@kioku/core";
import { compareText, scopeToPath } from "@kioku/core/toolkit";
import type { CompleteStore, ListOrder, ListRequest } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, instant, putOp, testRecord } from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import { LOOK_ALIKES } from "../look-alikes.js";
import { EVERYWHERE, listNumbers, select } from "../requests.js";
import { storeCases, storeChecks, type StoreCase } from "../store-case.js";

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

/** Texts that are no cursors, some of them well-formed base64url of JSON. */
const NO_CURSORS = ["x", "!", "bnVsbA", "e30", "W10"];
const SCOPES_IN_ORDER = LOOK_ALIKES.toSorted((a, b) => compareText(scopeToPath(a), scopeToPath(b)));

async function scopePages(store: CompleteStore, limit: number): Promise<(readonly Scope[])[]> {
  const pages: (readonly Scope[])[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.scopes([], { limit, cursor });
    pages.push(page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return pages;
}

async function writeScopes(store: CompleteStore): Promise<void> {
  await store.write(LOOK_ALIKES.map((scope, index) => putOp(testRecord(index, { scope }))));
}

export const pagingCases: readonly StoreCase[] = [
  ...storeCases("paging", [], {
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
      assert.deepEqual(pluck(pages, "length"), [1_000, 1]);
    },
    async "a listing of nothing is one empty page"({ store }) {
      for (const orderBy of ORDERS) {
        const page = await store.list({ ...select(), orderBy, order: "asc", limit: 1 });
        assert.deepEqual(page, { items: [] });
      }
    },
  }),
  ...storeCases("paging", [], {
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
  }),
  ...storeCases("scopes", ["bulk"], {
    async "scopes come once each, in the order of their paths, page by page"({ store }) {
      await writeScopes(store);
      await store.write([putOp(testRecord(900, { scope: ["users", "1"] }))]);
      for (const limit of [1, 7, SCOPES_IN_ORDER.length - 1, SCOPES_IN_ORDER.length, 1_000]) {
        const pages = await scopePages(store, limit);
        assert.deepEqual(pages.flat(), SCOPES_IN_ORDER);
        assert.equal(pages.length, Math.ceil(SCOPES_IN_ORDER.length / limit));
      }
    },
    async "scopes written and deleted meanwhile make no other scope appear twice or go missing"({
      store,
    }) {
      await store.write(
        ["b", "d", "f", "h"].map((name, n) => putOp(testRecord(n, { scope: [name] }))),
      );
      const first = await store.scopes([], { limit: 2 });
      assert.deepEqual(first.items, [["b"], ["d"]]);
      await store.write(["a", "g"].map((name, n) => putOp(testRecord(10 + n, { scope: [name] }))));
      await store.deleteWhere({ within: [["b"], ["d"]], reach: "here" }, { at: instant(20) });
      const rest = await store.scopes([], { limit: 9, cursor: first.cursor });
      assert.deepEqual(rest, { items: [["f"], ["g"], ["h"]] });
    },
    async "a scope without records is none, even if it has history"({ store }) {
      await writeScopes(store);
      await store.deleteWhere(EVERYWHERE, { at: instant(900) });
      assert.deepEqual(await store.scopes([], { limit: 10 }), { items: [] });
      assert.deepEqual(await store.scopes(["nobody"], { limit: 10 }), { items: [] });
    },
    async "a cursor of something else is refused"({ store }) {
      await writeScopes(store);
      const { cursor } = await store.list({
        ...EVERYWHERE,
        orderBy: "key",
        order: "asc",
        limit: 1,
      });
      assert.equal(cursor, undefined);
      const page = await store.list({
        ...EVERYWHERE,
        orderBy: "createdAt",
        order: "asc",
        limit: 1,
      });
      for (const other of [page.cursor, "x", "bm90IGpzb24"]) {
        await rejectsWith("invalid-input", () => store.scopes([], { limit: 1, cursor: other }));
      }
    },
  }),
];
