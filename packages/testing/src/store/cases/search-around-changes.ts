import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { scopeToPath, type CompleteStore, type Selection } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, instant, numberOf, putOp, testRecord } from "../../test-records.js";
import { describeHits, NEEDLE, needleHits, putHay, putNeedle } from "../leg-records.js";
import { condition, metadata } from "../predicates.js";
import { searchHits, select, textLeg } from "../requests.js";
import { storeCases, storeChecks, type StoreCase } from "../store-case.js";

/** Changes of a thread of records 1 to 5, of which 3 is found, and what a search finds then. */
const CHANGES: readonly {
  readonly name: string;
  readonly change: (store: CompleteStore) => Promise<unknown>;
  readonly expected: string;
}[] = [
  {
    name: "a record that is written between others",
    change: (store) => store.write([putHay(9, { occurredAt: instant(2.5) })]),
    expected: "3<9 4<3 9<2",
  },
  {
    name: "a record that goes to another thread",
    change: (store) => store.write([putHay(2, { thread: "u", version: 2 })]),
    expected: "3<1 1 4<3",
  },
  {
    name: "a record that leaves its thread",
    change: (store) =>
      store.write([putOp(testRecord(4, { content: "hay", version: 2 }), { search: "keep" })]),
    expected: "3<2 2<1 5<3",
  },
  {
    name: "a record that comes from another thread",
    change: (store) => store.write([putHay(7, { version: 2, createdAt: instant(2.5) })]),
    expected: "3<7 4<3 7<2",
  },
  {
    name: "a match that goes to another thread",
    change: (store) => store.write([putNeedle(3, { thread: "u", version: 2 })]),
    expected: "u/3 u/7<3",
  },
  {
    name: "a record that happened at another time",
    change: (store) =>
      store.write([{ ...putHay(1, { version: 2, occurredAt: instant(3.5) }), search: "keep" }]),
    expected: "3<2 1<3 2",
  },
  {
    name: "a match that happened at another time",
    change: (store) => store.write([putNeedle(3, { version: 2, occurredAt: instant(0) })]),
    expected: "3 1<3",
  },
  {
    name: "a record that is archived",
    change: (store) => store.write([putHay(2, { version: 2, archivedAt: instant(9) })]),
    expected: "3<1 1 4<3",
  },
  {
    name: "a record of another kind",
    change: (store) => store.write([putHay(4, { version: 2, kind: "other" })]),
    expected: "3<2 2<1 5<3",
  },
  {
    name: "a record that is deleted",
    change: (store) => store.write([deleteOp(testRecord(2))]),
    expected: "3<1 1 4<3",
  },
  {
    name: "records that are deleted by a selection",
    change: (store) => store.deleteWhere(select({ kinds: ["brief"] }), { at: instant(9) }),
    expected: "3<2 2<1 5<3",
  },
  {
    name: "a record that is swept",
    change: (store) => store.sweep(instant(70)),
    expected: "3<2 2<1 5<3",
  },
  {
    name: "a record that has become a match",
    change: (store) => store.write([putNeedle(5, { version: 2 })]),
    expected: "3<2 5<4 2<1 4<3",
  },
  {
    name: "a batch that failed",
    change: (store) =>
      rejectsWith("conflict", () =>
        store.write([putHay(9, { occurredAt: instant(2.5) }), deleteOp(testRecord(2)), putHay(1)]),
      ),
    expected: "3<2 2<1 4<3",
  },
];

async function writeThread(store: CompleteStore): Promise<void> {
  const brief = { kind: "brief", expiresAt: instant(70) };
  await store.write([1, 2, 4, 5].map((n) => putHay(n, n === 4 ? brief : {})));
  await store.write([putNeedle(3), putHay(7, { thread: "u" })]);
}

/** Records that a selection leaves out, one condition each. */
const HIDDEN: Readonly<Record<string, readonly [Partial<MemoryRecord>, Partial<Selection>]>> = {
  "of another kind": [{ kind: "other" }, { kinds: ["note"] }],
  "that a filter leaves out": [
    { metadata: { hide: true } },
    { where: condition(metadata("hide"), "eq", null) },
  ],
  archived: [{ archivedAt: instant(0) }, { includeArchived: false }],
  expired: [{ expiresAt: instant(50) }, { now: instant(50) }],
  retired: [{ validTo: instant(50) }, { validAt: instant(50) }],
  "not yet true": [{ validFrom: instant(51) }, { validAt: instant(50) }],
};

