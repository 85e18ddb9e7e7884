import assert from "node:assert/strict";

import { expectHits, at, cosine, putFound } from "../leg-records.js";
import { searchHits, vectorLeg } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
import { describeHits, NEEDLE } from "../threads.js";

/**
 * Records 1 to 9 of thread `t`, each farther from a vector at 0 degrees; 5 and 8 have the needle.
 */
const records = Array.from({ length: 9 }, (_, index) => {
  const n = index + 1;
  const terms = n === 5 || n === 8 ? NEEDLE.terms : ["hay"];
  return putFound(n, { thread: "t", terms, vectors: [at(10 * n)] });
});

export const searchAroundBestCases: readonly StoreCase[] = [
  ...storeCases("search around", ["vector", "threads"], {
    async "around the best matches of a leg only, the others come without a place"({ store }) {
      await store.write(records);
      const leg = vectorLeg(at(0));
      const hits = await searchHits(store, [leg], { limit: 5, around: 1, aroundBest: 1 });
      assert.equal(describeHits(hits), "1 2<1 undefined/3 undefined/4 undefined/5");
      const all = await searchHits(store, [leg], { limit: 3, around: 1, aroundBest: 3 });
      assert.equal(describeHits(all), "1 2<1 3<2 4<3");
      const more = await searchHits(store, [leg], { limit: 3, around: 1, aroundBest: 9 });
      assert.equal(describeHits(more), "1 2<1 3<2 4<3");
    },
  }),
  ...storeCases("search around", ["text", "vector", "threads"], {
    async "the best of each leg have records around them, with all their scores"({ store }) {
      await store.write(records);
      const legs = [vectorLeg(at(0)), NEEDLE];
      const [five] = await searchHits(store, [NEEDLE], { limit: 1 });
      const hits = await searchHits(store, legs, { limit: 2, around: 1, aroundBest: 1 });
      assert.equal(describeHits(hits), "1 2<1 4<3 5<4 6<5 undefined/8");
      expectHits(hits, [
        [1, cosine(10), undefined],
        [2, cosine(20), undefined],
        [4, cosine(40), undefined],
        [5, cosine(50), five?.scores[0]],
        [6, cosine(60), undefined],
        [8, cosine(80), five?.scores[0]],
      ]);
    },
  }),
];
