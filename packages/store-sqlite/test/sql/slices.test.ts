import type { SearchRequest, WriteOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, testId, testRecord } from "@kioku/testing";
import { expect, test, vi } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { seededRandom, testSeed } from "../support/random.js";
import { rejection } from "../support/rejection.js";
import { temporaryFile } from "../support/temporary-directory.js";
import { randomUnit } from "../support/vectors.js";

const random = seededRandom(testSeed());
const SPACE = { id: "space", dimensions: 64 };
const { scope } = testRecord(0);

function manyPuts(count: number, first = 0): WriteOp[] {
  return Array.from({ length: count }, (_, index) => {
    const record = testRecord(first + index);
    const vectors = [{ space: SPACE, values: randomUnit(random, SPACE.dimensions) }];
    return putOp(record, { search: searchEntry(record.content, vectors) });
  });
}

function nearest(limit: number): SearchRequest {
  const leg = { type: "vector", space: SPACE.id, values: randomUnit(random, 64) } as const;
  return { legs: [leg], limit, selection: { within: [scope], reach: "here" } };
}

/** Returns the reason that a promise is rejected with. */
function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Counts the turns of the event loop during a call. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let goesOn = true;
  const count = (): void => {
    turns += 1;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  await work;
  goesOn = false;
  return turns;
}

/** Runs work with a clock by which every slice is over at once, however fast the machine is. */
async function inShortSlices(work: () => Promise<void>): Promise<void> {
  let ms = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (ms += 10));
  try {
    await work();
  } finally {
    clock.mockRestore();
  }
}

test("a large write, the loading of an index and a search without one let the event loop go on", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  const plain = sqliteStore({ path, indexBytes: 0 });
  await store.open();
  await plain.open();
  await inShortSlices(async () => {
    expect(await turnsDuring(store.write(manyPuts(6_000)))).toBeGreaterThan(4);
    expect(await turnsDuring(plain.search(nearest(10)))).toBeGreaterThan(0);
    // The second search loads the index.
    await store.search(nearest(10));
    expect(await turnsDuring(store.search(nearest(10)))).toBeGreaterThan(2);
  });
  await store.close();
  await plain.close();
});

test("what is read while a large write goes on is the state before it, and does not wait for it", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  await store.write(manyPuts(10));
  let isWritten = false;
  const writing = store.write(manyPuts(3_000, 10)).then(() => {
    isWritten = true;
  });
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(await store.search(nearest(10_000))).toHaveLength(10);
  expect(isWritten).toBe(false);
  await writing;
  expect(await store.search(nearest(10_000))).toHaveLength(3_010);
  await store.close();
});

test("a store in memory shows nothing of a large write before it is done", async () => {
  const store = sqliteStore({ path: ":memory:" });
  await store.open();
  const writing = store.write(manyPuts(2_000));
  const found = await store.search(nearest(10_000));
  expect(found).toHaveLength(2_000);
  await writing;
  await store.close();
});

test("a write that is given up half way changes nothing, and the next one works", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  const giveUp = new AbortController();
  const writing = reasonOf(store.write(manyPuts(5_000), { signal: giveUp.signal }));
  setImmediate(() => giveUp.abort(new Error("enough")));
  expect(await writing).toEqual(new Error("enough"));
  const now = testRecord(0).createdAt;
  expect(await store.get([{ scope, id: testId(0) }], { now })).toEqual([undefined]);
  await store.write(manyPuts(3));
  expect(await store.search(nearest(10))).toHaveLength(3);
  await store.close();
});

test("a search that is given up while an index is loaded rejects, and the index serves the next one", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  await store.write(manyPuts(3_000));
  await store.search(nearest(5));
  await inShortSlices(async () => {
    const giveUp = new AbortController();
    const searching = reasonOf(store.search(nearest(5), { signal: giveUp.signal }));
    setImmediate(() => giveUp.abort(new Error("enough")));
    expect(await searching).toEqual(new Error("enough"));
  });
  expect(await store.search(nearest(5))).toHaveLength(5);
  await store.close();
});

test("a store that is closed while an index is loaded ends the search with `closed`", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  await store.write(manyPuts(3_000));
  await store.search(nearest(5));
  await inShortSlices(async () => {
    const searching = rejection(store.search(nearest(5)));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await store.close();
    expect(await searching).toMatchObject({ code: "closed" });
  });
});

test("many calls at once are answered in turn", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  await store.write(manyPuts(600));
  const answers = await Promise.all([
    ...Array.from({ length: 50 }, () => store.search(nearest(7))),
    ...Array.from({ length: 20 }, (_, n) => store.write(manyPuts(1, 1_000 + n))),
  ]);
  expect(answers.slice(0, 50).every((found) => found.length === 7)).toBe(true);
  expect(await store.search(nearest(10_000))).toHaveLength(620);
  await store.close();
});
