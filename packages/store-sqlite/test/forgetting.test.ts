import { createMemory } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { temporaryFile } from "./support/temporary-directory.js";

const DAY = 86_400_000;
const START = new Date("2026-03-01T12:00:00Z").getTime();

/** A memory on a file, so many days after the first of these tests. */
function memoryAt(path: string, day = 0): MemoryRoot {
  const memory = createMemory({
    store: sqliteStore({ path }),
    clock: () => new Date(START + day * DAY),
  });
  onTestFinished(() => memory.close());
  return memory;
}

async function idOf(memory: MemoryRoot, content: string): Promise<string> {
  const receipt = await memory.remember(content);
  return "record" in receipt ? receipt.record.id : "";
}

test("uses are kept in the file, and what is used stays while the rest is archived", async () => {
  const path = temporaryFile("uses.db");
  const id = await idOf(memoryAt(path), "green tea");
  await memoryAt(path).remember("black coffee");
  for (const day of [8, 35, 110]) expect(await memoryAt(path, day).markUsed([id, id])).toBe(1);
  const late = memoryAt(path, 400);
  expect((await late.read(id))?.strength).toMatchObject({
    uses: 3,
    lastUsedAt: new Date(START + 110 * DAY),
  });
  expect(await late.sweep({ archiveBelow: 0.8 })).toEqual({ removed: 0, retired: 0, archived: 1 });
  expect((await late.recall("tea"))[0]?.id).toBe(id);
  expect(await late.recall("coffee")).toEqual([]);
  const [coffee] = await late.recall({ query: "coffee", includeArchived: true });
  expect(await late.markUsed(coffee?.id ?? "")).toBe(1);
  expect((await late.recall("coffee"))[0]?.content).toBe("black coffee");
});

test("two processes that sweep at once archive everything once", async () => {
  const path = temporaryFile("sweeps.db");
  const first = memoryAt(path);
  const texts = Array.from({ length: 1_500 }, (_, n) => `note ${n}`);
  await first.scope("a").rememberAll(texts);
  await first.scope("b").rememberAll(texts);
  const [one, two] = [memoryAt(path, 3_000), memoryAt(path, 3_000)];
  const reports = await Promise.all([
    one.sweep({ archiveBelow: 0.5 }),
    two.sweep({ archiveBelow: 0.5 }),
  ]);
  expect(reports.reduce((sum, { archived }) => sum + archived, 0)).toBe(3_000);
  expect((await one.list({ reach: "below" })).items).toEqual([]);
  const [note] = (await one.list({ reach: "below", includeArchived: true, limit: 1 })).items;
  expect(note?.version).toBe(2);
});

test("of a large scope, what surfaces is the same for the same seed", async () => {
  const memory = memoryAt(temporaryFile("surface.db")).scope("a");
  await memory.rememberAll(Array.from({ length: 3_000 }, (_, n) => `note ${n}`));
  await memory.remember({ content: "untrusted walnut", origin: "web" });
  await memory.remember("a walnut tree");
  const query = { seed: 7, cooldown: 0, limit: 20, cue: "walnut" };
  const first = await memory.surface(query);
  expect(first.map(({ id }) => id)).toEqual((await memory.surface(query)).map(({ id }) => id));
  expect(first.map(({ content }) => content)).toContain("a walnut tree");
  expect(first.map(({ content }) => content)).not.toContain("untrusted walnut");
});
