import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { createSkillRuntime, defineSkill } from "../../src/index.js";
import type { SkillEvent } from "../../src/index.js";
import { failureOf, reasonOf } from "../support/failure-of.js";
import { never } from "../support/never.js";
import { quiet, TestTime } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";

const what = { description: "Does what the test wants" };

function localMemory(embedder: Embedder = localEmbedder()): MemoryRoot {
  return createMemory({ store: inMemoryStore(), embedder });
}

/** An embedder that can be taken down. */
function breakable(): Embedder & { isDown: boolean } {
  const local = localEmbedder();
  const { id, dimensions, maxBatchSize, profile } = local;
  const embedder: Embedder & { isDown: boolean } = {
    id,
    dimensions,
    isDown: false,
    ...(maxBatchSize !== undefined && { maxBatchSize }),
    ...(profile && { profile }),
    async embed(texts, options) {
      if (embedder.isDown) throw new Error("no network");
      return local.embed(texts, options);
    },
  };
  return embedder;
}

const navigator = defineSkill({
  name: "navigator",
  description: "Keeps where the robot is heading",
  input: z.object({ place: z.string() }),
  run: ({ place }, context) =>
    context.memorySetWithEmbedding("goal", { place }, `导航目标: ${place}`),
});

const guide = defineSkill({
  name: "guide",
  description: "Says where the robot is heading",
  input: z.object({ text: z.string() }),
  run: async ({ text }, context) => {
    const [found] = await context.memorySearch(text, 1);
    return found?.value ?? null;
  },
});

test.each(["目的地", "where are we heading?", "目的地在哪里？", "the destination"])(
  "what one skill stores as 导航目标: 客厅沙发 another finds by its meaning: %s",
  async (text) => {
    const memory = localMemory();
    for (const other of ["午饭: 牛肉面", "The user likes tea", "今天天气很好"]) {
      await memory.remember(other);
    }
    const { runtime } = await testWorld([navigator, guide], { memory });
    await runtime.run("navigator", { place: "客厅沙发" });
    expect(await runtime.run("guide", { text })).toEqual({ place: "客厅沙发" });
    const [record] = (await memory.list({ filter: { "@key": "goal" } })).items;
    const [revision] = await memory.history(record?.id ?? "");
    expect(revision?.actor).toBe("navigator");
  },
);

const music = defineSkill({
  name: "music",
  description: "Plays music",
  triggers: [
    {
      when: ["play some music", "put on a song"],
      input: (event: SkillEvent) => ({ said: (event.data as { text: string }).text }),
    },
  ],
  input: z.object({ said: z.string() }),
  run: ({ said }) => `♪ ${said}`,
});

const weather = defineSkill({
  name: "weather",
  description: "Tells the weather",
  triggers: [{ when: ["明天天气怎么样", "今天会下雨吗"] }],
  run: (data: { text: string }, { match }) => `☂ ${data.text} ${match?.trigger}`,
});

test("a trigger in English is woken by Chinese, and one in Chinese by English", async () => {
  const { runtime } = await testWorld([music, weather], { memory: localMemory() });
  const chinese = await runtime.emit("message", { text: "放一首歌" });
  expect(chinese.outcomes).toMatchObject([
    { skill: "music", status: "done", output: "♪ 放一首歌", why: { match: { reason: "fits" } } },
  ]);
  const english = await runtime.emit("message", { text: "will it rain today?" });
  expect(english.outcomes).toMatchObject([
    { skill: "weather", output: "☂ will it rain today? 今天会下雨吗" },
  ]);
  const other = await runtime.emit("message", { text: "the invoice is attached" });
  expect(other.outcomes).toEqual([]);
  expect(other.degraded).toBeUndefined();
});

test("match tells what would wake and runs nothing", async () => {
  const { runtime, reports } = await testWorld([music, weather], { memory: localMemory() });
  const matches = await runtime.match("play a song", { explain: true });
  expect(matches[0]).toMatchObject({ skill: "music", wakes: true, reason: "fits" });
  expect(matches).toHaveLength(2);
  expect(await runtime.match("play a song", { limit: 1, explain: true })).toHaveLength(1);
  expect(await runtime.match("play a song", { threshold: 1 })).toEqual([]);
  expect(await runtime.match("play a song", { event: "memory.remembered" })).toEqual([]);
  expect(reports).toEqual([]);
  for (const options of [
    { limit: 0 },
    { limit: 1_001 },
    { threshold: 2 },
    { explain: 1 },
    { event: "" },
  ]) {
    expect(await failureOf(() => runtime.match("a", options as never))).toMatchObject({
      code: "invalid-input",
    });
  }
  expect(await failureOf(() => runtime.match(" "))).toMatchObject({ code: "invalid-input" });
});

