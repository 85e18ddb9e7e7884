import assert from "node:assert/strict";

import { instant, numberOf, testRecord } from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import {
  at,
  cosine,
  describeHits,
  expectHits,
  NEEDLE,
  needleHits,
  putFound,
  putHay,
  putNeedle,
} from "../leg-records.js";
import { searchHits, vectorLeg } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

/**
 * Records 1 to 9 of thread `t`, each farther from a vector at 0 degrees; 5 and 8 have the needle.
 */
const records = Array.from({ length: 9 }, (_, index) => {
  const n = index + 1;
  const terms = n === 5 || n === 8 ? NEEDLE.terms : ["hay"];
  return putFound(n, { thread: "t", terms, vectors: [at(10 * n)] });
});

export const searchAroundCases: readonly StoreCase[] = [
  ...storeCases("search around", ["text", "threads"], {
    async "around adds the nearest of the thread on both sides of a match, each with the one before it"({
      store,
    }) {
      await store.write([6, 2, 5, 3, 1].map((n) => putHay(n)));
      await store.write([putNeedle(4)]);
      assert.equal(await needleHits(store, { around: 1 }), "4<3 3<2 5<4");
      assert.equal(await needleHits(store, { around: 2 }), "4<3 2<1 3<2 5<4 6<5");
      assert.equal(await needleHits(store, { around: 3 }), "4<3 1 2<1 3<2 5<4 6<5");
      assert.equal(await needleHits(store, { around: 10 }), "4<3 1 2<1 3<2 5<4 6<5");
    },
    async "ten on each side are added, and no more"({ store }) {
      await store.write(
        Array.from({ length: 30 }, (_, n) => (n === 14 ? putNeedle(n) : putHay(n))),
      );
      const hits = await searchHits(store, [NEEDLE], { around: 10 });
      const others = Array.from({ length: 21 }, (_, n) => n + 4).filter((n) => n !== 14);
      expectNumbers(hits, [14, ...others]);
    },
    async "hits have their thread, and those without a thread neither one nor neighbours"({
      store,
    }) {
      await store.write([putHay(1), putNeedle(2), putNeedle(3, { thread: "u" })]);
      await store.write([4, 5].map((n) => putFound(n, { terms: NEEDLE.terms })));
      await store.write([putFound(6, { terms: ["hay"] })]);
      const hits = await searchHits(store, [NEEDLE], { around: 9 });
      assert.deepEqual(
        hits.map((hit) => [numberOf(hit), hit.thread, hit.previous]),
        [
          [2, "t", testRecord(1).id],
          [3, "u", undefined],
          [4, undefined, undefined],
          [5, undefined, undefined],
          [1, "t", undefined],
        ],
      );
    },
    async "records of threads that look alike are nobody's neighbours"({ store }) {
      const threads = ["t", "T", "t ", "ｔ", "tt", "tT", "t"];
      await store.write(
        threads.map((thread, n) => (n === 0 ? putNeedle(n, { thread }) : putHay(n, { thread }))),
      );
      assert.equal(await needleHits(store, { around: 9 }), "0 6<0");
    },
    async "occurredAt goes before createdAt, and equal instants go by id"({ store }) {
      await store.write([
        putHay(1, { createdAt: instant(1) }),
        putHay(2, { createdAt: instant(9), occurredAt: instant(0) }),
        putHay(5, { createdAt: instant(2) }),
        putNeedle(4, { createdAt: instant(8), occurredAt: instant(2) }),
        putHay(3, { createdAt: instant(3), occurredAt: instant(7) }),
        putHay(6, { createdAt: instant(2) }),
      ]);
      assert.equal(await needleHits(store, { around: 9 }), "4<1 1<2 2 3<6 5<4 6<5");
    },
    async "the limit counts matches, and a match that is around another comes once, with its score"({
      store,
    }) {
      await store.write([
        putHay(1),
        ...[2, 3, 4].map((n) => putNeedle(n)),
        putHay(5),
        putHay(6),
        putHay(7),
      ]);
      assert.equal(await needleHits(store), "2<1 3<2 4<3 1 5<4");
      const hits = await searchHits(store, [NEEDLE], { around: 1, limit: 1 });
      assert.equal(describeHits(hits), "2<1 3<2 1");
      const [first, second, third] = hits.map(({ scores }) => scores);
      assert.deepEqual([second, third], [first, [undefined]]);
    },
  }),
  ...storeCases("search around", ["text"], {
    async "without around a hit has neither thread nor previous, and none is added"({ store }) {
      await store.write([putHay(1), putNeedle(2), putHay(3)]);
      for (const around of [0, undefined]) {
        const hits = await searchHits(store, [NEEDLE], { around });
        assert.deepEqual(
          hits.map((hit) => [numberOf(hit), hit.thread, hit.previous]),
          [[2, undefined, undefined]],
        );
      }
    },
  }),
  ...storeCases("search around", ["text", "vector", "threads"], {
    async "the matches of every leg have their neighbours, with what each leg says of them"({
      store,
    }) {
      const angles = [90, 70, 50, 0, 40, 80];
      await store.write(
        angles.map((degrees, n) => {
          const terms = n === 0 ? NEEDLE.terms : ["hay"];
          return putFound(n, { thread: "t", terms, vectors: n === 2 ? [] : [at(degrees)] });
        }),
      );
      const [alone] = await searchHits(store, [NEEDLE]);
      const hits = await searchHits(store, [NEEDLE, vectorLeg(at(0))], { limit: 1, around: 1 });
      assert.equal(describeHits(hits), "0 1<0 2<1 3<2 4<3");
      expectHits(hits, [
        [0, alone?.scores[0], 0],
        [1, undefined, cosine(70)],
        [2, undefined, undefined],
        [3, undefined, 1],
        [4, undefined, cosine(40)],
      ]);
    },
  }),
  ...storeCases("search around", ["vector", "threads"], {
    async "a search by vector alone has what is around its matches"({ store }) {
      const ops = [1, 2, 3, 4].map((n) =>
        putFound(n, { thread: "t", vectors: n === 1 ? [] : [at(n * 20)] }),
      );
      await store.write(ops);
      const hits = await searchHits(store, [vectorLeg(at(40))], { limit: 1, around: 2 });
      assert.equal(describeHits(hits), "2<1 3<2 4<3 1");
      expectHits(hits, [
        [2, 1],
        [3, cosine(20)],
        [4, cosine(40)],
        [1, undefined],
      ]);
    },
  }),
  ...storeCases("search legs", ["text", "vector", "threads"], {
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
  }),
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
