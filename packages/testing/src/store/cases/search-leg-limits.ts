import assert from "node:assert/strict";

import { at, putFound } from "../leg-records.js";
import { searchHits, vectorLeg } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
import { describeHits, NEEDLE } from "../threads.js";

export const searchLegLimitCases: readonly StoreCase[] = storeCases(
  "search legs",
  ["text", "vector", "threads"],
  {
    async "a leg may have a limit of its own, and what is beyond the request's limit comes without a place"({
      store,
    }) {
      const ops = [1, 2, 3, 4, 5, 6].map((n) => {
        const terms = n === 5 ? NEEDLE.terms : ["hay"];
        return putFound(n, { thread: "t", terms, vectors: [at(10 * n)] });
      });
      await store.write(ops);
      const legs = [{ ...vectorLeg(at(0)), limit: 4 }, NEEDLE];
      const hits = await searchHits(store, legs, { limit: 1, around: 1 });
      assert.equal(describeHits(hits), "1 2<1 undefined/3 4<3 5<4 6<5");
      const fewer = [vectorLeg(at(0)), { ...NEEDLE, limit: 1 }];
      const most = await searchHits(store, fewer, { limit: 2 });
      assert.equal(describeHits(most), "undefined/1 undefined/2 undefined/5");
    },
  },
);
