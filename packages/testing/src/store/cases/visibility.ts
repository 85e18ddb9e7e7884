import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { Selection } from "@kioku/core/toolkit";

import { putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { instant, numberOf, testRecord } from "../../test-record.js";
import { BEFORE_ALL } from "../read-back.js";
import { listNumbers, select, searchHits, textHits, textLeg, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase, StoreSubject } from "../store-case.js";

const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);

const RECORDS: readonly MemoryRecord[] = (
  [
    {},
    { validFrom: instant(10) },
    { validTo: instant(10) },
    { validFrom: instant(5), validTo: instant(10) },
    { validFrom: instant(10), validTo: instant(10) },
    { archivedAt: instant(3) },
    { archivedAt: instant(3), validTo: instant(10) },
  ] satisfies readonly Partial<MemoryRecord>[]
).map((fields, n) => testRecord(n, { thread: "t", ...fields }));

/** Selections, and what each contains of `RECORDS`. */
const SELECTED: readonly (readonly [fields: Partial<Selection>, expected: readonly number[]])[] = [
  [{}, [0, 1, 2, 3, 4]],
  [{ includeArchived: false }, [0, 1, 2, 3, 4]],
  [{ includeArchived: true }, [0, 1, 2, 3, 4, 5, 6]],
  [{ validAt: instant(4.999) }, [0, 2]],
  [{ validAt: instant(5) }, [0, 2, 3]],
  [{ validAt: instant(9.999) }, [0, 2, 3]],
  [{ validAt: instant(10) }, [0, 1]],
  [{ validAt: instant(9.999), includeArchived: true }, [0, 2, 3, 5, 6]],
  [{ validAt: instant(10), includeArchived: true }, [0, 1, 5]],
];

/** Every way to find records by a selection, as the numbers it finds. */
const WAYS: readonly {
  readonly name: string;
  readonly requires?: StoreCase["requires"];
  readonly find: (subject: StoreSubject, selection: Selection) => Promise<readonly number[]>;
}[] = [
  { name: "list", find: ({ store }, selection) => listNumbers(store, selection) },
  {
    name: "search by text",
    requires: ["text"],
    find: async ({ store }, selection) => {
      const hits = await textHits(store, ["same"], selection);
      return hits.map((hit) => numberOf(hit));
    },
  },
  {
    name: "search by vector",
    requires: ["vector"],
    find: async ({ store }, selection) => {
      const hits = await vectorHits(store, vector, selection);
      return hits.map((hit) => numberOf(hit));
    },
  },
  {
    name: "search around a match",
    requires: ["text", "threads"],
    find: async ({ store }, selection) => {
      const fields = { ...selection, limit: 1, around: 10 };
      const hits = await searchHits(store, [textLeg(["same"])], fields);
      return hits.map((hit) => numberOf(hit));
    },
  },
  {
    name: "neighbours",
    requires: ["threads"],
    find: async ({ store }, selection) => {
      const [first, ...rest] = RECORDS;
      const refs = first ? [first] : [];
      const [found] = await store.neighbours({ refs, before: 0, after: rest.length, selection });
      return [0, ...(found?.after ?? []).map((record) => numberOf(record))];
    },
  },
];

export const visibilityCases: readonly StoreCase[] = [
  ...WAYS.flatMap(({ name, requires = [], find }) =>
    storeCases("visibility", requires, {
      async [`${name} finds what is not archived, and with validAt only what is true then`](
        subject,
      ) {
        const vectors = subject.store.capabilities.vector === "none" ? [] : [vector];
        const search = searchEntry("same", vectors);
        await subject.store.write(RECORDS.map((record) => putOp(record, { search })));
        for (const [fields, expected] of SELECTED) {
          assert.deepEqual(await find(subject, select(fields)), expected, JSON.stringify(fields));
        }
      },
    }),
  ),
  ...storeCases("visibility", [], {
    async "get by id, key and idempotency key finds archived and retired records"({ store }) {
      const scope = ["test"];
      const record = testRecord(1, { key: "k", archivedAt: instant(1), validTo: instant(1) });
      await store.write([putOp(record, { idempotencyKey: "once" })]);
      const refs = [
        { scope, id: record.id },
        { scope, key: "k" },
        { scope, idempotencyKey: "once" },
      ];
      assert.deepEqual(await store.get(refs, { now: instant(9) }), [record, record, record]);
      assert.deepEqual(await store.get(refs, { now: BEFORE_ALL }), [record, record, record]);
    },
  }),
];
