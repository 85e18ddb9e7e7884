import { createMemory, inMemoryStore, type MemoryRecord } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { Background } from "../../src/run/background.js";
import { readStats } from "../../src/run/stats.js";
import { sweepMinds } from "../../src/run/sweep.js";
import { watchedMemory } from "./faulty-memory.js";
import { listKind, replaceMember, sentences, testMind, type TestMind } from "./test-mind.js";

const HOUR_MS = 3_600_000;

describe("a run starts in the background", () => {
  test("at 20 messages, not before", async () => {
    const mind = testMind();
    const background = new Background();
    await hear(mind, background, sentences(19));
    expect(mind.emitted).toStrictEqual([]);
    await hear(mind, background, sentences(1, 19));
    expect(mind.emitted).toMatchObject([
      { event: "consolidated", payload: { trigger: "messages", turns: 20 } },
    ]);
  });

  test("by the tokens of what waits", async () => {
    const mind = testMind();
    const background = new Background();
    const long = `I wrote a diary. ${"It rained in Lisbon all day long again. ".repeat(400)}`;
    await hear(mind, background, [long]);
    expect(mind.emitted).toStrictEqual([]);
    await hear(mind, background, [long]);
    expect(mind.emitted).toMatchObject([{ payload: { trigger: "tokens", turns: 2 } }]);
  });

  test("by the sum of importance", async () => {
    const mind = testMind();
    const background = new Background();
    await hear(mind, background, { texts: sentences(14), importance: 1 });
    expect(mind.emitted).toStrictEqual([]);
    await hear(mind, background, { texts: sentences(1, 14), importance: 1 });
    expect(mind.emitted).toMatchObject([{ payload: { trigger: "importance", turns: 15 } }]);
  });

  test("8 hours after the last turn", async () => {
    const mind = testMind();
    const background = new Background();
    await hear(mind, background, sentences(2));
    mind.timers.advance(7 * HOUR_MS);
    await hear(mind, background, sentences(1, 2));
    mind.timers.advance(8 * HOUR_MS - 1);
    await background.settled();
    expect(mind.emitted).toStrictEqual([]);
    mind.timers.advance(HOUR_MS);
    await background.settled();
    expect(mind.emitted).toMatchObject([{ payload: { trigger: "idle", turns: 3 } }]);
    expect(mind.timers.waiting).toBe(0);
  });

  test("when turns of an earlier process wait", async () => {
    const mind = testMind();
    await hear(mind, new Background(), sentences(19));
    await hear(mind, new Background(), sentences(1, 19));
    expect(mind.emitted).toMatchObject([{ payload: { trigger: "messages", turns: 20 } }]);
  });

  test("not if the mind is not automatic", async () => {
    const mind = testMind({ automatic: false });
    const background = new Background();
    await hear(mind, background, sentences(25));
    expect(mind.emitted).toStrictEqual([]);
    expect(mind.timers.waiting).toBe(0);
  });
});

test("one run at a time works in a scope", async () => {
  const mind = testMind();
  let [working, most] = [0, 0];
  const memory = watchedMemory(mind.memory, {
    before: ({ verb }) => {
      if (verb !== "set") return;
      working += 1;
      most = Math.max(most, working);
    },
    after: ({ verb }) => {
      if (verb === "forget") working -= 1;
    },
  });
  const background = new Background();
  const watched = { ...mind, host: { ...mind.host, memory } };
  await Promise.all([sentences(25), sentences(25, 25)].map((t) => hear(watched, background, t)));
  expect(most).toBe(1);
  const turns = mind.emitted.map(({ payload }) => ("turns" in payload ? payload.turns : 0));
  expect(turns.reduce((sum, one) => sum + one, 0)).toBe(50);
});

test("failures are told, counted and tried again later", async () => {
  const mind = testMind();
  let isBroken = true;
  const memory = watchedMemory(mind.memory, {
    before: ({ verb }) => {
      if (isBroken && verb === "set") throw new Error("disk is full of secrets");
    },
  });
  const background = new Background();
  const broken = { ...mind, host: { ...mind.host, memory } };
  await hear(broken, background, sentences(20));
  expect(mind.emitted.map(({ event }) => event)).toStrictEqual(["consolidation-failed"]);
  expect(mind.logged).toStrictEqual(["consolidation failed"]);
  mind.timers.advance(59_000);
  await background.settled();
  expect(mind.emitted).toHaveLength(1);
  mind.timers.advance(1_000);
  await background.settled();
  expect(mind.emitted).toHaveLength(2);
  isBroken = false;
  mind.timers.advance(119_000);
  await background.settled();
  expect(mind.emitted).toHaveLength(2);
  mind.timers.advance(1_000);
  await background.settled();
  expect(mind.emitted.map(({ event }) => event)).toStrictEqual([
    "consolidation-failed",
    "consolidation-failed",
    "consolidated",
  ]);
});

