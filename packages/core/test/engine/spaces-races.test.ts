import { expect, test } from "vitest";

import { modelChange, NEW, note, OLD } from "../support/model-change.js";
import { seededEmbedder } from "../support/seeded-embedder.js";

const NOTES = Array.from({ length: 8 }, (_, n) => note(n));

async function setUp() {
  const setup = modelChange();
  const before = setup.open(setup.old);
  await before.rememberAll(NOTES);
  return { ...setup, before };
}

const UMBRELLA = { query: "umbrella", mode: "semantic", limit: 1 } as const;

test("a write that was on its way while the model changed does not make the new space unready", async () => {
  const { next, old, open, states, intercept } = await setUp();
  const writer = open([next, old]);
  const other = open([next, old]);
  intercept("write", () => other.reindex());
  await writer.remember("a purple umbrella");
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
  expect((await other.recall(UMBRELLA))[0]?.content).toBe("a purple umbrella");
});

test("a write that has its only vector in a space that retires meanwhile keeps that space asked", async () => {
  const { next, old, open, states, askedSpaces, intercept } = await setUp();
  const writer = open([next, old]);
  const other = open([seededEmbedder(NEW, 16), old]);
  next.isBad = () => true;
  intercept("write", () => other.reindex());
  expect((await writer.remember("a purple umbrella")).status).toBe("stored");
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "ready" });
  expect((await other.recall(UMBRELLA))[0]?.content).toBe("a purple umbrella");
  expect(askedSpaces.at(-1)).toEqual([NEW, OLD]);
  expect(await other.reindex()).toBe(1);
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
});

test("what is written between the last look and the change is embedded by the same reindex", async () => {
  const { next, old, open, states, before, intercept } = await setUp();
  const memory = open([next, old]);
  await memory.reindex();
  const back = open([old, next]);
  // Nothing is missing in the old space, so the first write of this reindex is the change itself.
  intercept("write", () => open(next).remember("a purple umbrella"));
  const progress: (readonly number[])[] = [];
  expect(await back.reindex({ onProgress: (...told) => progress.push(told) })).toBe(1);
  expect(progress).toEqual([[1, 1]]);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "retired" });
  expect((await before.recall(UMBRELLA))[0]?.content).toBe("a purple umbrella");
});

test("a space that was dropped while a write was on its way begins as building, not as ready", async () => {
  const { next, old, open, states, intercept } = await setUp();
  const writer = open([next, old]);
  await writer.remember("a red hat");
  intercept("write", () => open(old).dropSpace(NEW));
  await writer.remember("a purple umbrella");
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
});

test("a recall that decided before the change keeps to the space it decided for", async () => {
  const { next, old, open, askedSpaces, intercept } = await setUp();
  const memory = open([next, old]);
  await memory.remember("a purple umbrella");
  intercept("search", () => memory.reindex());
  expect((await memory.recall(UMBRELLA))[0]?.content).toBe("a purple umbrella");
  await memory.recall(UMBRELLA);
  expect(askedSpaces).toEqual([[OLD], [NEW]]);
});

test("a space takes over and the other one retires in one batch, so that no recall sees both or none", async () => {
  const { next, old, open, intercept } = await setUp();
  await open([next, old]).reindex();
  const batches: unknown[] = [];
  intercept("write", async ([ops]) => batches.push(ops));
  await open([old, next]).reindex();
  expect(batches).toEqual([
    [
      { op: "space", space: { id: OLD, dimensions: 24 }, state: "ready" },
      { op: "space", space: { id: NEW, dimensions: 16 }, state: "retired" },
    ],
  ]);
});

test("two memories that reindex in opposite directions at once both end, and one space is ready", async () => {
  const { next, old, open, states, store } = await setUp();
  await Promise.all([open([next, old]).reindex(), open([old, next]).reindex()]);
  const found = await states();
  expect(Object.values(found).toSorted()).toEqual(["ready", "retired"]);
  const ready = Object.keys(found).find((id) => found[id] === "ready");
  expect(await store.countMissingVectors(ready ?? "")).toBe(0);
});
