import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { createMemory } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { describe, expect, it } from "vitest";

import { type Lines, openTestStudio, type TestStudio } from "../support/test-studio.js";

/** Reads lines until one is of an event of this name, and returns its entry. */
async function entryOf(lines: Lines, name: string): Promise<Record<string, unknown>> {
  for (;;) {
    const line = await lines.next();
    if (line === undefined) throw new Error(`feed ended before "${name}"`);
    const entry = line["entry"] as Record<string, unknown> | undefined;
    if (entry?.["name"] === name) return entry;
  }
}

/** Lets time pass until a promise is settled. */
async function whilePassing<T>(studio: TestStudio, promise: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const settled = promise.finally(() => {
    state.isSettled = true;
  });
  while (!state.isSettled) {
    studio.pass();
    await setImmediate();
  }
  return settled;
}

describe("feed", () => {
  it("tells what happens, in short, with the records that it is about", async () => {
    await using studio = await openTestStudio();
    const lines = await studio.listen();
    const receipt = await studio.memory.scope("ana").remember("Ana likes rain. ".repeat(20));
    const id = receipt.status === "stored" ? receipt.record.id : "";
    expect(await entryOf(lines, "remembered")).toEqual({
      name: "remembered",
      at: "2026-11-20T09:00:00.000Z",
      by: "program",
      scope: ["ana"],
      count: 1,
      records: [{ id, scope: ["ana"] }],
      text: "Ana likes rain. ".repeat(20).slice(0, 120),
      isNew: true,
    });
    expect(await entryOf(lines, "operation")).toMatchObject({
      operation: "remember",
      count: 1,
      durationMs: expect.any(Number) as number,
    });
    await studio.memory.recall({ query: "rain", reach: "below" });
    expect(await entryOf(lines, "recalled")).toMatchObject({ text: "rain", count: 1, scope: [] });
    await studio.memory.scope("ana").markUsed(id);
    expect(await entryOf(lines, "used")).toMatchObject({ count: 1 });
    await studio.memory.scope("ana").erase(id);
    expect(await entryOf(lines, "erased")).toMatchObject({ count: 1, records: [] });
  });

  it("tells a batch at once, and a failed call with its code", async () => {
    await using studio = await openTestStudio();
    const lines = await studio.listen();
    await studio.memory.rememberAll(Array.from({ length: 30 }, (_, index) => `Note ${index}`));
    const entry = await entryOf(lines, "remembered");
    expect(entry).toMatchObject({ count: 30 });
    expect(entry["records"]).toHaveLength(5);
    await entryOf(lines, "operation");
    await expect(studio.memory.update("none", { content: "x" })).rejects.toThrow("no record");
    expect(await entryOf(lines, "operation")).toMatchObject({ error: "not-found", count: 0 });
  });

  it("says what the page itself asked for", async () => {
    await using studio = await openTestStudio();
    const lines = await studio.listen();
    await studio.ask("scopes");
    expect(await entryOf(lines, "operation")).toMatchObject({ operation: "scopes", by: "studio" });
  });

  it("notices what another process writes, and nothing twice", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kioku-feed-"));
    try {
      const path = join(folder, "memory.db");
      await using other = createMemory({ store: sqliteStore({ path }) });
      await other.remember("An old note");
      await using studio = await openTestStudio({ path });
      const lines = await studio.listen();
      // The first look is over when a later call is.
      await studio.memory.remember("A note of this process");
      expect(await entryOf(lines, "remembered")).toMatchObject({ by: "program" });
      await other.scope("bo").remember("A note of another process");
      expect(await whilePassing(studio, entryOf(lines, "remembered"))).toMatchObject({
        by: "elsewhere",
        scope: ["bo"],
        text: "A note of another process",
        isNew: true,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("has room for a few, and again when one has left", async () => {
    await using studio = await openTestStudio();
    const all = await Promise.all(Array.from({ length: 4 }, async () => studio.listen()));
    await expect(studio.listen()).rejects.toThrow("429");
    all[0]?.leave();
    let again: Lines | undefined;
    while (again === undefined) again = await studio.listen().catch(() => undefined);
    await studio.memory.remember("A note");
    expect(await entryOf(again, "remembered")).toMatchObject({ count: 1 });
  });

  it("ends with the studio, and with the memory", async () => {
    await using studio = await openTestStudio();
    const lines = await studio.listen();
    await studio.stop();
    expect(await lines.next()).toEqual({ end: "studio" });
    expect(await lines.next()).toBeUndefined();
    await using second = await openTestStudio();
    const more = await second.listen();
    await second.memory.close();
    expect(await whilePassing(second, more.next())).toEqual({ end: "memory" });
  });
});