test("closing waits for the run in progress and calls the rest off", async () => {
  const mind = testMind();
  const background = new Background();
  const records = await remember(mind, sentences(90));
  background.noticed(mind.host, records);
  await background.close();
  expect(mind.emitted).toMatchObject([{ event: "consolidated", payload: { turns: 20 } }]);
  expect(mind.timers.waiting).toBe(0);
  background.noticed(mind.host, records);
  await background.settled();
  expect(mind.emitted).toHaveLength(1);
});

describe("a sweep", () => {
  test("consolidates scopes that nobody returns to", async () => {
    const mind = testMind();
    const scopes = ["ana", "ben", "cleo"].map((name) => mind.memory.scope("acme", name));
    for (const memory of scopes) {
      await remember({ ...mind, memory }, sentences(3));
    }
    await expect(sweepMinds(mind.host)).resolves.toMatchObject({ scopes: 3, consolidated: 0 });
    mind.timers.advance(8 * HOUR_MS);
    const done: number[] = [];
    const onProgress = (scope: number): void => {
      done.push(scope);
    };
    const some = await sweepMinds(mind.host, { limit: 2, onProgress });
    expect(some).toStrictEqual({ scopes: 2, consolidated: 2, reminders: 0, failures: [] });
    await expect(sweepMinds(mind.host)).resolves.toMatchObject({ scopes: 3, consolidated: 1 });
    for (const memory of scopes) {
      expect((await listKind(memory, "episode")).items).toHaveLength(1);
    }
    expect(done).toStrictEqual([1, 2]);
  });

  test("goes on after a scope that fails", async () => {
    const mind = testMind();
    for (const name of ["ana", "ben"]) {
      await remember({ ...mind, memory: mind.memory.scope(name) }, sentences(3));
    }
    mind.timers.advance(8 * HOUR_MS);
    const scope: TestMind["memory"]["scope"] = (name, ...others) => {
      const memory = mind.memory.scope(name, ...others);
      if (name !== "ana") return memory;
      return replaceMember(memory, { list: () => Promise.reject(new Error("torn page")) });
    };
    const host = { ...mind.host, memory: replaceMember(mind.memory, { scope }) };
    const report = await sweepMinds(host);
    expect(report).toMatchObject({ consolidated: 1, failures: [{ scope: ["ana"] }] });
    expect(mind.emitted.map(({ event }) => event)).toStrictEqual([
      "consolidation-failed",
      "consolidated",
    ]);
  });
});

test("figures count what waits and what was done", async () => {
  const mind = testMind();
  await remember(mind, sentences(30));
  await expect(readStats(mind.host)).resolves.toMatchObject({ waiting: 30, runs: 0, facts: 0 });
  const background = new Background();
  await hear(mind, background, sentences(1, 30));
  await remember(mind, sentences(2, 31));
  const stats = await readStats(mind.host);
  expect(stats).toMatchObject({ waiting: 2, turns: 31, episodes: 1, reminders: 0, failures: 0 });
  expect(stats.facts).toBeGreaterThan(5);
  expect(stats.lastRunAt).toStrictEqual(mind.timers.clock());
  expect(stats.tokens).toStrictEqual({ total: 0, today: 0 });
});

test("a memory that cannot be read shows as a rejection", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const mind = testMind({ memory });
  await memory.close();
  await expect(readStats(mind.host)).rejects.toMatchObject({ code: "closed" });
});

async function remember(
  { memory }: Pick<TestMind, "memory">,
  texts: readonly string[],
  members: { readonly importance?: number } = {},
): Promise<readonly MemoryRecord[]> {
  const inputs = texts.map((content) => ({ content, kind: "message", thread: "t", ...members }));
  const receipts = await memory.rememberAll(inputs);
  return receipts.flatMap((receipt) => (receipt.status === "rejected" ? [] : receipt.record));
}

async function hear(
  mind: TestMind,
  background: Background,
  heard: readonly string[] | { readonly texts: readonly string[]; readonly importance: number },
): Promise<void> {
  const { texts, ...members } = "texts" in heard ? heard : { texts: heard };
  background.noticed(mind.host, await remember(mind, texts, members));
  await background.settled();
}
