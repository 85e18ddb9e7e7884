import { createMemory, inMemoryStore, type MemoryRoot } from "@kioku/core";
import { wordEmbedder, VirtualTimers } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { createMind, type Mind, type MindOptions, type RunReport } from "../../src/index.js";
import { STORES, testMind } from "../support/mind-test.js";

const HOUR_MS = 3_600_000;

/** A mind that runs by itself, in virtual time. */
function livingMind(options: Partial<MindOptions> = {}): {
  readonly mind: Mind;
  readonly memory: MemoryRoot;
  readonly timers: VirtualTimers;
  readonly next: (reports: number) => Promise<void>;
  readonly reports: readonly RunReport[];
} {
  const timers = new VirtualTimers(new Date("2026-03-04T10:00:00Z"));
  const { clock, schedule } = timers;
  const store = inMemoryStore();
  const memory = createMemory({ store, embedder: wordEmbedder(), clock, schedule });
  const mind = createMind({ memory, clock, schedule, ...options });
  const reports: RunReport[] = [];
  const waiting = new Set<() => void>();
  mind.on(
    "consolidated",
    (report) => {
      reports.push(report);
      for (const wake of waiting) wake();
    },
    { reach: "below" },
  );
  const next = async (count: number): Promise<void> => {
    while (reports.length < count) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  };
  return { mind, memory, timers, next, reports };
}

const TALK = [
  { content: "Hi! My name is Mei and I live in Berlin.", speaker: "Mei" },
  { content: "我对花生过敏。", speaker: "Mei" },
  { content: "Nice to meet you, Mei.", origin: "assistant" },
] as const;

describe("a mind that hears", () => {
  test("makes facts after eight hours without a turn, and tells of it", async () => {
    const { mind, timers, next, reports } = livingMind();
    await mind.session("chat-1").hear(TALK);
    timers.advance(9 * HOUR_MS);
    await next(1);
    expect(reports[0]).toMatchObject({ trigger: "idle", turns: 3 });
    const { text } = await mind.document({ document: "portrait", of: "Mei" });
    expect(text).toContain("Berlin");
    expect(text).toContain("花生");
    await mind.close();
  });

  test("makes facts after twenty turns, in the scope where they were heard", async () => {
    const { mind, next, reports } = livingMind();
    const ana = mind.scope("ana");
    const talk = ana.session("chat-1");
    await talk.hear(TALK);
    await talk.hear(
      Array.from({ length: 20 }, (_, index) => ({ content: `I saw ${index} birds.` })),
    );
    await next(1);
    expect(reports[0]).toMatchObject({ trigger: "messages", scope: ["ana"] });
    expect((await ana.document({ document: "portrait", of: "Mei" })).blocks).not.toEqual([]);
    expect((await mind.document({ document: "portrait", of: "Mei" })).blocks).toEqual([]);
    await mind.close();
  });

  test("surfaces a reminder at its time where there is a handler, else in the next context", async () => {
    const { mind, timers } = livingMind();
    const ben = mind.scope("ben");
    await mind.scope("ana").session("t").hear("Remind me tomorrow to call Tom.");
    const heard: string[] = [];
    ben.on("reminder", ({ reminder }) => heard.push(reminder.text));
    await ben.session("t").hear("Remind me tomorrow to water the plants.");
    for (let hours = 0; hours < 60 && heard.length === 0; hours += 1) {
      timers.advance(HOUR_MS);
      await ben.reminders();
    }
    expect(heard).toEqual(["water the plants"]);
    expect((await ben.context()).text).not.toContain('kind="reminder"');
    const { text } = await mind.scope("ana").session("u").context();
    expect(text).toMatch(/kind="reminder".*call Tom/u);
    await mind.close();
  });
});

describe.each(STORES)("on a store: %s", (store) => {
  test("what was erased does not come back in 50 runs, nor when it is heard again", async () => {
    const { mind } = testMind(store);
    const talk = mind.session("chat-1");
    const [receipt] = await talk.hear(TALK);
    await mind.consolidate();
    const portrait = async (): Promise<string> =>
      (await mind.document({ document: "portrait", of: "Mei" })).text;
    expect(await portrait()).toContain("Berlin");
    const id = receipt?.status === "stored" ? receipt.record.id : "";
    await mind.erase(id);
    expect(await portrait()).not.toContain("Berlin");
    for (let runs = 0; runs < 50; runs += 1) await mind.consolidate();
    await talk.hear(TALK);
    await mind.consolidate();
    expect(await portrait()).not.toContain("Berlin");
    expect(await portrait()).toContain("花生");
    const { text } = await mind.document({ document: "thread", thread: "chat-1" });
    expect(text).not.toContain("Berlin");
  });

  test("what was told in a prompt and comes back in a turn makes no fact", async () => {
    const { mind } = testMind(store);
    await mind.session("chat-1").hear(TALK);
    await mind.consolidate();
    const { text } = await mind.context("Where does Mei live?");
    await mind.session("chat-2").hear({ content: `${text}\nI have a cat.`, speaker: "Ben" });
    await mind.consolidate();
    const portrait = await mind.document({ document: "portrait", of: "Ben" });
    expect(portrait.text).not.toMatch(/Berlin|花生/u);
  });

  test("talk that a full prompt leaves out is consolidated first", async () => {
    const { mind } = testMind(store);
    const talk = mind.session("chat-1");
    await talk.hear(TALK);
    const runs: RunReport[] = [];
    mind.on("consolidated", (report) => runs.push(report));
    await talk.window({ tokens: 78, maxTokens: 100, messages: 3 });
    expect(runs).toEqual([]);
    await talk.window({ tokens: 97, maxTokens: 100, messages: 3 });
    expect(runs).toMatchObject([{ trigger: "pressure", turns: 3 }]);
    expect((await talk.context()).text).toContain("Berlin");
  });

  test("a forget during a run is not undone by it", async () => {
    const { mind, memory } = testMind(store);
    const talk = mind.session("chat-1");
    const [receipt] = await talk.hear(TALK);
    const id = receipt?.status === "stored" ? receipt.record.id : "";
    await Promise.all([mind.consolidate(), mind.forget(id), mind.consolidate()]);
    await mind.consolidate();
    const { text } = await mind.document({ document: "portrait", of: "Mei" });
    expect(text).not.toContain("Berlin");
    const facts = await memory.list({ kinds: ["fact"], includeRetired: true });
    for (const { sources } of facts.items) expect(sources).not.toContain(id);
  });
});
