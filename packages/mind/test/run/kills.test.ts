import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, inMemoryStore, type MemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { VirtualTimers } from "@kioku/testing/support";
import { describe, expect, onTestFinished, test } from "vitest";

import { consolidate } from "../../src/run/consolidate.js";
import { readStats } from "../../src/run/stats.js";
import { undoRun } from "../../src/run/undo.js";
import { mortalMemory, watchedMemory } from "./faulty-memory.js";
import { listKind, made, say, sentences, START, STORES, testMind } from "./test-mind.js";
import type { TestMind } from "./test-mind.js";

const LEASE_MS = 120_000;

describe.each(Object.entries(STORES))("a run that is killed, %s,", (name, store) => {
  // Each call in memory, or each seventh, and each 17th on a file.
  const step = name === "in memory" ? (process.env["KIOKU_TEST_SIZE"] === "full" ? 1 : 7) : 17;

  test.each(["before", "after"])("%s any call is completed by the next one", async (when) => {
    const whole = await toldMind(store());
    await consolidate(whole.host);
    const expected = await made(whole.memory);
    let call = 1;
    for (let isOver = false; !isOver; call += step) {
      const mind = await toldMind(store());
      const mortal = mortalMemory(mind.memory, { [when]: call });
      await consolidate({ ...mind.host, memory: mortal.memory }).catch(() => undefined);
      isOver = !mortal.isDead();
      mind.timers.advance(LEASE_MS);
      await consolidate(mind.host);
      expect(await made(mind.memory)).toStrictEqual(expected);
    }
    expect(call).toBeGreaterThan(30);
  });

  test("by its signal has written whole batches only", async () => {
    const whole = await toldMind(store());
    await consolidate(whole.host);
    const expected = await made(whole.memory);
    let call = 1;
    for (let isOver = false; !isOver; call += 3 * step) {
      const mind = await toldMind(store());
      const aborting = new AbortController();
      const memory = watchedMemory(mind.memory, {
        before: ({ number }) => {
          if (number === call) aborting.abort(new Error("stopped"));
        },
      });
      const run = consolidate({ ...mind.host, memory }, { signal: aborting.signal });
      isOver = await run.then(
        () => true,
        (error: unknown) => error !== aborting.signal.reason,
      );
      // The lease was given back, so that the next run need not wait.
      await consolidate(mind.host);
      expect(await made(mind.memory)).toStrictEqual(expected);
    }
  });
});

test("undoing that is killed can be repeated", async () => {
  for (let call = 1, isOver = false; !isOver; call += 1) {
    const mind = await toldMind(inMemoryStore());
    const { id } = await consolidate(mind.host);
    const mortal = mortalMemory(mind.memory, { after: call });
    await undoRun({ ...mind.host, memory: mortal.memory }, id).catch(() => undefined);
    isOver = !mortal.isDead();
    await undoRun(mind.host, id);
    expect((await listKind(mind.memory, "fact")).items).toStrictEqual([]);
    expect((await listKind(mind.memory, "episode")).items).toStrictEqual([]);
  }
});

test.each([0, LEASE_MS])(
  "two processes with leases of %i ms consolidate each stretch once",
  async (leaseMs) => {
    const folder = mkdtempSync(join(tmpdir(), "kioku-mind-"));
    const path = join(folder, "memory.db");
    const timers = new VirtualTimers(START);
    const open = (): ReturnType<typeof createMemory> =>
      createMemory({ store: sqliteStore({ path }), clock: timers.clock });
    const memories = [open(), open()] as const;
    onTestFinished(async () => {
      await Promise.all(memories.map((memory) => memory.close()));
      rmSync(folder, { recursive: true });
    });
    const minds = memories.map((memory) => testMind({ memory, timers, leaseMs }));
    const [first] = minds;
    if (!first) throw new Error("no mind");
    await say(first, sentences(95));
    const reports = await Promise.all(minds.map(({ host }) => consolidate(host)));
    const rest = await consolidate(first.host);
    const turns = [...reports, rest].map((report) => report.turns);
    expect(turns.reduce((sum, one) => sum + one, 0)).toBe(95);
    const whole = testMind();
    await say(whole, sentences(95));
    await consolidate(whole.host);
    expect(await made(first.memory)).toStrictEqual(await made(whole.memory));
  },
);

test("of two runs that find nothing in the same turns, one counts them", async () => {
  const mind = testMind({ leaseMs: 0 });
  await say(
    mind,
    Array.from({ length: 12 }, () => "Hello!"),
  );
  const other = testMind({ memory: mind.memory, timers: mind.timers, leaseMs: 0 });
  const turns: number[] = [];
  const memory = watchedMemory(mind.memory, {
    before: async ({ verb }) => {
      if (verb === "rememberAll") turns.push((await consolidate(other.host)).turns);
    },
  });
  turns.push((await consolidate({ ...mind.host, memory })).turns);
  expect(turns).toStrictEqual([12, 0]);
  expect(await readStats(mind.host)).toMatchObject({ turns: 12, waiting: 0 });
});

test("a run leaves a scope alone while another one holds its lease", async () => {
  const mind = await toldMind(inMemoryStore());
  const other = testMind({ memory: mind.memory, timers: mind.timers });
  const triggers: string[] = [];
  const memory = watchedMemory(mind.memory, {
    before: async ({ verb }) => {
      if (verb === "rememberAll") triggers.push((await consolidate(other.host)).trigger);
    },
  });
  await consolidate({ ...mind.host, memory });
  expect(new Set(triggers)).toStrictEqual(new Set(["none"]));
});

async function toldMind(store: MemoryStore): Promise<TestMind> {
  const mind = testMind({ store });
  await say(mind, sentences(18), { thread: "one", speaker: "Ana" });
  await say(mind, sentences(13, 18), { thread: "two" });
  return mind;
}
