import { expect, test } from "vitest";

import type { MemoryEvents } from "../../src/index.js";
import { rejection } from "../support/rejection.js";
import { testMemory } from "../support/test-memory.js";

async function filled() {
  const made = testMemory();
  const { memory } = made;
  await memory.scope("a").rememberAll([
    { content: "tea", metadata: { n: 1 } },
    { content: "coffee", metadata: { n: 2 } },
  ]);
  await memory.scope("a", "b").remember({ content: "cocoa", metadata: { n: 1 } });
  await memory.scope("ab").remember({ content: "milk", metadata: { n: 1 } });
  const all = async (): Promise<string[]> =>
    (await memory.list({ reach: "below" })).items.map((record) => record.content).toSorted();
  return { ...made, all };
}

test("an id is forgotten in its own scope only", async () => {
  const { memory, all } = await filled();
  const [tea] = (await memory.scope("a").list()).items;
  expect(await memory.scope("ab").forget(tea?.id ?? "")).toBe(0);
  expect(await memory.scope("a").forget(tea?.id ?? "")).toBe(1);
  expect(await memory.scope("a").forget(tea?.id ?? "")).toBe(0);
  expect(await all()).toEqual(["cocoa", "coffee", "milk"]);
  expect(await memory.scope("a").recall("tea")).not.toContainEqual(
    expect.objectContaining({ content: "tea" }),
  );
});

test("a key is forgotten and can be set again", async () => {
  const { memory } = testMemory();
  await memory.set("k", 1);
  expect(await memory.forget({ key: "k" })).toBe(1);
  expect(await memory.get("k")).toBeUndefined();
  await memory.set("k", 2);
  expect(await memory.get("k")).toBe(2);
});

test("a filter forgets what it selects, and below only when asked", async () => {
  const { memory, all } = await filled();
  expect(await memory.scope("a").forget({ filter: { n: 1 } })).toBe(1);
  expect(await all()).toEqual(["cocoa", "coffee", "milk"]);
  expect(await memory.scope("a").forget({ filter: { n: 1 } }, { reach: "below" })).toBe(1);
  expect(await all()).toEqual(["coffee", "milk"]);
});

test("everything is everything of the scope and nothing of a look-alike", async () => {
  const { memory, all } = await filled();
  expect(await memory.scope("a").forget({ everything: true }, { reach: "below" })).toBe(3);
  expect(await all()).toEqual(["milk"]);
});

test("everything includes what is retired or has expired", async () => {
  const { memory, clock } = testMemory();
  await memory.remember({ content: "old", validTo: new Date("2020-01-01T00:00:00Z") });
  await memory.remember({ content: "short", ttlMs: 1 });
  clock.now = new Date(clock.now.getTime() + 5);
  expect(await memory.forget({ everything: true })).toBe(2);
});

test("history stays unless it is purged", async () => {
  const { memory } = testMemory();
  const kept = await memory.set("kept", 1);
  const purged = await memory.set("purged", 1);
  await memory.forget(kept.id);
  await memory.forget(purged.id, { purge: true });
  expect(await memory.history(kept.id)).toHaveLength(2);
  expect(await memory.history(purged.id)).toEqual([]);
});

test("listeners are told per scope what is gone", async () => {
  const { memory } = await filled();
  const told: MemoryEvents["forgotten"][] = [];
  memory.on("forgotten", (event) => told.push(event), { reach: "below" });
  await memory.scope("a").forget({ everything: true }, { reach: "below" });
  expect(told.map(({ scope, ids }) => [scope, ids.length])).toEqual([
    [["a"], 2],
    [["a", "b"], 1],
  ]);
});

test.each([
  ["nothing", {}],
  ["two things", { key: "k", everything: true }],
  ["everything that is not true", { everything: 1 }],
  ["a blank id", " "],
  ["an unknown target", { id: "x" }],
])("%s is no target", async (_, target) => {
  const { memory, all } = await filled();
  expect((await rejection(() => memory.scope("a").forget(target as never))).code).toBe(
    "invalid-input",
  );
  expect(await all()).toHaveLength(4);
});

test("reach below for one id is refused, since an id is looked up in one scope", async () => {
  const { memory } = await filled();
  const error = await rejection(() => memory.forget("some-id", { reach: "below" }));
  expect(error.message).toContain("narrow the view");
});

test("what was forgotten before can still be purged by its id", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("k", "secret");
  await memory.forget(id);
  expect(await memory.scope("other").forget(id, { purge: true })).toBe(0);
  expect(await memory.forget(id, { purge: true })).toBe(1);
  expect(await memory.history(id)).toEqual([]);
  expect(await memory.forget(id, { purge: true })).toBe(0);
});

test("purging everything leaves no history, not even of what was forgotten before", async () => {
  const { memory } = testMemory();
  const earlier = await memory.scope("a").set("k", "secret");
  await memory.scope("a").forget(earlier.id);
  const other = await memory.scope("ab").set("k", "kept");
  await memory.scope("ab").forget(other.id);
  const now = await memory.scope("a").set("k2", "more");
  expect(await memory.scope("a").forget({ everything: true }, { purge: true })).toBe(1);
  expect(await memory.scope("a").history(earlier.id)).toEqual([]);
  expect(await memory.scope("a").history(now.id)).toEqual([]);
  expect(await memory.scope("ab").history(other.id)).toHaveLength(2);
});
