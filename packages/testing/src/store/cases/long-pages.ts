import assert from "node:assert/strict";

import type { MemoryRecord, Page, Revision } from "@kioku/core";
import { PAGE_LENGTH } from "@kioku/core/toolkit";
import type { CompleteStore, RecordHistory, RecordId } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { deleteOp, instant, putOp, testRecord } from "../../test-records.js";
import { listAll, select } from "../requests.js";
import { plainRevision, restoreOp, revisionOf, whose } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** Three of them are longer than a page, two are not. */
const LONG = 1_500_000;
/** Three of them are longer than a page of a history, two are not. */
const LONG_VERSION = 400_000;
const VERSIONS = 7;
const LONGEST: MemoryRecord = testRecord(0, { content: "0".repeat(PAGE_LENGTH) });
const RECORDS: readonly MemoryRecord[] = [
  LONGEST,
  ...Array.from({ length: 6 }, (_, n) => testRecord(n + 1, { content: String(n).repeat(LONG) })),
  testRecord(7),
];

/** The versions of one record, each of which is long. */
const LONG_HISTORY = Array.from({ length: VERSIONS }, (_, n) => {
  const fields = { content: String(n).repeat(LONG_VERSION), version: n + 1, updatedAt: instant(n) };
  return revisionOf(testRecord(1, fields), { searchable: n === VERSIONS - 1 });
});

async function writeLongHistory(store: CompleteStore): Promise<void> {
  const before = testRecord(0);
  const after = testRecord(2);
  const op = restoreOp(testRecord(1), LONG_HISTORY, { search: "none", idempotencyKeys: ["key"] });
  const revisions = LONG_HISTORY.map((revision) => ({ ...revision, searchable: false }));
  await store.write([putOp(before), { ...op, revisions }, putOp(after)]);
}

async function pagesOf<T>(read: (cursor?: string) => Promise<Page<T>>): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return pages;
}

function historyPages(store: CompleteStore): Promise<(readonly RecordHistory[])[]> {
  const request = { within: [["test"]], reach: "here", limit: 1_000 } as const;
  return pagesOf((cursor) => store.histories({ ...request, cursor }));
}

function versions(revisions: readonly Revision[]): number[] {
  return revisions.map(({ version }) => version);
}

/**
 * Fails if a page goes on when it is long enough, or ends before it is. Texts are ASCII: characters
 * are bytes.
 */
function expectLengths(pages: readonly (readonly { readonly content: string }[])[]): void {
  for (const page of pages.slice(0, -1)) {
    const lengths = page.map(({ content }) => content.length);
    const sum = lengths.reduce((total, length) => total + length, 0);
    assert.ok(sum >= PAGE_LENGTH, `a page ended after ${sum} characters`);
    const last = lengths.at(-1) ?? 0;
    assert.ok(sum - last < PAGE_LENGTH, `a page went on after ${sum - last} characters`);
  }
}

export const longPageCases: readonly StoreCase[] = [
  ...storeCases("long pages", [], {
    async "a page of long records ends before its limit, and the pages join to the whole"({
      store,
    }) {
      for (const record of RECORDS) await store.write([putOp(record, { search: "none" })]);
      for (const order of ["asc", "desc"] as const) {
        const request = { ...select(), orderBy: "createdAt", order, limit: 1_000 } as const;
        const pages = await pagesOf((cursor) => store.list({ ...request, cursor }));
        const expected = order === "asc" ? RECORDS : RECORDS.toReversed();
        assert.deepEqual(whose(pages.flat() as RecordId[]), whose(expected), order);
        expectLengths(pages);
        assert.ok(pages.length >= 3, `${pages.length} pages`);
      }
      assert.deepEqual((await listAll(store, { limit: 2 })).length, RECORDS.length);
    },
  }),
  ...storeCases("long pages", ["history"], {
    async "a long history comes in parts, each in order, the newest versions first"({ store }) {
      await writeLongHistory(store);
      const pages = await historyPages(store);
      const parts = pages.flat();
      assert.deepEqual(whose(parts), ["/test 0", "/test 1", "/test 1", "/test 1", "/test 2"]);
      assert.deepEqual(
        parts.map(({ revisions }) => versions(revisions)),
        [[1], [5, 6, 7], [2, 3, 4], [1], [1]],
      );
      assert.deepEqual(pluck(parts, "more"), [undefined, true, true, undefined, undefined]);
      assert.deepEqual(pluck(parts, "idempotencyKeys"), [[], ["key"], [], [], []]);
      const long = parts.slice(1, 4).toReversed();
      const expected = LONG_HISTORY.map((revision) => ({ ...revision, searchable: false }));
      assert.deepEqual(
        long.flatMap(({ revisions }) => revisions),
        expected,
      );
      assert.deepEqual(pluck(pages, "length"), [2, 1, 2]);
    },
    async "the last record of what was deleted is in the first part of its history"({ store }) {
      await writeLongHistory(store);
      await store.write([deleteOp(testRecord(1))]);
      const request = { within: [["test"]], reach: "here", limit: 1_000, deleted: true } as const;
      const { items } = await store.histories(request);
      assert.deepEqual(
        items.map(({ revisions, more }) => [versions(revisions), more]),
        [[[5, 6, 7, 8], true]],
      );
    },
    async "what is purged between two pages makes no other record go missing"({ store }) {
      await writeLongHistory(store);
      const request = { within: [["test"]], reach: "here", limit: 1_000 } as const;
      const first = await store.histories(request);
      await store.write([deleteOp(testRecord(1), { purge: true })]);
      const second = await store.histories({ ...request, cursor: first.cursor });
      assert.deepEqual(whose(second.items), ["/test 2"]);
      assert.equal(second.cursor, undefined);
    },
    async "a history is read in pages by their limit and by their length, and as a whole without a limit"({
      store,
    }) {
      await writeLongHistory(store);
      const ref = testRecord(1);
      const long = await store.history(ref, { limit: 1_000 });
      assert.deepEqual(versions(long), [1, 2, 3]);
      assert.deepEqual(
        long,
        LONG_HISTORY.slice(0, 3).map((revision) => plainRevision(revision)),
      );
      assert.deepEqual(versions(await store.history(ref, { after: 3, limit: 2 })), [4, 5]);
      assert.deepEqual(versions(await store.history(ref, { after: 5, limit: 1_000 })), [6, 7]);
      assert.deepEqual(await store.history(ref, { after: 7, limit: 1_000 }), []);
      assert.deepEqual(versions(await store.history(ref)), [1, 2, 3, 4, 5, 6, 7]);
      assert.deepEqual(versions(await store.history(ref, { after: 5 })), [6, 7]);
    },
  }),
];
