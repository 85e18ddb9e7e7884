import assert from "node:assert/strict";

import type { CompleteStore } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { numberOf, putOp, testRecord } from "../../test-records.js";
import { at, putFound } from "../leg-records.js";
import { condition, metadata } from "../predicates.js";
import { searchHits, textLeg, vectorLeg, type SearchFields } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const tea = textLeg(["tea"]);

/**
 * The scripts that hits bring back, by number; asked three times, since a store may answer from
 * memory.
 */
async function scriptsOf(store: CompleteStore, fields: SearchFields = {}): Promise<object> {
  const answers: object[] = [];
  for (let time = 0; time < 3; time += 1) {
    const hits = await searchHits(store, [tea], { around: 1, ...fields });
    answers.push(Object.fromEntries(hits.map((hit) => [numberOf(hit), hit.scripts])));
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
  return answers[0] ?? {};
}

export const searchScriptCases: readonly StoreCase[] = [
  ...storeCases("search legs", ["text", "threads"], {
    async "hits bring back the scripts they were written with, neighbours included"({ store }) {
      const fields = { thread: "t", metadata: { team: "a" } };
      await store.write([
        putFound(1, { terms: ["tea"], scripts: 5, ...fields }),
        putFound(2, { terms: ["hay"], scripts: 2_147_483_647, ...fields }),
        putFound(3, { terms: ["tea"], scripts: 0 }),
      ]);
      assert.deepEqual(await scriptsOf(store), { 1: 5, 2: 2_147_483_647, 3: 0 });
      const where = condition(metadata("team"), "eq", "a");
      assert.deepEqual(await scriptsOf(store, { where }), { 1: 5, 2: 2_147_483_647 });
    },
    async "scripts stay when the search entry is kept, change with it, and go with it"({ store }) {
      await store.write([putFound(1, { terms: ["tea"], scripts: 3, thread: "t" })]);
      await store.write([putFound(2, { terms: ["tea"], scripts: 4, thread: "t" })]);
      assert.deepEqual(await scriptsOf(store), { 1: 3, 2: 4 });
      const second = { version: 2, thread: "t" };
      await store.write([putOp(testRecord(1, second), { search: "keep" })]);
      assert.deepEqual(await scriptsOf(store), { 1: 3, 2: 4 });
      await store.write([putFound(1, { terms: ["tea"], scripts: 7, version: 3, thread: "t" })]);
      assert.deepEqual(await scriptsOf(store), { 1: 7, 2: 4 });
      await store.write([putOp(testRecord(2, second), { search: "none" })]);
      assert.deepEqual(await scriptsOf(store), { 1: 7, 2: undefined });
    },
  }),
  ...storeCases("search legs", ["vector"], {
    async "scripts found by vector are those of the record"({ store }) {
      await store.write([putFound(1, { scripts: 6, vectors: [at(0)] })]);
      const hits = await searchHits(store, [vectorLeg(at(10))]);
      assert.deepEqual(pluck(hits, "scripts"), [6]);
    },
  }),
];
