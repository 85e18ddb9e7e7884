import { putOp, testRecord } from "@kioku/testing";
import { replace, testMemory } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { MemoryRoot, MemoryStore } from "../../src/index.js";
import { completeStore, hasMethods, STORE_METHODS } from "../../src/toolkit/index.js";
import type { StoreGroup } from "../../src/toolkit/index.js";
import { exportText, importText } from "./transfer/transfer-text.js";

const GROUPS = Object.keys(STORE_METHODS) as StoreGroup[];

/** A store that leaves these groups out. */
function without(...groups: readonly StoreGroup[]): ReturnType<typeof inMemoryStore> {
  const names = groups.flatMap((group) => STORE_METHODS[group]);
  const text = { vector: "none", text: true } as const;
  return replace(inMemoryStore(), {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    queue: undefined,
    ...(groups.includes("vectors") ? { capabilities: text } : {}),
  });
}

/** A memory on a store without these groups. */
function memoryWithout(...groups: readonly StoreGroup[]): ReturnType<typeof testMemory> {
  const store = without(...groups);
  return testMemory(groups.includes("vectors") ? { store, embedder: undefined } : { store });
}

async function contentsOf(memory: MemoryRoot): Promise<string[]> {
  const { items } = await memory.list({ reach: "below" });
  return items.map(({ content }) => content).toSorted();
}

test("a store with every group is used as it is", () => {
  const store = inMemoryStore();
  expect(completeStore(store)).toBe(store);
});

test.each(GROUPS)("a store without %s gets these methods, and keeps its own", async (group) => {
  const store = without(group);
  expect(hasMethods(store, group)).toBe(false);
  const complete: MemoryStore = completeStore(store);
  for (const one of GROUPS) expect(hasMethods(complete, one)).toBe(true);
  expect(complete.name).toBe(store.name);
  await complete.open();
  await complete.close();
  await expect(store.open()).rejects.toMatchObject({ code: "closed" });
});

describe("a memory on a store of six methods", () => {
  test("remembers, recalls, lists, updates and forgets", async () => {
    const { memory } = memoryWithout(...GROUPS);
    await memory.rememberAll(["Green tea in the morning", "Coffee at noon"]);
    await memory.set("drink", "tea");
    expect((await memory.recall("morning tea"))[0]?.content).toBe("Green tea in the morning");
    expect(await memory.get("drink")).toBe("tea");
    await memory.set("drink", "juice");
    expect(await memory.get("drink")).toBe("juice");
    expect(await memory.forget({ key: "drink" })).toBe(1);
    expect(await contentsOf(memory)).toEqual(["Coffee at noon", "Green tea in the morning"]);
  });

  test("forgets by a filter, on several pages", async () => {
    const { memory } = memoryWithout(...GROUPS);
    const inputs = Array.from({ length: 1_200 }, (_, n) => ({
      content: `memory number ${n}`,
      metadata: { even: n % 2 === 0 },
    }));
    for (const start of [0, 400, 800]) await memory.rememberAll(inputs.slice(start, start + 400));
    expect(await memory.forget({ filter: {} }, { dryRun: true })).toBe(1_200);
    expect(await memory.forget({ filter: { even: true } })).toBe(600);
    expect(await memory.forget({ filter: {} })).toBe(600);
    expect(await contentsOf(memory)).toEqual([]);
  });

  test("sweeps what has expired, in every scope", async () => {
    const { memory, clock } = memoryWithout(...GROUPS);
    await memory.remember({ content: "brief", ttlMs: 1_000 });
    await memory.scope("ann").remember({ content: "brief, too", ttlMs: 1_000 });
    await memory.remember("lasting");
    clock.now = new Date(clock.now.getTime() + 1_000);
    expect(await memory.sweep()).toMatchObject({ removed: 2 });
    expect(await contentsOf(memory)).toEqual(["lasting"]);
  });

  test("erases, and says that files were not scrubbed", async () => {
    const { memory } = memoryWithout(...GROUPS);
    await memory.set("pin", "1234");
    const report = await memory.erase({ key: "pin" });
    expect(report.records.length).toBe(1);
    expect(JSON.stringify(report)).toContain("cannot make deleted data unreadable");
    expect(await contentsOf(memory)).toEqual([]);
  });

  test("has the present version as history", async () => {
    const { memory } = memoryWithout(...GROUPS);
    await memory.set("drink", "tea");
    await memory.set("drink", "juice");
    const [{ id } = { id: "" }] = (await memory.list()).items;
    const history = await memory.history(id);
    expect(history.map(({ version, change, record }) => [version, change, record?.value])).toEqual([
      [2, "updated", "juice"],
    ]);
    await memory.forget({ key: "drink" });
    expect(await memory.history(id)).toEqual([]);
  });

  test("exports what a store with history can import", async () => {
    const { memory } = memoryWithout(...GROUPS);
    await memory.scope("ann").remember("Green tea");
    await memory.set("drink", "tea");
    const { memory: other } = testMemory();
    const text = await exportText(memory, { reach: "below" });
    expect(await importText(other, text)).toMatchObject({ written: 2 });
    expect(await contentsOf(other)).toEqual(await contentsOf(memory));
    expect((await other.scope("ann").recall("green tea")).length).toBe(1);
  });

  test.each<[string, (memory: MemoryRoot) => Promise<unknown>, RegExp]>([
    [
      "imports",
      async (memory) => {
        const { memory: other } = testMemory();
        await other.remember("Green tea");
        await importText(memory, await exportText(other));
      },
      /does not support imports, which need history$/u,
    ],
    ["lists of scopes", (memory) => memory.scopes(), /does not support lists of scopes$/u],
    [
      "neighbours",
      async (memory) => {
        await memory.remember({ content: "Green tea", thread: "t" });
        await memory.recall({ query: "tea", neighbours: 1 });
      },
      /does not support neighbours$/u,
    ],
  ])("rejects %s with a code", async (_what, call, message) => {
    const { memory } = memoryWithout(...GROUPS);
    await expect(call(memory)).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(message) as string,
    });
  });
});

test("an export keeps what is not searchable that way", async () => {
  const store = completeStore(without("history"));
  await store.open();
  await store.write([putOp(testRecord(1)), putOp(testRecord(2), { search: "none" })]);
  const { items } = await store.histories({ within: [[]], reach: "below", limit: 9 });
  expect(items.map(({ revisions }) => revisions[0]?.searchable)).toEqual([true, false]);
});

test("an update with purge works without history, where there is nothing to drop", async () => {
  const { memory } = memoryWithout("history");
  const { id } = await memory.set("pin", "1234");
  const after = await memory.update(id, { value: "5678" }, { purge: true });
  expect([after.version, after.value]).toEqual([2, "5678"]);
  expect(await memory.get("pin")).toBe("5678");
  expect((await memory.history(id)).map(({ version }) => version)).toEqual([2]);
});

test("a use leaves no trace without strength", async () => {
  const { memory } = memoryWithout("strength");
  await memory.remember("Green tea");
  const [hit] = await memory.recall("tea");
  await memory.markUsed([hit?.id ?? ""]);
  expect((await memory.list()).items[0]?.strength.uses).toBe(0);
});

test("a purge of whole scopes reaches the history of what was forgotten before", async () => {
  const store = without("bulk");
  const { memory } = testMemory({ store });
  await memory.set("pin", "1234");
  await memory.set("drink", "tea");
  await memory.forget({ key: "pin" });
  expect(await memory.forget({ everything: true }, { purge: true })).toBe(1);
  const left = await store.histories({ within: [[]], reach: "below", limit: 9 });
  expect(left.items).toEqual([]);
});
