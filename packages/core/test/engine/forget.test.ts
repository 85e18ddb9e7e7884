import { rejection, testMemory, replace } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { MemoryEvents } from "../../src/index.js";

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

test("a dry run says what would be forgotten, changes nothing and tells nobody", async () => {
  const afterForget: unknown[] = [];
  const { memory, clock } = testMemory({
    plugins: [{ id: "watch", hooks: { afterForget: (ids) => void afterForget.push(ids) } }],
  });
  const told: unknown[] = [];
  memory.on("forgotten", (event) => told.push(event), { reach: "below" });
  const a = memory.scope("a");
  const { id } = await a.set("k", 1);
  await a.remember({ content: "tea", metadata: { n: 1 }, validTo: new Date(0) });
  await a.scope("b").remember({ content: "cocoa", metadata: { n: 1 }, ttlMs: 1 });
  clock.now = new Date(clock.now.getTime() + 5);
  const dry = { dryRun: true } as const;
  expect(await a.forget(id, dry)).toBe(1);
  expect(await a.forget({ key: "k" }, dry)).toBe(1);
  expect(await a.forget({ key: "none" }, dry)).toBe(0);
  expect(await a.forget("none", { ...dry, purge: true })).toBe(0);
  expect(await a.forget({ filter: { n: 1 } }, dry)).toBe(1);
  expect(await a.forget({ filter: { n: 1 } }, { ...dry, reach: "below" })).toBe(2);
  expect(await a.forget({ everything: true }, { ...dry, reach: "below", purge: true })).toBe(3);
  expect(told).toEqual([]);
  expect(await a.history(id)).toHaveLength(1);
  expect(await a.forget({ everything: true }, { reach: "below" })).toBe(3);
  expect(told).toHaveLength(2);
  expect(afterForget).toHaveLength(2);
  // Only a purge would reach what has been forgotten.
  expect(await a.forget(id, dry)).toBe(0);
  expect(await a.forget(id, { ...dry, purge: true })).toBe(1);
});

test("a dry run counts more than one page", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(Array.from({ length: 1_001 }, (_, n) => `note ${n}`));
  expect(await memory.forget({ everything: true }, { dryRun: true })).toBe(1_001);
});

test("ifVersion forgets only the version it names, by id and by key", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("k", 1);
  await memory.set("k", 2);
  for (const target of [id, { key: "k" }]) {
    for (const options of [{ ifVersion: 1 }, { ifVersion: 3, dryRun: true }]) {
      const error = await rejection(() => memory.forget(target, options));
      expect(error).toMatchObject({ code: "conflict" });
      expect(error.message).toContain("2 is stored");
    }
  }
  expect(await memory.forget({ key: "k" }, { ifVersion: 2 })).toBe(1);
  for (const options of [{ ifVersion: 2 }, { ifVersion: 3, purge: true }]) {
    const error = await rejection(() => memory.forget(id, options));
    expect(error).toMatchObject({ code: "conflict" });
    expect(error.message).toContain("there is no such record");
  }
  expect(await memory.history(id)).toHaveLength(3);
});

test("ifVersion holds against a writer who comes in between", async () => {
  const inner = inMemoryStore();
  const { memory: other } = testMemory({ store: inner });
  const { id } = await other.set("k", 1);
  const store = replace(inner, {
    write: async (ops, options) => {
      if (ops[0]?.op === "delete") await other.set("k", 2);
      return inner.write(ops, options);
    },
  });
  const { memory } = testMemory({ store });
  expect((await rejection(() => memory.forget(id, { ifVersion: 1 }))).code).toBe("conflict");
  expect(await other.get("k")).toBe(2);
});

test.each([
  [{ filter: {} }, { ifVersion: 1 }, /ifVersion.*left out/],
  [{ everything: true as const }, { ifVersion: 1 }, /ifVersion.*left out/],
  ["id", { ifVersion: 0 }, /ifVersion.*at least 1/],
  ["id", { dryRun: 1 }, /dryRun.*true or false/],
  ["id", { purge: "yes" }, /purge.*true or false/],
  ["id", { soft: true }, /soft/],
])("forget %o with %o is refused", async (target, options, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.forget(target, options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});
