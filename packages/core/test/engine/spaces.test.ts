import { rejection, testMemory, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { modelChange, NEW, note, OLD } from "../support/model-change.js";
import { seededEmbedder } from "../support/seeded-embedder.js";

const NOTES = Array.from({ length: 8 }, (_, n) => note(n));

async function setUp() {
  const setup = modelChange();
  const before = setup.open(setup.old);
  await before.rememberAll(NOTES);
  const memory = setup.open([setup.next, setup.old]);
  return { ...setup, before, memory };
}

test("spaces tells of each how far it is filled, and whether there is an embedder for it", async () => {
  const { memory, before, next, open } = await setUp();
  const old = { id: OLD, dimensions: 24, state: "ready", missing: 0, hasEmbedder: true };
  expect(await memory.spaces()).toEqual([old]);
  await memory.remember("a purple umbrella");
  const building = { id: NEW, dimensions: 16, state: "building", missing: 8, hasEmbedder: true };
  expect(await memory.spaces()).toEqual([building, old]);
  expect(await before.spaces()).toEqual([{ ...building, hasEmbedder: false }, old]);
  await memory.reindex();
  const ready = { ...building, state: "ready", missing: 0 };
  expect(await open(next).spaces()).toEqual([
    ready,
    { ...old, state: "retired", hasEmbedder: false },
  ]);
});

test("a space that recall asks cannot be dropped, a retired one can", async () => {
  const { memory, before, store, states } = await setUp();
  await memory.remember("a purple umbrella");
  expect(await rejection(() => memory.dropSpace(OLD))).toMatchObject({ code: "conflict" });
  await memory.reindex();
  expect(await rejection(() => memory.dropSpace(NEW))).toMatchObject({ code: "conflict" });
  // A memory of the old embedder alone still asks it.
  expect(await rejection(() => before.dropSpace(OLD))).toMatchObject({ code: "conflict" });
  expect(await memory.dropSpace(OLD)).toBe(9);
  expect(await states()).toEqual({ [NEW]: "ready" });
  expect(await store.countMissingVectors(OLD)).toBe(9);
  expect((await memory.recall({ query: "umbrella", limit: 1 }))[0]?.content).toContain("umbrella");
});

test("a change is given up by dropping the space that was being built", async () => {
  const { memory, before, states } = await setUp();
  await memory.remember("a purple umbrella");
  expect(await before.dropSpace(NEW)).toBe(1);
  expect(await states()).toEqual({ [OLD]: "ready" });
  expect((await before.recall({ query: "umbrella", mode: "semantic" })).length).toBeGreaterThan(0);
});

test("the only space that is ready stays, whoever asks for it to go", async () => {
  const { open, next } = await setUp();
  const stranger = open(next, { newSpace: "start" });
  const error = await rejection(() => stranger.dropSpace(OLD));
  expect(error).toMatchObject({ code: "conflict" });
  expect(error.message).toMatch(/only one.*reindex/);
  const { memory: withoutEmbedder } = testMemory({ embedder: undefined });
  expect(await withoutEmbedder.spaces()).toEqual([]);
});

test("a space that is not there is not found, and what is no id is refused", async () => {
  const { memory } = await setUp();
  const error = await rejection(() => memory.dropSpace("test/other"));
  expect(error).toMatchObject({ code: "not-found" });
  expect(error.message).toContain(OLD);
  for (const call of [
    () => memory.dropSpace(""),
    () => memory.dropSpace(7 as never),
    () => memory.dropSpace(OLD, { sginal: 1 } as never),
    () => memory.spaces({ limit: 1 } as never),
  ]) {
    expect(await rejection(call)).toMatchObject({ code: "invalid-input" });
  }
});

test("a retired space that a write falls back to is ready again, and reindex retires it anew", async () => {
  const { memory, next, states, askedSpaces, spacesOf } = await setUp();
  await memory.reindex();
  next.isBad = (text) => text.includes("umbrella");
  const receipt = await memory.remember("a purple umbrella");
  expect([receipt.status, await spacesOf(receipt)]).toEqual(["stored", [OLD]]);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "ready" });
  next.isBad = () => false;
  askedSpaces.length = 0;
  const [hit] = await memory.recall({ query: "purple umbrella", mode: "semantic", limit: 1 });
  expect(hit?.content).toBe("a purple umbrella");
  expect(askedSpaces).toEqual([[NEW, OLD]]);
  expect(await memory.reindex()).toBe(1);
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
});

