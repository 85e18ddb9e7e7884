import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryEvents } from "../../src/index.js";

test("a view narrows and never widens", () => {
  const { memory } = testMemory();
  const view = memory.scope("acme").scope("user-42", "notes");
  expect(view.scopePath).toEqual(["acme", "user-42", "notes"]);
  expect(Object.isFrozen(view.scopePath)).toBe(true);
  expect(view).not.toHaveProperty("close");
  expect(view).not.toHaveProperty("reindex");
});

test.each([
  ["an empty element", [""], /element 0.*not empty/],
  ["nothing at all", [], /at least one element/],
  ["a number", [5], /element 0.*a string, got 5/],
  ["nothing", [undefined], /element 0/],
  ["a lone surrogate", ["a", "\ud800"], /element 1.*well-formed/],
  ["NUL", ["a\0b"], /without NUL/],
  ["a very long element", ["x".repeat(257)], /256/],
  ["too many elements", Array.from({ length: 33 }, () => "x"), /32 elements/],
])("%s is no scope", async (_, path, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.scope(...(path as [string])));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

test("no option can smuggle in another scope", async () => {
  const { memory } = testMemory();
  await memory.scope("b").set("k", "of b");
  const view = memory.scope("a");
  const options = { scope: ["b"] } as never;
  for (const call of [
    () => view.get("k", options),
    () => view.recall("k", options),
    () => view.remember("k", options),
    () => view.forget({ everything: true }, options),
    () => view.list({}, options),
  ]) {
    expect((await rejection(call)).code).toBe("invalid-input");
  }
  expect(await memory.scope("b").get("k")).toBe("of b");
});

test("scopes are listed page by page at and below a view", async () => {
  const { memory } = testMemory();
  for (const path of [["a"], ["a", "b"], ["ab"], ["c", "d"]] as const) {
    await memory.scope(path[0], ...path.slice(1)).remember("x");
  }
  expect((await memory.scope("a").scopes()).items).toEqual([["a"], ["a", "b"]]);
  const first = await memory.scopes({ limit: 3 });
  const second = await memory.scopes({ limit: 3, cursor: first.cursor });
  expect([...first.items, ...second.items]).toHaveLength(4);
  expect(second.cursor).toBeUndefined();
});

test("a listing can be paged while others write, and a foreign cursor is refused", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(Array.from({ length: 25 }, (_, index) => `note ${index}`));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ limit: 10, cursor });
    seen.push(...page.items.map((record) => record.content));
    await memory.remember(`late ${seen.length}`);
    ({ cursor } = page);
  } while (cursor !== undefined && seen.length < 100);
  expect(seen.filter((content) => content.startsWith("note"))).toHaveLength(25);
  expect(new Set(seen).size).toBe(seen.length);
  const { cursor: foreign } = await memory.list({ limit: 1, orderBy: "updatedAt" });
  for (const bad of [foreign, "nonsense", ""]) {
    expect((await rejection(() => memory.list({ cursor: bad, limit: 1 }))).code).toBe(
      "invalid-input",
    );
  }
});

test("retired records are listed only when asked for", async () => {
  const { memory } = testMemory();
  await memory.remember({ content: "was true", validTo: new Date("2020-01-01T00:00:00Z") });
  await memory.remember({ content: "will be true", validFrom: new Date("2030-01-01T00:00:00Z") });
  expect((await memory.list()).items).toEqual([]);
  expect((await memory.list({ includeRetired: true })).items).toHaveLength(2);
});

test("listeners hear their own scope, and those below when asked", async () => {
  const { memory } = testMemory();
  const here: string[] = [];
  const below: string[] = [];
  memory.scope("a").on("remembered", ({ record }) => here.push(record.content));
  memory.on("remembered", ({ record }) => below.push(record.content), { reach: "below" });
  await memory.scope("a").remember("one");
  await memory.scope("a", "b").remember("two");
  await memory.scope("ab").remember("three");
  expect(here).toEqual(["one"]);
  expect(below).toEqual(["one", "two", "three"]);
});

test("a listener stops with its signal, and one that throws harms nobody", async () => {
  const logged: string[] = [];
  const logger = { warn: () => undefined, error: (message: string) => logged.push(message) };
  const { memory } = testMemory({ logger });
  const controller = new AbortController();
  let count = 0;
  memory.on("remembered", () => (count += 1), { signal: controller.signal });
  memory.on("remembered", () => {
    throw new Error("listener");
  });
  const recalled: MemoryEvents["recalled"][] = [];
  memory.on("recalled", (event) => recalled.push(event));
  expect((await memory.remember("x")).status).toBe("stored");
  controller.abort();
  await memory.remember("y");
  await memory.recall("x");
  expect(count).toBe(1);
  expect(logged[0]).toContain("remembered");
  expect(recalled[0]?.durationMs).toBeGreaterThanOrEqual(0);
});

test("every verb refuses an option it does not know", async () => {
  const { memory } = testMemory();
  const options = { sginal: undefined, limit: 1 } as never;
  for (const call of [
    () => memory.remember("x", options),
    () => memory.rememberAll(["x"], options),
    () => memory.recall("x", options),
    () => memory.context("x", options),
    () => memory.set("k", 1, options),
    () => memory.get("k", options),
    () => memory.read("id", options),
    () => memory.update("id", {}, options),
    () => memory.forget("id", options),
    () => memory.list({}, options),
    () => memory.history("id", options),
    () => memory.scopes({}, options),
    () => memory.reindex(options),
    () => memory.sweep(options),
  ]) {
    expect((await rejection(call)).message).toMatch(/sginal|limit/);
  }
});

test("null is no option, no filter and no list", async () => {
  const { memory } = testMemory();
  const nothing = null as never;
  for (const call of [
    () => memory.get("k", nothing),
    () => memory.remember("x", nothing),
    () => memory.list(nothing),
    () => memory.list({ filter: nothing }),
    () => memory.recall({ query: "x", filter: nothing }),
    () => memory.recall({ query: "x", kinds: nothing }),
    () => memory.recall({ query: "x", exclude: nothing }),
    () => memory.rememberAll([undefined, "x"] as never),
    () => memory.update("id", nothing),
    () => memory.forget(nothing),
    () => memory.on("remembered", nothing),
  ]) {
    expect((await rejection(call)).code).toBe("invalid-input");
  }
});
