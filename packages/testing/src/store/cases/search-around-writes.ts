import assert from "node:assert/strict";

import type { CompleteStore } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { select } from "../requests.js";
import { storeCases, storeChecks } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
import { needleHits, putHay, putNeedle } from "../threads.js";

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

export const searchAroundWriteCases: readonly StoreCase[] = storeCases(
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
);
