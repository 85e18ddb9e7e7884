import assert from "node:assert/strict";

import type { Scope } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { compareText, scopeToPath } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { LOOK_ALIKES } from "../look-alike-scopes.js";
import { EVERYWHERE } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const IN_ORDER = LOOK_ALIKES.toSorted((a, b) => compareText(scopeToPath(a), scopeToPath(b)));

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

export const scopeCases: readonly StoreCase[] = storeCases("scopes", ["bulk"], {
  async "scopes come once each, in the order of their paths, page by page"({ store }) {
    await writeScopes(store);
    await store.write([putOp(testRecord(900, { scope: ["users", "1"] }))]);
    for (const limit of [1, 7, IN_ORDER.length - 1, IN_ORDER.length, 1_000]) {
      const pages = await scopePages(store, limit);
      assert.deepEqual(pages.flat(), IN_ORDER);
      assert.equal(pages.length, Math.ceil(IN_ORDER.length / limit));
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
});