test("a skill with instructions only is shortlisted, and found in the catalog by a text", async () => {
  const { runtime } = await testWorld(
    [
      music,
      {
        name: "pdf",
        description: "Fills in PDF forms",
        instructions: "# PDF\nOpen the form.",
        triggers: [{ when: "fill in a pdf form" }],
      },
    ],
    { memory: localMemory() },
  );
  const { outcomes } = await runtime.emit("message", { text: "please fill in this pdf form" });
  expect(outcomes).toMatchObject([{ skill: "pdf", status: "shortlisted", durationMs: 0 }]);
  expect(await runtime.catalog({ for: "a PDF form", limit: 1 })).toContain("<name>pdf</name>");
  const all = await runtime.catalog();
  expect(all.indexOf("music")).toBeLessThan(all.indexOf("pdf"));
  expect(await runtime.activate("pdf")).toContain("# PDF\nOpen the form.");
  expect(await failureOf(() => runtime.activate("music"))).toMatchObject({ code: "not-found" });
  expect(await failureOf(() => runtime.activate("none"))).toMatchObject({ code: "not-found" });
  expect(await failureOf(() => runtime.readFile("pdf", "a.md"))).toMatchObject({
    code: "not-found",
  });
});

test("an embedder that is down keeps nothing from handlers, the report says so, and it is asked again", async () => {
  const embedder = breakable();
  const { runtime, lines } = await testWorld(
    [music, { name: "ear", ...what, on: { message: () => "heard" } }],
    { memory: localMemory(embedder) },
  );
  embedder.isDown = true;
  const report = await runtime.emit("message", { text: "play a song" });
  expect(report.outcomes).toMatchObject([{ skill: "ear", output: "heard" }]);
  expect(report.degraded).toEqual(expect.any(String));
  expect(lines.join("\n")).toContain("nothing was woken by meaning");
  embedder.isDown = false;
  const again = await runtime.emit("message", { text: "play a song" });
  expect(again.degraded).toBeUndefined();
  expect(again.outcomes.map(({ skill }) => skill)).toEqual(["ear", "music"]);
});

test("skills whose triggers could not be embedded at the start are woken once the embedder is back", async () => {
  const embedder = breakable();
  embedder.isDown = true;
  const { runtime, time } = await testWorld([music], { memory: localMemory(embedder) });
  expect((await runtime.emit("message", { text: "play a song" })).degraded).toBeDefined();
  embedder.isDown = false;
  await time.pass(1_000);
  const { outcomes } = await runtime.emit("message", { text: "play a song" });
  expect(outcomes).toMatchObject([{ skill: "music", status: "done" }]);
});

test("skills whose triggers are embedded too slowly for the start are woken once they are", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const local = localEmbedder();
  const embedder: Embedder = {
    id: local.id,
    embed: async (texts, options) => {
      await promise;
      return local.embed(texts, options);
    },
  };
  const time = new TestTime();
  const warnings: string[] = [];
  const starting = createSkillRuntime({
    memory: localMemory(embedder),
    skills: [music],
    clock: time.clock,
    schedule: time.schedule,
    timeoutMs: 5_000,
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: (message) => void warnings.push(message),
      error: () => undefined,
    },
  });
  await time.pass(5_000);
  const runtime = await starting;
  onTestFinished(() => runtime.close());
  expect(warnings).toEqual(["triggers could not be embedded, which is tried again"]);
  resolve(undefined);
  const { outcomes } = await runtime.emit("message", { text: "play a song" });
  expect(outcomes).toMatchObject([{ skill: "music", status: "done" }]);
});

test("without an embedder the runtime works, warns of triggers, and says why match cannot", async () => {
  const { runtime, lines } = await testWorld([
    music,
    { name: "ear", ...what, on: { message: () => "heard" } },
  ]);
  expect(lines).toContain("warn music: has triggers, and there is no embedder");
  const report = await runtime.emit("message", { text: "play a song" });
  expect(report.outcomes).toMatchObject([{ skill: "ear" }]);
  expect(report.degraded).toContain("embedder");
  const error = await failureOf(() => runtime.match("play a song"));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("embedder");
});

