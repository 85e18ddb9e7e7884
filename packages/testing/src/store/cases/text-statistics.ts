import type { MemoryRecord } from "@kioku/core";

import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { textHits } from "../requests.js";
import { storeCases, storeChecks } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
import { DOCUMENTS, expectScores, scoreTerms, writeTerms } from "../text-oracle.js";

/** Records that no search shows, and yet they are part of what is searched. */
const HIDDEN: Readonly<Record<string, Partial<MemoryRecord>>> = {
  "of another kind": { kind: "other" },
  archived: { archivedAt: instant(0) },
  expired: { expiresAt: instant(0) },
  retired: { validTo: instant(0) },
};

export const textStatisticCases: readonly StoreCase[] = storeCases("text scores", ["text"], {
  async "records of other scopes do not move a score"({ store }) {
    await writeTerms(store, DOCUMENTS);
    for (const scope of [["tes"], ["test", "below"], ["Test"], []]) {
      await writeTerms(store, [...DOCUMENTS, ["cat"], ["cat", "x", "y", "z"]], { scope });
    }
    expectScores(await textHits(store, ["cat", "dog"]), scoreTerms(DOCUMENTS, ["cat", "dog"]));
  },
  async "below a scope, all that is below it is counted once, however the scopes overlap"({
    store,
  }) {
    const others = [["cat"], ["cow"]];
    await writeTerms(store, DOCUMENTS, { scope: ["test", "a"] });
    await writeTerms(store, others, { scope: ["test", "b"] });
    const all = scoreTerms([...DOCUMENTS, ...others], ["bird"]);
    const overlapping = [["test"], ["test", "a"], ["test"]];
    for (const within of [[["test"]], overlapping]) {
      expectScores(await textHits(store, ["bird"], { within, reach: "below" }), all);
    }
    const both = [
      ["test", "a"],
      ["test", "b"],
      ["test", "a"],
    ];
    expectScores(await textHits(store, ["bird"], { within: both }), all);
  },
  ...storeChecks(Object.entries(HIDDEN), ([what, fields]) => ({
    async [`records that are ${what} are counted, though not shown`]({ store }) {
      await writeTerms(store, DOCUMENTS);
      await store.write([putOp(testRecord(9, { content: "cat", ...fields }))]);
      const selection = { kinds: ["note"], now: instant(100), validAt: instant(100) };
      const expected = scoreTerms([...DOCUMENTS, ["cat"]], ["cat", "dog"]);
      expected.delete(DOCUMENTS.length);
      expectScores(await textHits(store, ["cat", "dog"], selection), expected);
    },
  })),
  async "records that are not searchable are not counted"({ store }) {
    await writeTerms(store, DOCUMENTS);
    await store.write([putOp(testRecord(9, { content: "cat" }), { search: "none" })]);
    await store.write([putOp(testRecord(8, { content: "cat" }))]);
    await store.write([putOp(testRecord(8, { version: 2 }), { search: "none" })]);
    expectScores(await textHits(store, ["cat"]), scoreTerms(DOCUMENTS, ["cat"]));
  },
  async "scores follow updates and deletions"({ store }) {
    await writeTerms(store, [...DOCUMENTS, ["cat", "cat"], ["dog"]]);
    await store.write([
      deleteOp(testRecord(DOCUMENTS.length)),
      deleteOp(testRecord(DOCUMENTS.length + 1), { purge: true }),
      putOp(testRecord(0, { content: "fish fish", version: 2 })),
      putOp(testRecord(1, { version: 2 }), { search: "keep" }),
    ]);
    const now = [["fish", "fish"], ...DOCUMENTS.slice(1)];
    for (const terms of [["cat"], ["fish"], ["dog", "bird"]]) {
      expectScores(await textHits(store, terms), scoreTerms(now, terms));
    }
  },
});
