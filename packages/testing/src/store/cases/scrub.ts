import assert from "node:assert/strict";

import type { CompleteStore, WriteOp } from "@kioku/core/toolkit";

import {
  deleteOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectNumbers, snapshot } from "../expect.js";
import { listNumbers, textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);

/**
 * Forty records of which every fourth was purged, every fourth deleted and every fourth has two
 * versions.
 */
async function writeAndErase(store: CompleteStore): Promise<void> {
  const vectors = store.capabilities.vector === "none" ? [] : [vector];
  const records = Array.from({ length: 40 }, (_, n) => testRecord(n, { key: `key ${n}` }));
  const puts = records.map((record, n) =>
    putOp(record, { search: searchEntry(record.content, vectors), idempotencyKey: `once ${n}` }),
  );
  await store.write(puts);
  await store.write(
    records.flatMap((record, n): WriteOp[] => {
      if (n % 4 === 1) return [deleteOp(record, { purge: true })];
      if (n % 4 === 2) return [deleteOp(record)];
      return n % 4 === 3 ? [putOp({ ...record, version: 2 }, { search: "keep" })] : [];
    }),
  );
  await store.write([{ op: "tombstone", scope: ["test"], hash: "hash", at: instant(1) }]);
}

export const scrubCases: readonly StoreCase[] = storeCases("scrub", [], {
  async "scrub says in sentences what it could not reach, of a store that has nothing, too"({
    store,
  }) {
    for (const prepare of [undefined, writeAndErase]) {
      await prepare?.(store);
      for (let time = 0; time < 2; time += 1) {
        const sentences = await store.scrub();
        assert.ok(Array.isArray(sentences), "scrub should resolve to a list");
        for (const sentence of sentences) {
          assert.ok(typeof sentence === "string" && sentence.trim() !== "", "of sentences");
        }
      }
    }
  },
  async "scrub loses nothing: records, vectors, spaces, histories, tombstones and keys are as they were"({
    store,
  }) {
    await writeAndErase(store);
    const before = await snapshot(store);
    await store.scrub();
    assert.deepEqual(await snapshot(store), before);
    const refs = [0, 1, 2, 3].flatMap((n) => [
      { scope: ["test"], key: `key ${n}` },
      { scope: ["test"], idempotencyKey: `once ${n}` },
    ]);
    const found = await store.get(refs, { now: instant(0) });
    assert.deepEqual(
      found.map((record) => record !== undefined),
      [true, true, false, false, false, false, true, true],
    );
  },
  async "scrub changes no answer of a search, whether or not it was asked before"({ store }) {
    await writeAndErase(store);
    const ask = async (): Promise<unknown> => [
      store.capabilities.text ? await textHits(store, "memory number 3") : [],
      store.capabilities.vector === "none" ? [] : await vectorHits(store, vector),
    ];
    const before = await ask();
    await ask();
    await store.scrub();
    assert.deepEqual(await ask(), before);
    assert.deepEqual(await ask(), before);
  },
  async "a store goes on after a scrub, and between writes"({ store, claims }) {
    for (let round = 0; round < 3; round += 1) {
      const record = testRecord(round, { content: `round number ${round}` });
      const version = claims("history") ? round * 2 + 1 : 1;
      await store.write([putOp(record), putOp(testRecord(9, { version }))]);
      await store.scrub();
      await store.write([deleteOp(testRecord(9), { purge: !claims("history") })]);
      await store.scrub();
      const expected = Array.from({ length: round + 1 }, (_, n) => n);
      assert.deepEqual(await listNumbers(store), expected);
      if (store.capabilities.text) expectNumbers(await textHits(store, [`${round}`]), [round]);
    }
  },
  async "scrubs and writes at once all happen"({ store }) {
    const numbers = Array.from({ length: 10 }, (_, n) => n);
    const calls = numbers.flatMap((n) => [store.write([putOp(testRecord(n))]), store.scrub()]);
    await Promise.all(calls);
    assert.deepEqual(await listNumbers(store), numbers);
  },
});
