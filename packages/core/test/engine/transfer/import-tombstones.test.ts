import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../../src/index.js";
import type { MemoryRoot, Receipt, Scope } from "../../../src/index.js";
import { tombstoneHash } from "../../../src/text/hash.js";
import type { CompleteStore } from "../../../src/toolkit/index.js";
import { exportText, importText, linesOf } from "./transfer-text.js";

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}

/** A memory with a fact, what was derived from it and from that in turn, and something else. */
async function withLineage(): Promise<{
  readonly memory: MemoryRoot;
  readonly fact: string;
  readonly derived: string;
  readonly other: string;
}> {
  const { memory } = testMemory();
  const fact = idOf(await memory.remember("A fact about Ann"));
  const derived = idOf(await memory.remember({ content: "A summary", sources: [fact] }));
  await memory.remember({ content: "A summary of summaries", sources: [derived] });
  const other = idOf(await memory.remember("Something else"));
  return { memory, fact, derived, other };
}

/** A memory whose store knows that ids were erased. */
async function withTombstones(
  ids: readonly string[],
  scope: Scope = [],
): Promise<{ readonly memory: MemoryRoot; readonly store: CompleteStore }> {
  const store = inMemoryStore();
  await store.open();
  const at = new Date("2026-02-01");
  await store.write(ids.map((id) => ({ op: "tombstone", scope, hash: tombstoneHash(id), at })));
  return { memory: createMemory({ store }), store };
}

test("what was erased here does not come back by an import, nor what was derived from it", async () => {
  const { memory: source, fact, other } = await withLineage();
  const { memory, store } = await withTombstones([fact]);
  const text = await exportText(source);
  const report = await importText(memory, text);
  expect(report).toMatchObject({ written: 1, erased: 3 });
  const all = await store.histories({ within: [[]], reach: "below", limit: 10 });
  expect(all.items.map(({ id }) => id)).toEqual([other]);
  // And not the second time either, nor one by one.
  expect(await importText(memory, text)).toMatchObject({ written: 0, unchanged: 1, erased: 3 });
});

test("a version that was derived from what was erased counts, also an ended one", async () => {
  const { memory: source, clock } = testMemory();
  await source.remember({ content: "v1", key: "k", sources: ["erased-id"] });
  clock.now = new Date("2026-03-02");
  await source.remember({ content: "v2", key: "k" });
  const { memory } = await withTombstones(["erased-id"]);
  expect(await importText(memory, await exportText(source))).toMatchObject({
    written: 0,
    erased: 1,
  });
});

test("a tombstone counts in its own scope only", async () => {
  const { memory: source, fact } = await withLineage();
  const { memory } = await withTombstones([fact], ["elsewhere"]);
  const text = await exportText(source);
  expect(await importText(memory, text)).toMatchObject({ written: 4, erased: 0 });
  expect(await importText(memory.scope("elsewhere"), text)).toMatchObject({
    written: 1,
    erased: 3,
  });
});

test("tombstones of an export are written, and what they name is erased here with its history", async () => {
  const { memory: here, fact, other } = await withLineage();
  await here.forget(fact);
  const { memory: source } = await withTombstones([fact]);
  const text = await exportText(source);
  expect(linesOf(text).at(-1)).toMatchObject({ type: "footer", records: 0, tombstones: 1 });
  const gone: string[] = [];
  here.on("forgotten", ({ ids }) => gone.push(...ids));
  expect(await importText(here, text)).toMatchObject({ written: 0, erased: 3 });
  expect(gone).toHaveLength(3);
  expect(await here.history(fact)).toEqual([]);
  expect((await here.list()).items.map(({ id }) => id)).toEqual([other]);
  // The derived record has a tombstone now, too.
  const copy = await exportText(here);
  expect(linesOf(copy).filter(({ type }) => type === "tombstone")).toHaveLength(3);
  const { memory: third } = testMemory();
  await importText(third, copy);
  expect(await exportText(third)).toBe(copy);
});

test("a backup that is restored loses what was erased since, by an export of tombstones alone", async () => {
  const { memory, fact } = await withLineage();
  const backup = await exportText(memory);
  await memory.erase(fact);
  const kept = await exportText(memory, { records: false });
  expect(linesOf(kept).map(({ type }) => type)).toEqual([
    "header",
    "tombstone",
    "tombstone",
    "tombstone",
    "footer",
  ]);
  const { memory: restored } = testMemory();
  await importText(restored, backup);
  expect(await importText(restored, kept)).toMatchObject({ written: 0, erased: 3 });
  expect((await restored.list()).items.map(({ content }) => content)).toEqual(["Something else"]);
  expect(await exportText(restored)).toBe(await exportText(memory));
});

test("a file that says it has no records and has one is refused", async () => {
  const { memory } = await withLineage();
  const text = (await exportText(memory)).replace('"records":true', '"records":false');
  const { memory: target } = testMemory();
  await expect(importText(target, text)).rejects.toThrow(/line 2: type must be no record/u);
  expect((await target.list()).items).toEqual([]);
});

test("what a scrub after an import could not reach is told to the logger", async () => {
  const { memory: source, fact } = await withLineage();
  const text = await exportText((await withTombstones([fact])).memory);
  const store = inMemoryStore();
  store.scrub = async () => ["the file is in use"];
  const warnings: string[] = [];
  const logger = { warn: (told: string) => warnings.push(told), error: () => undefined };
  const memory = createMemory({ store, logger });
  await importText(memory, await exportText(source));
  await importText(memory, text);
  expect(warnings).toEqual(["an import erased something; not reached: the file is in use"]);
});