test("an embedder that does not answer holds up neither the start nor an event for longer than a skill may", async () => {
  const time = new TestTime();
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  const hangs: Embedder = { id: "test/hangs", dimensions: 8, embed: () => never() };
  const ear = { name: "ear", ...what, on: { message: () => "heard" } };
  const options = { clock: time.clock, schedule: time.schedule, embedder: hangs, timeoutMs: 500 };
  const starting = createSkillRuntime({ memory, skills: [music, ear], ...options });
  await time.pass(500);
  const runtime = await starting;
  const emitting = runtime.emit("message", { text: "play a song" });
  await time.pass(500);
  const report = await emitting;
  expect(report.outcomes).toMatchObject([{ skill: "ear", output: "heard" }]);
  expect(report.degraded).toBe("the embedder did not answer within 500 ms");
  await runtime.close();
  expect(time.pending).toBe(0);
});

test("a runtime may have another embedder than the memory", async () => {
  const { runtime } = await testWorld([music], { embedder: localEmbedder() });
  const { outcomes } = await runtime.emit("message", { text: "放一首歌" });
  expect(outcomes).toMatchObject([{ skill: "music", status: "done" }]);
});

test("what a trigger makes of an event is checked, and a trigger that throws is a failure of its skill", async () => {
  const { runtime } = await testWorld(
    [
      { ...music, name: "misfit", triggers: [{ when: "order a pizza", input: () => ({}) }] },
      {
        ...music,
        name: "broken",
        triggers: [
          {
            when: "play some music",
            input: () => {
              throw new TypeError("broken");
            },
          },
        ],
      },
    ],
    { memory: localMemory() },
  );
  const { outcomes } = await runtime.emit("message", { text: "play some music and order a pizza" });
  const errors = new Map(outcomes.map(({ skill, error }) => [skill, error]));
  expect(errors.get("misfit")).toMatchObject({ code: "invalid-input" });
  expect(errors.get("broken")).toMatchObject({
    code: "skill-failed",
    cause: expect.any(TypeError) as TypeError,
  });
  expect(MemoryError.is(errors.get("broken"))).toBe(true);
});

test("a cooldown is counted for each memory by itself", async () => {
  const { runtime, memory, time } = await testWorld([music], {
    memory: localMemory(),
    triggers: { cooldownMs: 1_000 },
  });
  const ask = async (user: string): Promise<number> => {
    const { outcomes } = await runtime.emit(
      "message",
      { text: "play some music" },
      { memory: memory.scope(user) },
    );
    return outcomes.length;
  };
  expect([await ask("ann"), await ask("ann"), await ask("bob")]).toEqual([1, 0, 1]);
  await time.pass(1_000);
  expect(await ask("ann")).toBe(1);
});

test("a cooldown in one database is none in another, where a scope is called the same", async () => {
  const { runtime } = await testWorld([music], {
    memory: localMemory(),
    triggers: { cooldownMs: 1_000 },
  });
  const [first, second] = [localMemory(), localMemory()];
  onTestFinished(async () => {
    await Promise.all([first.close(), second.close()]);
  });
  const woken: number[] = [];
  const reasons: unknown[] = [];
  for (const tenant of [first, second, second, first]) {
    const memory = tenant.scope("ann");
    const [match] = await runtime.match("play some music", { memory, explain: true });
    reasons.push(match?.reason);
    const report = await runtime.emit("message", { text: "play some music" }, { memory });
    woken.push(report.outcomes.length);
  }
  expect(reasons).toEqual(["fits", "fits", "cooling-down", "cooling-down"]);
  expect(woken).toEqual([1, 1, 0, 0]);
});

test("a skill that was unregistered is not woken any more", async () => {
  const { runtime } = await testWorld([music, weather], { memory: localMemory() });
  await runtime.unregister("music");
  expect((await runtime.emit("message", { text: "play some music" })).outcomes).toEqual([]);
});

const opener = {
  name: "door",
  ...what,
  triggers: [{ when: ["open the front door"], cooldownMs: 60_000 }],
};
const OPEN = { text: "open the front door" };

test("a cooldown holds for events that come at once", async () => {
  let opened = 0;
  const { runtime, time } = await testWorld([{ ...opener, run: () => (opened += 1) }], {
    memory: localMemory(),
  });
  const reports = await Promise.all([runtime.emit("message", OPEN), runtime.emit("message", OPEN)]);
  expect(reports.map(({ outcomes }) => outcomes.length)).toEqual([1, 0]);
  expect(opened).toBe(1);
  await time.pass(60_000);
  expect((await runtime.emit("message", OPEN)).outcomes).toHaveLength(1);
});

