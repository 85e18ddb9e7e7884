import assert from "node:assert/strict";

import type { PutOp, SpaceVector, VectorSpace } from "@kioku/core/toolkit";

import {
  deleteOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectClose, expectNumbers } from "../expect.js";
import { condition, metadata } from "../predicates.js";
import { textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";
import { writeTerms } from "../text-oracle.js";

const space: VectorSpace = { id: "space", dimensions: 2 };

/** The vector at this angle, in degrees. */
function at(degrees: number): SpaceVector {
  const radians = (degrees * Math.PI) / 180;
  return spaceVector(space, [Math.cos(radians), Math.sin(radians)]);
}

/** Record n with these vectors. */
function putVectors(n: number, ...vectors: readonly SpaceVector[]): PutOp {
  return putOp(testRecord(n), { search: searchEntry(`memory number ${n}`, vectors) });
}

export const textSearchCases: readonly StoreCase[] = [
  ...storeCases("text search", ["text"], {
    async "a record matches if it has at least one of the terms"({ store }) {
      await writeTerms(store, [["a"], ["b"], ["a", "b"], ["c"], []]);
      expectNumbers(
        (await textHits(store, ["a", "b"])).toSorted((x, y) => (x.id < y.id ? -1 : 1)),
        [0, 1, 2],
      );
      expectNumbers(await textHits(store, ["d", "c"]), [3]);
      expectNumbers(await textHits(store, ["d"]), []);
      expectNumbers(await textHits(store, []), []);
    },
    async "equal scores come by id, then by scope"({ store }) {
      const scopes = [["b"], ["b", "c"], ["b!"], ["a"]];
      const records = scopes.flatMap((scope) =>
        [3, 1, 2].map((n) => testRecord(n, { scope, content: "same" })),
      );
      await store.write(records.map((record) => putOp(record)));
      const hits = await textHits(store, "same", { within: [[]], reach: "below" });
      const inOrder = [["a"], ["b"], ["b!"], ["b", "c"]];
      const expected = [1, 2, 3].flatMap((n) => inOrder.map((scope) => [n, scope]));
      assert.deepEqual(
        hits.map(({ id, scope }) => [Number(id.slice(-2)), scope]),
        expected,
      );
    },
    async "every condition of a selection is applied before the limit"({ store }) {
      const hidden = [
        { kind: "other" },
        { metadata: { hide: true } },
        { archivedAt: instant(1) },
        { expiresAt: instant(50) },
        { validTo: instant(50) },
        { validFrom: instant(51) },
        { scope: ["elsewhere"] },
      ];
      const best = Array.from({ length: 56 }, (_, n) =>
        testRecord(n, { content: "needle needle", ...hidden[n % hidden.length] }),
      );
      const rest = [90, 91, 92, 93, 94, 95].map((n) =>
        testRecord(n, { content: `needle in hay number ${n}` }),
      );
      await store.write([...best, ...rest].map((record) => putOp(record)));
      const where = condition(metadata("hide"), "eq", null);
      const selection = { kinds: ["note"], where, now: instant(50), validAt: instant(50) };
      expectNumbers(
        await textHits(store, "needle", { ...selection, limit: 5 }),
        [90, 91, 92, 93, 94],
      );
    },
    async "the limit keeps the best"({ store }) {
      const documents = Array.from({ length: 30 }, (_, n) => [
        "x",
        ...Array<string>(29 - n).fill("pad"),
      ]);
      await writeTerms(store, documents);
      expectNumbers(await textHits(store, ["x"], { limit: 1 }), [29]);
      expectNumbers(await textHits(store, ["x"], { limit: 4 }), [29, 28, 27, 26]);
      assert.equal((await textHits(store, ["x"], { limit: 10_000 })).length, 30);
    },
    async "a new version is found by its new terms only"({ store }) {
      await store.write([putOp(testRecord(1, { content: "zebra crossing" }))]);
      await store.write([putOp(testRecord(1, { content: "giraffe crossing", version: 2 }))]);
      expectNumbers(await textHits(store, "zebra"), []);
      expectNumbers(await textHits(store, "giraffe"), [1]);
    },
    async "keep leaves a record found as before; none takes it out of search, and an entry puts it back"({
      store,
    }) {
      await store.write([putOp(testRecord(1, { content: "zebra" }))]);
      await store.write([putOp(testRecord(1, { version: 2 }), { search: "keep" })]);
      expectNumbers(await textHits(store, "zebra"), [1]);
      await store.write([putOp(testRecord(1, { version: 3 }), { search: "none" })]);
      expectNumbers(await textHits(store, "zebra"), []);
      await store.write([putOp(testRecord(1, { version: 4 }), { search: "keep" })]);
      expectNumbers(await textHits(store, "zebra"), []);
      await store.write([putOp(testRecord(1, { version: 5, content: "giraffe" }))]);
      expectNumbers(await textHits(store, "giraffe"), [1]);
    },
    async "a record that was never searchable is not found"({ store }) {
      await store.write(
        [1, 2].map((n) => putOp(testRecord(n), { search: n === 1 ? "none" : "keep" })),
      );
      expectNumbers(await textHits(store, "memory number"), []);
    },
  }),
  ...storeCases("vector search", ["vector"], {
    async "the nearest come first, with their cosines, the opposite ones included"({ store }) {
      const angles = [90, 0, 180, 30, 135, 60];
      await store.write(angles.map((angle, n) => putVectors(n, at(angle))));
      const hits = await vectorHits(store, at(0));
      expectNumbers(hits, [1, 3, 5, 0, 4, 2]);
      for (const [index, degrees] of [0, 30, 60, 90, 135, 180].entries()) {
        expectClose(hits[index]?.score, Math.cos((degrees * Math.PI) / 180), 1e-6);
      }
      expectNumbers(await vectorHits(store, at(0), { limit: 2 }), [1, 3]);
      expectNumbers(await vectorHits(store, at(170), { limit: 3 }), [2, 4, 0]);
    },
    async "a record without a vector is not found"({ store }) {
      await store.write([
        putVectors(1, at(0)),
        putVectors(2),
        putOp(testRecord(3), { search: "none" }),
      ]);
      expectNumbers(await vectorHits(store, at(0)), [1]);
    },
    async "a record that was deleted is not found"({ store }) {
      await store.write([putVectors(1, at(0)), putVectors(2, at(1)), putVectors(3, at(2))]);
      await store.write([deleteOp(testRecord(1)), deleteOp(testRecord(3), { purge: true })]);
      expectNumbers(await vectorHits(store, at(0)), [2]);
    },
  }),
  ...storeCases("vector search", ["exact vector"], {
    async "equal scores come by id, then by scope"({ store }) {
      const scopes = [["b"], ["b", "c"], ["b!"], ["a"]];
      const search = searchEntry("same", [at(10)]);
      const records = scopes.flatMap((scope) => [3, 1, 2].map((n) => testRecord(n, { scope })));
      await store.write(records.map((record) => putOp(record, { search })));
      const hits = await vectorHits(store, at(50), { within: [[]], reach: "below", limit: 11 });
      const inOrder = [["a"], ["b"], ["b!"], ["b", "c"]];
      const expected = [1, 2, 3].flatMap((n) => inOrder.map((scope) => [n, scope]));
      const found = hits.map(({ id, scope }) => [Number(id.slice(-2)), scope]);
      assert.deepEqual(found, expected.slice(0, 11));
    },
    async "every condition of a selection is applied before the limit"({ store }) {
      const hidden = [
        { kind: "other" },
        { metadata: { hide: true } },
        { archivedAt: instant(1) },
        { expiresAt: instant(50) },
        { validTo: instant(50) },
        { validFrom: instant(51) },
        { scope: ["elsewhere"] },
      ];
      const nearest = Array.from({ length: 56 }, (_, n) =>
        putOp(testRecord(n, hidden[n % hidden.length]), {
          search: searchEntry("near", [at(n / 100)]),
        }),
      );
      const rest = [90, 91, 92, 93, 94, 95].map((n) => putVectors(n, at(n)));
      await store.write([...nearest, ...rest]);
      const where = condition(metadata("hide"), "eq", null);
      const selection = { kinds: ["note"], where, now: instant(50), validAt: instant(50) };
      expectNumbers(
        await vectorHits(store, at(0), { ...selection, limit: 5 }),
        [90, 91, 92, 93, 94],
      );
    },
  }),
];
