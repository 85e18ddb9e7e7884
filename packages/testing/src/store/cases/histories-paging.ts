import assert from "node:assert/strict";

import type { Scope } from "@kioku/core";
import { compareText, scopeToPath, type CompleteStore } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, numberOf, putOp, testRecord } from "../../test-records.js";
import { EVERYWHERE } from "../requests.js";
import { listHistories, whose } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** Scopes whose order by path is not that of their elements. */
const SCOPES: readonly Scope[] = [["a", "b"], ["a!"], [], ["a"], ["b"], ["a", "b", "c"], ["B"]];
const NUMBERS = [3, 1, 2, 0];

/**
 * Four records in each scope, of which those with an odd number were deleted, and one scope with
 * deleted ones only.
 */
async function writeScopes(store: CompleteStore): Promise<string[]> {
  const records = SCOPES.flatMap((scope) => NUMBERS.map((n) => testRecord(n, { scope })));
  const gone = [1, 2].map((n) => testRecord(n, { scope: ["a", "gone"] }));
  await store.write([...records, ...gone].map((record) => putOp(record)));
  const deleted = records.filter((record) => numberOf(record) % 2 === 1);
  await store.write([...deleted, ...gone].map((record) => deleteOp(record)));
  return whose(
    [...records, ...gone].toSorted(
      (a, b) => compareText(scopeToPath(a.scope), scopeToPath(b.scope)) || compareText(a.id, b.id),
    ),
  );
}

export const historiesPagingCases: readonly StoreCase[] = storeCases("histories", ["history"], {
  async "histories come in the order of paths, then of ids, whether or not their records are there"({
    store,
  }) {
    const expected = await writeScopes(store);
    assert.deepEqual(whose(await listHistories(store, EVERYWHERE)), expected);
  },
  async "pages of any size have everything once"({ store }) {
    const expected = await writeScopes(store);
    for (const limit of [1, 2, 3, 7, expected.length - 1]) {
      const found = await listHistories(store, { ...EVERYWHERE, limit });
      assert.deepEqual(whose(found), expected, `pages of ${limit}`);
    }
  },
  async "the last page has no cursor, also when it is full"({ store }) {
    const { length } = await writeScopes(store);
    const full = await store.histories({ ...EVERYWHERE, limit: length });
    assert.deepEqual([full.items.length, full.cursor], [length, undefined]);
    const almost = await store.histories({ ...EVERYWHERE, limit: length - 1 });
    assert.equal(typeof almost.cursor, "string");
  },
  async "reach says whether scopes below count, those too that hold only what was deleted"({
    store,
  }) {
    const all = await writeScopes(store);
    const of = (...paths: readonly string[]): string[] =>
      all.filter((name) => paths.includes(name.split(" ")[0] ?? ""));
    const within = [["a"]];
    assert.deepEqual(whose(await listHistories(store, { within })), of("/a"));
    assert.deepEqual(
      whose(await listHistories(store, { within, reach: "below" })),
      of("/a", "/a/b", "/a/b/c", "/a/gone"),
    );
    assert.deepEqual(whose(await listHistories(store, { within: [[]] })), of(""));
    assert.deepEqual(await listHistories(store, { within: [] }), []);
    assert.deepEqual(await listHistories(store, { within: [["unknown"]], reach: "below" }), []);
  },
  async "scopes that are named twice or contain each other count once, in any order, on pages of any size"({
    store,
  }) {
    const all = await writeScopes(store);
    const within = [["b"], ["a", "b"], ["a"], ["b"], ["a", "b", "c"]];
    for (const limit of [1, 5, 1_000]) {
      const below = await listHistories(store, { within, reach: "below", limit });
      assert.deepEqual(
        whose(below),
        all.filter((name) => /^\/(?:a|a\/.*|b) \d$/u.test(name)),
      );
      assert.deepEqual(
        whose(await listHistories(store, { within, limit })),
        all.filter((name) => /^\/(?:a|a\/b|a\/b\/c|b) \d$/u.test(name)),
      );
    }
  },
  async "what is written, deleted and purged meanwhile makes nothing else appear twice or go missing"({
    store,
  }) {
    const records = Array.from({ length: 20 }, (_, n) => testRecord(2 * n));
    await store.write(records.map((record) => putOp(record)));
    const request = { within: [["test"]], reach: "here", limit: 5 } as const;
    const pages: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 9; page += 1) {
      const { items, cursor: next } = await store.histories({ ...request, cursor });
      pages.push(...whose(items));
      cursor = next;
      if (cursor === undefined) break;
      const shown = items.at(-1);
      assert.ok(shown);
      await store.write([
        // Behind what was shown last, in a scope before and in this one; then a deletion ahead,
        // which stays listed.
        putOp(testRecord(page, { scope: ["a"] })),
        putOp(testRecord(10 * page + 1)),
        putOp(testRecord(10 * page, { version: 2 })),
        deleteOp(testRecord(10 * page + 2)),
        deleteOp(testRecord(10 * page + 14)),
        deleteOp(shown, { purge: true }),
      ]);
    }
    assert.deepEqual(pages, whose(records));
  },
  async "a cursor of another listing is refused"({ store }) {
    await store.write([1, 2, 3].map((n) => putOp(testRecord(n))));
    const listing = { ...EVERYWHERE, orderBy: "createdAt", order: "asc", limit: 1 } as const;
    const { cursor } = await store.list(listing);
    const histories = await store.histories({ ...EVERYWHERE, limit: 1 });
    assert.ok(cursor !== undefined && histories.cursor !== undefined);
    for (const wrong of [cursor, "", "nonsense"]) {
      await rejectsWith("invalid-input", () =>
        store.histories({ ...EVERYWHERE, limit: 1, cursor: wrong }),
      );
    }
    const other = { ...listing, cursor: histories.cursor };
    await rejectsWith("invalid-input", () => store.list(other));
  },
});
