import { createMemory, type Memory } from "@kioku/core";
import { VirtualTimers } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { recordToEpisode } from "../../src/records/episode-record.js";
import { consolidate } from "../../src/run/consolidate.js";
import { readProgress } from "../../src/run/progress.js";
import {
  listKind,
  made,
  replaceMember,
  say,
  sentences,
  START,
  STORES,
  testMind,
} from "./test-mind.js";

describe.each(Object.entries(STORES))("consolidate %s", (_, store) => {
  test("makes facts and an episode of turns, each with its sources", async () => {
    const mind = testMind({ store: store() });
    const ids = await say(mind, sentences(10));
    const report = await consolidate(mind.host);
    expect(report).toMatchObject({ trigger: "demand", turns: 10, isDryRun: false });
    const facts = await listKind(mind.memory, "fact");
    expect(facts.items.length).toBeGreaterThanOrEqual(5);
    for (const { content, sources } of facts.items) {
      const [source] = await Promise.all(sources.map((id) => mind.memory.read(id)));
      expect(source?.content).toContain(content);
    }
    const { items } = await listKind(mind.memory, "episode");
    expect(items.map(({ sources }) => sources)).toStrictEqual([ids]);
    expect(mind.emitted.map(({ event }) => event)).toStrictEqual(["consolidated"]);
  });

  test("looks at each turn once, and writes nothing without news", async () => {
    const mind = testMind({ store: store() });
    await say(mind, sentences(7));
    await consolidate(mind.host);
    const before = await made(mind.memory);
    const { version } = await readProgress(mind.memory, {});
    const again = await consolidate(mind.host);
    expect(again).toMatchObject({ turns: 0, changes: [] });
    await expect(made(mind.memory)).resolves.toStrictEqual(before);
    await expect(readProgress(mind.memory, {})).resolves.toMatchObject({ version });
  });

  test("goes on with the episode of a thread until 8 hours have passed", async () => {
    const mind = testMind({ store: store() });
    await say(mind, sentences(5));
    await consolidate(mind.host);
    await say(mind, sentences(5, 5));
    await consolidate(mind.host);
    mind.timers.advance(8 * 3_600_000);
    await say(mind, sentences(5, 10));
    await consolidate(mind.host);
    const { items } = await listKind(mind.memory, "episode");
    const episodes = items.flatMap((item) => recordToEpisode(item) ?? []);
    expect(episodes.map(({ number, turns }) => [number, turns.length])).toStrictEqual([
      [1, 10],
      [2, 5],
    ]);
  });

  test("takes a backlog in batches without a gap", async () => {
    const mind = testMind({ store: store() });
    const turns = sentences(95).map((content) => ({ content, kind: "message", thread: "talk" }));
    await mind.memory.rememberAll(turns);
    const batches: number[] = [];
    const report = await consolidate(mind.host, { onProgress: ({ turns: n }) => batches.push(n) });
    expect(report.turns).toBe(95);
    expect(batches).toStrictEqual([20, 40, 60, 80, 95]);
    const { items } = await listKind(mind.memory, "episode");
    expect(items.flatMap(({ sources }) => sources)).toHaveLength(95);
  });

  test("finds turns that were committed late, each once", async () => {
    let lagMs = 0;
    const timers = new VirtualTimers(START);
    const clock = (): Date => new Date(timers.clock().getTime() - lagMs);
    const mind = testMind({ memory: createMemory({ store: store(), clock }), timers });
    await say(mind, sentences(3));
    await consolidate(mind.host);
    lagMs = 150_000;
    await mind.memory.remember({ content: "I keep bees.", kind: "message", thread: "talk" });
    lagMs = 0;
    await expect(consolidate(mind.host)).resolves.toMatchObject({ turns: 1 });
    await expect(consolidate(mind.host)).resolves.toMatchObject({ turns: 0 });
  });
});

test.each([11, 20, 29, 30, 31, 40, 41, 59])(
  "%i turns are taken in batches of alike lengths",
  async (count) => {
    const mind = testMind();
    await say(mind, sentences(count));
    const done: number[] = [0];
    await consolidate(mind.host, { onProgress: ({ turns }) => done.push(turns) });
    const lengths = done.slice(1).map((turns, index) => turns - (done[index] ?? 0));
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(11);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(30);
  },
);

test("leaves out what nobody said: other origins, other kinds, injected memories", async () => {
  const mind = testMind({ keepShare: 1 });
  for (const origin of ["system", "tool", "web", "derived"] as const) {
    await mind.memory.remember({ content: `I am ${origin} text.`, kind: "message", origin });
  }
  await mind.memory.remember({ content: "I am a boot file.", kind: "document" });
  await mind.memory.remember({
    content: 'I grow figs. <memories note="x">I am recalled.</memories> I grow limes.',
    kind: "message",
  });
  await consolidate(mind.host);
  const { items } = await listKind(mind.memory, "fact");
  expect(items.map(({ content }) => content).toSorted()).toStrictEqual([
    "I grow figs.",
    "I grow limes.",
  ]);
});

test("facts are of the time when they were said, not of the run", async () => {
  const mind = testMind({ keepShare: 1 });
  const occurredAt = new Date("2019-05-01T10:00:00Z");
  await mind.memory.remember({ content: "I adopted a cat.", kind: "message", occurredAt });
  await consolidate(mind.host);
  const { items } = await listKind(mind.memory, "fact");
  expect(items).toMatchObject([{ occurredAt, validFrom: occurredAt }]);
});

test("a run reads as much of a large scope as of a small one", async () => {
  const reads = await Promise.all(
    [220, 440].map(async (count) => {
      const mind = testMind();
      const turns = sentences(count).map((content, index) => ({
        content,
        kind: "message",
        thread: `talk ${Math.floor(index / 50)}`,
      }));
      await mind.memory.rememberAll(turns);
      await consolidate(mind.host);
      await say(mind, sentences(20, count));
      let read = 0;
      const list: Memory["list"] = async (...given) => {
        const page = await mind.memory.list(...given);
        read += page.items.length;
        return page;
      };
      const memory = replaceMember(mind.memory, { list });
      await consolidate({ ...mind.host, memory });
      return read;
    }),
  );
  const [small = 0, large = 0] = reads;
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan(small * 1.2);
});

test("a plan writes nothing", async () => {
  const mind = testMind();
  await say(mind, sentences(30));
  const before = await made(mind.memory);
  const plan = await consolidate(mind.host, { dryRun: true });
  expect(plan).toMatchObject({ turns: 30, isDryRun: true });
  expect(plan.changes.length).toBeGreaterThan(10);
  await expect(made(mind.memory)).resolves.toStrictEqual(before);
  await expect(mind.memory.list({ filter: { "@kind": "mind-state" } })).resolves.toMatchObject({
    items: [],
  });
  expect(mind.emitted).toStrictEqual([]);
});

test("an early fact is replaced after hundreds of others", async () => {
  const mind = testMind();
  await say(mind, ["I live in Berlin."]);
  await consolidate(mind.host);
  const likes = Array.from({ length: 200 }, (_, index) => `I like the opera number ${index}.`);
  await say(mind, likes);
  await consolidate(mind.host);
  await say(mind, ["I moved to Munich last week."]);
  const { changes } = await consolidate(mind.host);
  expect(changes).toMatchObject([{ change: "supersede", replaces: ["I live in Berlin."] }, {}]);
});
