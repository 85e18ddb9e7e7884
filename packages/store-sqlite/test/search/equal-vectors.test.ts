import { inMemoryStore } from "@kioku/core";
import { putOp, searchEntry, testId, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { seededRandom, testSeed } from "../support/random.js";
import { randomUnit } from "../support/vectors.js";

const seed = testSeed();

test.each([
  { dimensions: 24, records: 2_500, limit: 10 },
  { dimensions: 2_050, records: 700, limit: 40 },
])(
  `ids decide between records of the same vector, in SQL as in the reference: %j (seed ${seed})`,
  async ({ dimensions, records, limit }) => {
    const random = seededRandom(seed);
    const space = { id: "space", dimensions };
    const stores = [inMemoryStore(), sqliteStore({ path: ":memory:", indexBytes: 0 })];
    const vectors = Array.from({ length: 8 }, () => randomUnit(random, dimensions));
    const scope = ["test"];
    // Ids in another order than rows.
    const ops = Array.from({ length: records }, (_, n) => {
      const record = testRecord(n, { scope, id: testId((n * 7_919) % 10_007) });
      const values = vectors[Math.floor(random.below(64) ** 0.5)] ?? new Float32Array(dimensions);
      return putOp(record, { search: searchEntry(record.content, [{ space, values }]) });
    });
    const query = randomUnit(random, dimensions);
    const found = stores.map(async (store) => {
      await store.open?.();
      await store.write(ops);
      const hits = [];
      for (const values of [query, ...vectors]) {
        const legs = [{ type: "vector", space: space.id, values }] as const;
        const selection = { within: [scope], reach: "here" } as const;
        hits.push(await store.search({ legs, limit, selection }));
      }
      await store.close?.();
      return hits.map((some) => some.map(({ id, scores: [score] }) => [id, score?.toFixed(9)]));
    });
    const [expected, bySql] = await Promise.all(found);
    expect(bySql).toEqual(expected);
    expect(expected?.every((some) => some.length === limit)).toBe(true);
  },
);
