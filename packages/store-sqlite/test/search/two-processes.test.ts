import { putOp, searchEntry, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { startChild } from "../support/child.js";
import { seededRandom, testSeed } from "../support/random.js";
import { temporaryFile } from "../support/temporary-directory.js";
import { randomUnit } from "../support/vectors.js";

const seed = testSeed();
const FILL = 1_000;

interface Seen {
  readonly compared: number;
  readonly differing: readonly number[];
  readonly mostFound: number;
  readonly written: number;
}

test(`two processes that write and read at once find what the database holds (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  const space = { id: "space", dimensions: 16 };
  await store.write(
    Array.from({ length: FILL }, (_, n) => {
      const record = testRecord(n);
      const vectors = [{ space, values: randomUnit(random, space.dimensions) }];
      return putOp(record, { search: searchEntry(record.content, vectors) });
    }),
  );
  const script = new URL("../support/index-watcher.ts", import.meta.url);
  const children = [1, 2].map((n) =>
    startChild(script, path, String(seed + n), String(n * 10_000)),
  );
  const seen = (await Promise.all(children.map((child) => child.message()))) as readonly Seen[];
  for (const { compared, differing, mostFound } of seen) {
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(5);
    // Its own records and some of the other's beside those that were there.
    expect(mostFound).toBeGreaterThan(FILL);
  }
  const all = { type: "vector", space: space.id, values: randomUnit(random, 16) } as const;
  const selection = { within: [testRecord(0).scope], reach: "here" } as const;
  const found = await store.search({ legs: [all], limit: 10_000, selection });
  expect(found).toHaveLength(FILL + seen.reduce((sum, { written }) => sum + written, 0));
  await store.close();
});
