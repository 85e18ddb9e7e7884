import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, PutOp } from "@kioku/core/toolkit";

import { putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { expectNumbers } from "../expect.js";
import { readRecord } from "../read-back.js";
import { listNumbers, textHits, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
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

export const archivingCases: readonly StoreCase[] = [
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