test("a call that is skipped is no waking: it spends no cooldown", async () => {
  let opened = 0;
  const gate = Promise.withResolvers<void>();
  const { runtime } = await testWorld(
    [
      { name: "busy", ...what, run: () => gate.promise },
      { ...opener, run: () => (opened += 1) },
    ],
    { memory: localMemory(), concurrency: 1, maxWaiting: 0 },
  );
  const busy = runtime.run("busy", null);
  await quiet();
  expect((await runtime.emit("message", OPEN)).outcomes).toMatchObject([{ status: "skipped" }]);
  gate.resolve();
  await busy;
  expect((await runtime.emit("message", OPEN)).outcomes).toMatchObject([{ status: "done" }]);
  expect((await runtime.emit("message", OPEN)).outcomes).toEqual([]);
  expect(opened).toBe(1);
});

test("a skill that led to a change takes no place of those that it wakes", async () => {
  const woken: string[] = [];
  const events = ["memory.remembered"] as const;
  const { runtime, memory } = await testWorld(
    [
      defineSkill({
        name: "writer",
        ...what,
        priority: 1,
        triggers: [{ when: ["the user likes jasmine tea", "the user likes green tea"], events }],
        run: async (_, context) => {
          if (context.event) woken.push("writer");
          else await context.memory.remember("the user likes jasmine tea");
        },
      }),
      {
        name: "shop",
        ...what,
        triggers: [{ when: ["the user likes jasmine tea"], events }],
        run: () => void woken.push("shop"),
      },
    ],
    { memory: localMemory(), triggers: { maxMatches: 1, threshold: 0.05 } },
  );
  await memory.remember("the user likes jasmine tea");
  await runtime.settled();
  expect(woken.splice(0)).toEqual(["writer"]);
  await memory.forget({ everything: true });
  await runtime.run("writer", null);
  await runtime.settled();
  expect(woken).toEqual(["shop"]);
});

/** A runtime whose embedder and author answer nothing any more. */
async function silentWorld() {
  const embedder = breakable();
  const embed = embedder.embed.bind(embedder);
  let isSilent = false;
  const world = await testWorld(
    [
      {
        name: "guide",
        description: "Shows the way",
        triggers: [{ when: ["where is the station"] }],
        instructions: () => never(),
        files: { list: () => never(), read: () => never() },
      },
    ],
    {
      memory: localMemory({
        ...embedder,
        embed: (texts, options) => (isSilent ? never() : embed(texts, options)),
      }),
      timeoutMs: 100,
    },
  );
  isSilent = true;
  const { runtime } = world;
  const calls = [
    () => runtime.match("show me the way"),
    () => runtime.catalog({ for: "show me the way" }),
    () => runtime.activate("guide"),
    () => runtime.readFile("guide", "map.md"),
  ];
  return { ...world, calls };
}

test("what nobody answers ends when its time is over", async () => {
  const { calls, time } = await silentWorld();
  const failing = calls.map((call) => failureOf(call));
  await time.pass(100);
  const errors = await Promise.all(failing);
  expect(errors.map(({ code }) => code)).toEqual([
    "embedder-failed",
    "embedder-failed",
    "skill-timed-out",
    "skill-timed-out",
  ]);
  expect(errors[2]?.message).toBe('skill "guide" could not be read within 100 ms');
  expect(time.pending).toBe(0);
});

test("what nobody answers ends when the runtime is closed, or its caller aborts", async () => {
  const { runtime, calls, time } = await silentWorld();
  const failing = calls.map((call) => failureOf(call));
  const caller = new AbortController();
  const { signal } = caller;
  const aborted = [
    reasonOf(() => runtime.match("the way", { signal })),
    reasonOf(() => runtime.catalog({ for: "the way", signal })),
    reasonOf(() => runtime.activate("guide", { signal })),
    reasonOf(() => runtime.readFile("guide", "map.md", { signal })),
  ];
  await quiet();
  const reason = new Error("changed my mind");
  caller.abort(reason);
  expect(await Promise.all(aborted)).toEqual([reason, reason, reason, reason]);
  await runtime.close();
  for (const error of await Promise.all(failing)) expect(error.code).toBe("closed");
  expect(time.pending).toBe(0);
});
