import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, PutOp, Selection } from "@kioku/core/toolkit";

import {
  instant,
  numberOf,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { BEFORE_ALL, expectNumbers, readRecord } from "../expect.js";
import { listNumbers, searchHits, select, textHits, textLeg, vectorHits } from "../requests.js";
import { storeCases, type StoreCase, type StoreSubject } from "../store-case.js";

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

const first = testRecord(1, { key: "k", metadata: { a: 1 } });
const archived = { ...first, version: 2, archivedAt: instant(9), updatedAt: instant(9) };
const restored = { ...first, version: 3, updatedAt: instant(10) };

/** Puts a next version as core does when the text stays: how it is found is kept. */
function keep(record: MemoryRecord, change: PutOp["change"]): PutOp {
  return putOp(record, { change, search: "keep" });
}

/** Writes the record, searchable by text and, where the store can, by vector. */
async function writeFirst(store: CompleteStore): Promise<void> {
  const vectors = store.capabilities.vector === "none" ? [] : [vector];
  await store.write([putOp(first, { search: searchEntry("same", vectors) })]);
}

/** Fails unless every way to look for the record finds what is expected. */
async function expectFound(
  store: CompleteStore,
  expected: { readonly current: readonly number[]; readonly all: readonly number[] },
): Promise<void> {
  for (const includeArchived of [false, true]) {
    const numbers = includeArchived ? expected.all : expected.current;
    const selection = { includeArchived, now: instant(20), validAt: instant(20) };
    assert.deepEqual(await listNumbers(store, selection), numbers);
    // A space that nobody has written: everything that is searchable.
    assert.deepEqual(await listNumbers(store, { ...selection, missingVectorIn: "" }), numbers);
    if (store.capabilities.text) expectNumbers(await textHits(store, ["same"], selection), numbers);
    if (store.capabilities.vector !== "none")
      expectNumbers(await vectorHits(store, vector, selection), numbers);
  }
}

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
  ...storeCases("archiving", [], {
    async "a record that is archived later is found as before, but only when archived ones are asked for"({
      store,
    }) {
      await writeFirst(store);
      await expectFound(store, { current: [1], all: [1] });
      await store.write([keep(archived, "archived")]);
      assert.deepEqual(await readRecord(store, first), archived);
      await expectFound(store, { current: [], all: [1] });
    },
    async "a record that is restored is found as before"({ store }) {
      await writeFirst(store);
      await store.write([keep(archived, "archived")]);
      await store.write([keep(restored, "restored")]);
      assert.deepEqual(await readRecord(store, first), restored);
      await expectFound(store, { current: [1], all: [1] });
    },
    async "an archived record keeps its key"({ store }) {
      await writeFirst(store);
      await store.write([keep(archived, "archived")]);
      const { scope } = first;
      const found = await store.get([{ scope, key: "k" }], { now: instant(20) });
      assert.deepEqual(found, [archived]);
    },
  }),
  ...storeCases("archiving", ["strength"], {
    async "an archived record can be strengthened, and keeps that when it is restored"({ store }) {
      const strength = { stabilityDays: 30.5, uses: 2, lastUsedAt: instant(11) };
      await writeFirst(store);
      await store.write([keep(archived, "archived")]);
      await store.strengthen([{ scope: first.scope, id: first.id, strength }]);
      assert.deepEqual(await readRecord(store, first), { ...archived, strength });
      await store.write([keep(restored, "restored")]);
      assert.deepEqual(await readRecord(store, first), { ...restored, strength });
    },
  }),
  ...storeCases("archiving", ["history"], {
    async "history says when a record was archived and restored"({ store }) {
      await writeFirst(store);
      await store.write([keep(archived, "archived")]);
      await store.write([keep(restored, "restored")]);
      const history = await store.history(first);
      assert.deepEqual(
        history.map(({ change, at, record }) => [change, at, record]),
        [
          ["created", first.updatedAt, first],
          ["archived", archived.updatedAt, archived],
          ["restored", restored.updatedAt, restored],
        ],
      );
    },
  }),
];