/** Which of the records of `HIDDEN` that are not archived can be seen without a condition. */
function everything(selection: Partial<Selection>): Partial<Selection> {
  return selection.includeArchived === undefined ? {} : { includeArchived: true };
}

/** Returns a selection of what exists and is true after this many seconds. */
function atSecond(seconds: number): Partial<Selection> {
  return { now: instant(seconds), validAt: instant(seconds) };
}

export const searchAroundChangesCases: readonly StoreCase[] = [
  ...storeCases(
    "search around",
    ["text", "threads"],
    storeChecks(CHANGES, ({ name, change, expected }) => ({
      async [`the next search, and all after it, see ${name}`]({ store }) {
        await writeThread(store);
        const fields = { kinds: ["note", "brief"] };
        for (const time of ["first", "second", "third"]) {
          assert.equal(await needleHits(store, fields), "3<2 2<1 4<3", time);
        }
        await change(store);
        for (const time of ["first", "second", "third"]) {
          assert.equal(await needleHits(store, fields), expected, `${time} after the change`);
        }
      },
    })),
  ),
  ...storeCases("search around", ["text", "threads"], {
    ...storeChecks(Object.entries(HIDDEN), ([what, [fields, selection]]) => ({
      async [`records ${what} are passed over, whatever was asked before`]({ store }) {
        await store.write([1, 2, 4, 6, 7, 8].map((n) => putHay(n, n === 2 ? {} : fields)));
        await store.write([putNeedle(3, fields), putNeedle(5), putHay(9)]);
        for (const time of ["first", "second", "third"]) {
          assert.equal(await needleHits(store, selection), "5<2 2 9<5", time);
          assert.equal(await needleHits(store, everything(selection)), "3<2 5<4 2<1 4<3 6<5", time);
        }
      },
    })),
    async "what expires, or is true no more, from one search to the next is passed over"({
      store,
    }) {
      await store.write([
        putHay(1),
        putHay(2, { expiresAt: instant(50) }),
        putNeedle(3),
        putHay(4, { validTo: instant(60) }),
        putHay(5),
      ]);
      assert.equal(await needleHits(store, atSecond(49)), "3<2 2<1 4<3");
      assert.equal(await needleHits(store, atSecond(50)), "3<1 1 4<3");
      assert.equal(await needleHits(store, atSecond(60)), "3<1 1 5<3");
      assert.equal(await needleHits(store, atSecond(49)), "3<2 2<1 4<3");
    },
    async "a record that is not searchable is a neighbour, and no leg says anything of it"({
      store,
    }) {
      await store.write([1, 3].map((n) => ({ ...putHay(n), search: "none" as const })));
      await store.write([putNeedle(2)]);
      const hits = await searchHits(store, [NEEDLE, textLeg(["hay"])], { around: 1 });
      assert.deepEqual(
        hits.map((hit) => [numberOf(hit), hit.scores.map((score) => typeof score)]),
        [2, 1, 3].map((n) => [n, [n === 2 ? "number" : "undefined", "undefined"]]),
      );
      assert.equal(await needleHits(store), "2<1 1 3<2");
    },
    async "a thread ends with its scope, though another has one of the same name and the same ids"({
      store,
    }) {
      const scopes = [["test"], ["test", "a"], ["test", "b"], ["tes"]];
      // In one they are the odd ones, in the next the even ones, so that together they would be
      // mixed.
      const ops = scopes.flatMap((scope, s) =>
        [1, 2, 3, 4, 5, 6, 7, 8]
          .filter((n) => n === 4 || n % 2 === s % 2)
          .map((n) => (n === 4 ? putNeedle(n, { scope }) : putHay(n, { scope }))),
      );
      await store.write(ops);
      assert.equal(await needleHits(store), "4<2 2 6<4");
      const expected = { "/test": "4<2 2 6<4", "/test/a": "4<3 3<1 5<4", "/test/b": "4<2 2 6<4" };
      const layers = { within: [["test", "b"], ["test"], ["test", "a"], ["test"]] };
      for (const fields of [{ reach: "below" as const }, layers]) {
        const hits = await searchHits(store, [NEEDLE], { ...fields, around: 1 });
        for (const [path, wanted] of Object.entries(expected)) {
          const own = hits.filter(({ scope }) => scopeToPath(scope) === path);
          assert.equal(describeHits(own), wanted, path);
        }
        assert.equal(hits.length, 9);
      }
    },
  }),
];
