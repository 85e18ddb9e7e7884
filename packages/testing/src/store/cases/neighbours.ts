import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, Selection } from "@kioku/core/toolkit";

import { instant, numberOf, putOp, testRecord } from "../../test-records.js";
import { select } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

function inThread(n: number, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  return testRecord(n, { thread: "t", ...fields });
}

/** The numbers around record n: `before | after`. */
async function around(
  store: CompleteStore,
  n: number,
  {
    before = 2,
    after = 2,
    ...fields
  }: { before?: number; after?: number } & Partial<Selection> = {},
): Promise<string> {
  const selection = select(fields);
  const answers = await store.neighbours({ refs: [testRecord(n)], before, after, selection });
  assert.equal(answers.length, 1);
  return `${numbers(answers[0]?.before)} | ${numbers(answers[0]?.after)}`.trim();
}

function numbers(records: readonly MemoryRecord[] = []): string {
  return records.map((record) => numberOf(record)).join(" ");
}

export const neighbourCases: readonly StoreCase[] = storeCases("neighbours", ["threads"], {
  async "neighbours are the records just before and after, in the order they happened"({ store }) {
    await store.write([5, 3, 1, 4, 2, 6].map((n) => putOp(inThread(n))));
    assert.equal(await around(store, 3), "1 2 | 4 5");
    assert.equal(await around(store, 3, { before: 1, after: 0 }), "2 |");
    assert.equal(await around(store, 3, { before: 0, after: 1 }), "| 4");
    assert.equal(await around(store, 3, { before: 0, after: 0 }), "|");
    assert.equal(await around(store, 1), "| 2 3");
    assert.equal(await around(store, 6, { before: 100, after: 100 }), "1 2 3 4 5 |");
  },
  async "neighbours come as whole records"({ store }) {
    const next = inThread(2, {
      key: "k",
      emotion: { valence: 0, arousal: 1 },
      metadata: { a: [1] },
    });
    await store.write([putOp(inThread(1)), putOp(next)]);
    const request = { refs: [testRecord(1)], before: 1, after: 1, selection: select() };
    assert.deepEqual(await store.neighbours(request), [{ before: [], after: [next] }]);
  },
  async "occurredAt goes before createdAt, and equal instants go by id"({ store }) {
    await store.write([
      putOp(inThread(1, { createdAt: instant(1) })),
      putOp(inThread(2, { createdAt: instant(9), occurredAt: instant(0) })),
      putOp(inThread(5, { createdAt: instant(2) })),
      putOp(inThread(4, { createdAt: instant(8), occurredAt: instant(2) })),
      putOp(inThread(3, { createdAt: instant(3), occurredAt: instant(7) })),
    ]);
    assert.equal(await around(store, 4), "2 1 | 5 3");
  },
  async "records of other threads and of none are nobody's neighbours"({ store }) {
    const threads = ["t", "T", "t ", "ｔ", "tt", undefined, "t"];
    const records = threads.map((thread, n) =>
      testRecord(n, thread === undefined ? {} : { thread }),
    );
    await store.write(records.map((record) => putOp(record)));
    assert.equal(await around(store, 0, { after: 9 }), "| 6");
    assert.equal(await around(store, 1, { before: 9, after: 9 }), "|");
    assert.equal(await around(store, 5, { before: 9, after: 9 }), "|");
  },
  async "two records without a thread are not neighbours"({ store }) {
    await store.write([1, 2, 3].map((n) => putOp(testRecord(n))));
    assert.equal(await around(store, 2), "|");
  },
  async "only records of the selection count, and one outside of it has no neighbours"({ store }) {
    const kinds = ["a", "b", "a", "b", "a", "b"];
    await store.write(kinds.map((kind, n) => putOp(inThread(n, { kind }))));
    assert.equal(await around(store, 2, { kinds: ["a"], before: 1, after: 1 }), "0 | 4");
    assert.equal(await around(store, 2, { kinds: ["b"] }), "|");
    assert.equal(await around(store, 2, { within: [["elsewhere"]] }), "|");
    assert.equal(await around(store, 2, { within: [] }), "|");
    assert.equal(await around(store, 2, { within: [[]], reach: "below" }), "0 1 | 3 4");
  },
  async "neighbours are answered in the order asked, repeats and unknown records included"({
    store,
  }) {
    await store.write([1, 2, 3].map((n) => putOp(inThread(n))));
    const refs = [3, 9, 1, 3].map((n) => testRecord(n));
    const answers = await store.neighbours({ refs, before: 1, after: 1, selection: select() });
    const [three, two] = [
      { before: [inThread(2)], after: [] },
      { before: [], after: [inThread(2)] },
    ];
    assert.deepEqual(answers, [three, { before: [], after: [] }, two, three]);
    const nobody = { refs: [], before: 1, after: 1, selection: select() };
    assert.deepEqual(await store.neighbours(nobody), []);
  },
});