test("reindex leaves to others what they are building", async () => {
  const { memory, before, next, states, open } = await setUp();
  await memory.remember("a purple umbrella");
  expect(await before.reindex()).toBe(0);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
  const third = seededEmbedder("test/third", 12);
  await open([third, next], { newSpace: "start" }).reindex();
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "building", "test/third": "ready" });
});

test("a space that retired stands in where no embedder of a ready one is given", async () => {
  const { memory, old, open, askedSpaces, spacesOf, states } = await setUp();
  await memory.reindex();
  const third = seededEmbedder("test/third", 12);
  const bridge = open([third, old]);
  askedSpaces.length = 0;
  expect(await bridge.recall({ query: note(3), mode: "semantic", limit: 1 })).toHaveLength(1);
  expect(askedSpaces).toEqual([[OLD]]);
  expect(await spacesOf(await bridge.remember("a purple umbrella"))).toEqual([OLD]);
  expect(await states()).toMatchObject({ "test/third": "building", [NEW]: "ready" });
  await bridge.reindex();
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "retired", "test/third": "ready" });
});

test("with one embedder neither writes nor recalls look up spaces, with several each looks once", async () => {
  const { store, counts } = watchedStore();
  const a = seededEmbedder("a", 8);
  const one = testMemory({ store, embedder: a }).memory;
  await one.rememberAll(NOTES);
  expect(counts.get("spaces")).toBe(1);
  await one.recall("tea");
  const receipt = await one.remember("a purple umbrella");
  if ("record" in receipt) await one.update(receipt.record.id, { content: "a red hat" });
  expect(counts.get("spaces")).toBe(1);
  const two = testMemory({ store, embedder: [a, seededEmbedder("b", 8)] }).memory;
  await two.list();
  expect(counts.get("spaces")).toBe(2);
  await two.recall("tea");
  await two.remember("a green hat");
  expect(counts.get("spaces")).toBe(4);
});

test("a reindex where nothing was ever embedded changes nothing", async () => {
  const { store, counts } = watchedStore();
  const a = seededEmbedder("a", 8);
  const { memory } = testMemory({ store, embedder: a });
  expect(await memory.reindex()).toBe(0);
  expect([await memory.spaces(), counts.get("write")]).toEqual([[], undefined]);
  const known = testMemory({ store, embedder: { ...a, dimensions: 8 } }).memory;
  expect(await known.reindex()).toBe(0);
  expect(await known.spaces()).toEqual([]);
});

test("in a store whose memories are all gone the space of a known width takes over at once", async () => {
  const { memory, open, next, old, states } = await setUp();
  await memory.forget({ everything: true });
  expect(await memory.reindex()).toBe(0);
  expect(await states()).toEqual({ [OLD]: "ready" });
  expect(await open([{ ...next, dimensions: 16 }, old]).reindex()).toBe(0);
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
});

test("the space that is being built is not enough to open a store, unless that is asked for", async () => {
  const { memory, open, next, states } = await setUp();
  await memory.remember("a purple umbrella");
  const error = await rejection(() => open(next).recall("tea"));
  expect(error.code).toBe("vector-space-mismatch");
  expect(error.message).toMatch(/test\/old.*test\/new.*not complete yet.*reindex/);
  expect(await open(next, { newSpace: "start" }).reindex()).toBe(8);
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
  expect(await open(next).recall("umbrella")).not.toEqual([]);
});

test("a store of other models says what to do", async () => {
  const { open, next, states } = await setUp();
  const error = await rejection(() => open(next).recall("tea"));
  expect(error.code).toBe("vector-space-mismatch");
  expect(error.message).toMatch(/test\/old.*test\/new.*\[new, old\].*newSpace.*reindex/);
  expect(await states()).toEqual({ [OLD]: "ready" });
});
