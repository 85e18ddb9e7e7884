import assert from "node:assert/strict";

import type { CompleteStore, Predicate } from "@kioku/core/toolkit";

import { instant, putOp, searchEntry, spaceVector, testRecord } from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import { and, condition, metadata, not, or } from "../predicates.js";
import { listAll, listNumbers, select, textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const n = metadata("n");
const even = condition(metadata("even"), "eq", true);
const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);

/** Records 0 to 9 with their number, whether it is even, and, below 5, `low`. */
async function writeNumbers(store: CompleteStore): Promise<void> {
  const vectors = store.capabilities.vector === "none" ? [] : [vector];
  const records = Array.from({ length: 10 }, (_, index) =>
    testRecord(index, {
      content: "number",
      thread: "thread",
      kind: index < 5 ? "small" : "large",
      metadata: { n: index, even: index % 2 === 0, ...(index < 5 ? { low: 1 } : {}) },
    }),
  );
  const search = searchEntry("number", vectors);
  await store.write(records.map((record) => putOp(record, { search })));
}

/** Predicates, and what each selects of the numbers 0 to 9. */
const SELECTED: readonly (readonly [
  name: string,
  where: Predicate,
  expected: readonly number[],
])[] = [
  ["both bounds of a range", and(condition(n, "gte", 3), condition(n, "lt", 6)), [3, 4, 5]],
  ["both bounds, the upper first", and(condition(n, "lte", 6), condition(n, "gt", 3)), [4, 5, 6]],
  ["bounds that exclude each other", and(condition(n, "gt", 6), condition(n, "lt", 3)), []],
  ["an empty and", and(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ["an empty or", or(), []],
  ["not an empty and", not(and()), []],
  ["not an empty or", not(or()), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ["an and of one", and(even), [0, 2, 4, 6, 8]],
  ["an or of one", or(even), [0, 2, 4, 6, 8]],
  ["or", or(condition(n, "lt", 2), condition(n, "gt", 7)), [0, 1, 8, 9]],
  ["or inside and", and(or(condition(n, "eq", 1), condition(n, "eq", 2)), even), [2]],
  ["and inside or", or(and(even, condition(n, "lt", 3)), condition(n, "eq", 9)), [0, 2, 9]],
  ["not", not(even), [1, 3, 5, 7, 9]],
  ["not not", not(not(even)), [0, 2, 4, 6, 8]],
  ["not and", not(and(even, condition(n, "lt", 5))), [1, 3, 5, 6, 7, 8, 9]],
  ["not or", not(or(even, condition(n, "lt", 5))), [5, 7, 9]],
  ["not with a missing field", not(condition(metadata("low"), "eq", 1)), [5, 6, 7, 8, 9]],
  ["not with a missing field, in order", not(condition(metadata("low"), "gt", 0)), [5, 6, 7, 8, 9]],
  ["and not with a missing field", and(even, not(condition(metadata("low"), "gte", 1))), [6, 8]],
  ["or with a missing field", or(condition(metadata("low"), "lt", 0), even), [0, 2, 4, 6, 8]],
  ["not in", and(even, not(condition(n, "in", 0, 2, 4))), [6, 8]],
  ["eight levels", nest(even, 8), [0, 2, 4, 6, 8]],
  ["nine levels", nest(even, 9), [1, 3, 5, 7, 9]],
  [
    "256 conditions",
    or(...Array.from({ length: 256 }, (_, i) => condition(n, "eq", i + 7))),
    [7, 8, 9],
  ],
];

/** Negates this often, each time inside an `and` and an `or`. */
function nest(where: Predicate, depth: number): Predicate {
  return depth === 0 ? where : not(and(or(nest(where, depth - 1))));
}

export const filterLogicCases: readonly StoreCase[] = [
  ...storeCases("filters", [], {
    async "and, or and not are those of two-valued logic, however nested"({ store }) {
      await writeNumbers(store);
      for (const [name, where, expected] of SELECTED) {
        assert.deepEqual(await listNumbers(store, { where }), expected, name);
      }
    },
    async "kinds and a filter must both hold; no kinds at all select nothing"({ store }) {
      await writeNumbers(store);
      assert.deepEqual(await listNumbers(store, { where: even, kinds: ["large"] }), [6, 8]);
      const both = ["small", "large", "nobody"];
      assert.deepEqual(await listNumbers(store, { where: even, kinds: both }), [0, 2, 4, 6, 8]);
      assert.deepEqual(await listNumbers(store, { where: even, kinds: [] }), []);
    },
    async "a filter holds in deleteWhere"({ store }) {
      await writeNumbers(store);
      await store.deleteWhere(select({ where: even, kinds: ["large"] }), { at: instant(20) });
      assert.deepEqual(await listNumbers(store), [0, 1, 2, 3, 4, 5, 7, 9]);
    },
  }),
  ...storeCases("filters", ["text"], {
    async "a filter holds in search by text"({ store }) {
      await writeNumbers(store);
      expectNumbers(await textHits(store, "number", { where: even, kinds: ["large"] }), [6, 8]);
    },
  }),
  ...storeCases("filters", ["vector"], {
    async "a filter holds in search by vector"({ store }) {
      await writeNumbers(store);
      expectNumbers(await vectorHits(store, vector, { where: even, kinds: ["large"] }), [6, 8]);
    },
  }),
  ...storeCases("filters", ["threads"], {
    async "a filter holds for neighbours"({ store }) {
      await writeNumbers(store);
      const refs = (await listAll(store)).filter((record) => record.id === testRecord(4).id);
      const [found] = await store.neighbours({
        refs,
        before: 1,
        after: 2,
        selection: select({ where: even }),
      });
      expectNumbers(found?.before ?? [], [2]);
      expectNumbers(found?.after ?? [], [6, 8]);
    },
  }),
];
