import type { SearchRequest, WriteOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { seededRandom, testSeed } from "../support/random.js";
import { randomUnit } from "../support/vectors.js";

const random = seededRandom(testSeed());
const DIMENSIONS = 384;
const space = { id: "space", dimensions: DIMENSIONS };
/** As many as fill nine blocks of codes. */
const FULL = 9 * 696;

function puts(count: number, scope: string): WriteOp[] {
  const values = randomUnit(random, DIMENSIONS);
  return Array.from({ length: count }, (_, n) => {
    const record = testRecord(n, { scope: [scope], id: crypto.randomUUID() });
    return putOp(record, { search: searchEntry(record.content, [{ space, values }]) });
  });
}

function question(scope: string): SearchRequest {
  const values = randomUnit(random, DIMENSIONS);
  const legs = [{ type: "vector", space: space.id, values } as const];
  return { legs, limit: 5, selection: { within: [[scope]], reach: "here" } };
}

async function openWith(indexBytes: number): Promise<SqliteStore> {
  const store = sqliteStore({ path: ":memory:", indexBytes });
  await store.open();
  return store;
}

test("the second question brings an index, of at most 1.1 times as many bytes a record as dimensions", async () => {
  const store = await openWith(2 ** 28);
  await store.write(puts(FULL, "a"));
  await store.search(question("a"));
  expect((await store.stats()).index.ranges).toBe(0);
  await store.search(question("a"));
  const { index } = await store.stats();
  expect([index.ranges, index.records]).toEqual([1, FULL]);
  expect(index.codesBytes / FULL).toBeGreaterThan(DIMENSIONS);
  expect(index.bytes / FULL).toBeLessThanOrEqual(1.1 * DIMENSIONS);
  expect(index.bytes + index.vectorsBytes).toBeLessThanOrEqual(index.limitBytes);
  await store.close();
});

test("indexes stay within their bytes, whatever is asked", async () => {
  const limit = 3_000_000;
  const store = await openWith(limit);
  const scopes = ["a", "b", "c", "d"];
  for (const scope of scopes) await store.write(puts(1_500, scope));
  for (let time = 0; time < 3; time += 1) {
    for (const scope of scopes) {
      for (const _ of [1, 2]) expect(await store.search(question(scope))).toHaveLength(5);
      const { bytes, vectorsBytes, limitBytes } = (await store.stats()).index;
      expect(bytes + vectorsBytes).toBeLessThanOrEqual(limit);
      expect(limitBytes).toBe(limit);
    }
  }
  expect((await store.stats()).index.ranges).toBeGreaterThan(0);
  await store.close();
});

test("without memory there is no index, and the answers are the same", async () => {
  const store = await openWith(0);
  await store.write(puts(1_000, "a"));
  const asked = question("a");
  const answers = [await store.search(asked), await store.search(asked), await store.search(asked)];
  expect(answers[2]).toEqual(answers[0]);
  expect((await store.stats()).index).toMatchObject({ bytes: 0, ranges: 0, vectorsBytes: 0 });
  await store.close();
});

test("what an index leaves when it goes serves the next one", { tags: "long" }, async () => {
  const store = await openWith(1_500_000);
  for (const scope of ["a", "b"]) await store.write(puts(2_000, scope));
  for (let time = 0; time < 6; time += 1) {
    for (const scope of ["a", "b"]) {
      for (const _ of [1, 2]) await store.search(question(scope));
      expect((await store.stats()).index.ranges).toBe(1);
    }
  }
  await store.close();
});

test(
  "an index that fits is loaded once and kept, one that does not fit is never loaded",
  { tags: "long" },
  async () => {
    const records = 2_000;
    const questions = 6;
    const seen: { readonly indexBytes: number; readonly loads: number; readonly ranges: number }[] =
      [];
    for (let indexBytes = 200_000; indexBytes <= 6_400_000; indexBytes *= 1.25) {
      const store = await openWith(Math.floor(indexBytes));
      await store.write(puts(records, "a"));
      for (let asked = 0; asked < questions; asked += 1) await store.search(question("a"));
      const { loads, ranges } = (await store.stats()).index;
      seen.push({ indexBytes: Math.floor(indexBytes), loads, ranges });
      await store.close();
    }
    for (const { loads, ranges } of seen) expect(loads).toBe(ranges);
    const first = seen.findIndex(({ ranges }) => ranges === 1);
    expect(first).toBeGreaterThan(0);
    expect(seen.slice(first).every(({ ranges }) => ranges === 1)).toBe(true);
    // Codes of 384 bytes a record and seven eighths of the memory for them.
    expect(seen[first]?.indexBytes).toBeLessThan(1.6 * records * DIMENSIONS);
  },
);

test(
  "a transaction that writes very much costs no other scope its index",
  { tags: "long" },
  async () => {
    const store = await openWith(2 ** 28);
    for (const scope of ["a", "b"]) await store.write(puts(300, scope));
    for (const scope of ["a", "a", "b", "b"]) await store.search(question(scope));
    const loads = async (): Promise<number> => (await store.stats()).index.loads;
    expect(await loads()).toBe(2);
    await store.write([
      ...Array.from({ length: 16_500 }, (_, n) => putOp(testRecord(n, { scope: ["large"] }))),
      ...puts(5, "b"),
    ]);
    for (const scope of ["a", "a", "b", "b"]) await store.search(question(scope));
    expect(await loads()).toBe(2);
    // One that writes as much to its own scope does.
    await store.write(
      Array.from({ length: 16_500 }, (_, n) =>
        putOp(testRecord(n, { scope: ["a"], id: crypto.randomUUID() })),
      ),
    );
    for (const scope of ["a", "a", "b"]) await store.search(question(scope));
    expect(await loads()).toBe(3);
    await store.close();
  },
);
