import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { inMemoryStore, type MemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";
import { rejection } from "@kioku/testing/support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ReminderInput } from "../../src/index.js";
import { listReminders, noticeReminders, remind } from "../../src/reminders/remind.js";
import { ReminderTimer } from "../../src/reminders/reminder-timer.js";
import { surfaceDue, surfaceReminders } from "../../src/reminders/surface-reminders.js";
import { testMind } from "../support/mind-test.js";
import { DAY_MS, HOUR_MS, ReminderWorld, START } from "./reminder-world.js";

const STORES: readonly (readonly [string, () => MemoryStore])[] = [
  ["the in-memory store", inMemoryStore],
  ["SQLite", () => sqliteStore({ path: ":memory:" })],
];
const FRIDAY = new Date("2026-03-06T00:00:00Z");

function textsOf(reminders: readonly { readonly text: string }[]): readonly string[] {
  return reminders.map(({ text }) => text);
}

it.each([
  [{ text: "Call Ben" }, "reminder must be given a dueAt, a topic or both"],
  [{ text: "Call Ben", dueAt: null }, "reminder.dueAt must be a valid Date, got null"],
  [{ text: "Call Ben", dueAt: "tomorrow" }, "reminder.dueAt must be a valid Date"],
])("refuses the reminder %j", async (input, message) => {
  await expect(testMind().mind.remind(input as ReminderInput)).rejects.toThrow(message);
});

describe.each(STORES)("reminders in %s", (_name, open) => {
  it("keeps what a turn asks for, with the turn as its source, once however often it is noticed", async () => {
    const { host, hear } = worldOf(open());
    const turn = await hear("Remind me on Friday to call mum. 聊到里斯本的时候问我酒店。");
    expect(textsOf(await noticeReminders(host, [turn]))).toEqual(["call mum", "问我酒店"]);
    expect(await noticeReminders(host, [turn])).toEqual([]);
    const [first, second] = await listReminders(host);
    expect(first).toMatchObject({ text: "call mum", dueAt: FRIDAY, sources: [turn.id] });
    expect(second).toMatchObject({ text: "问我酒店", topic: "里斯本", sources: [turn.id] });
    expect([first?.topic, second?.dueAt, first?.surfacedAt]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("surfaces by time, once, with an event", async () => {
    const { host, timers, emitted } = worldOf(open());
    await remind(host, { text: "call mum", dueAt: FRIDAY });
    await remind(host, { text: "buy bread", dueAt: new Date(START.getTime() + HOUR_MS) });
    expect(await surfaceReminders(host)).toEqual([]);
    timers.advance(2 * DAY_MS);
    const surfaced = await surfaceReminders(host);
    expect(textsOf(surfaced)).toEqual(["buy bread", "call mum"]);
    expect(surfaced[0]?.surfacedAt).toEqual(timers.clock());
    expect(emitted).toEqual(surfaced);
    expect(await surfaceReminders(host)).toEqual([]);
    expect(await listReminders(host)).toEqual([]);
  });

  it("surfaces when the words of the topic come up, in both languages", async () => {
    const { host } = worldOf(open());
    await remind(host, { text: "ask for the hotel", topic: "Lisbon" });
    await remind(host, { text: "截止日期", topic: "论文" });
    expect(await surfaceReminders(host, { query: "The weather is fine." })).toEqual([]);
    const english = await surfaceReminders(host, { query: "We fly to Lisbon in June!" });
    expect(textsOf(english)).toEqual(["ask for the hotel"]);
    const chinese = await surfaceReminders(host, { query: "今天我写了一会儿论文" });
    expect(textsOf(chinese)).toEqual(["截止日期"]);
    expect(await surfaceReminders(host, { query: "We fly to Lisbon in June!" })).toEqual([]);
  });

  it("does not surface with the request itself", async () => {
    const { host, hear } = worldOf(open());
    const text = "When we talk about Lisbon, ask for the hotel.";
    await noticeReminders(host, [await hear(text)]);
    expect(await surfaceReminders(host, { query: `Hello! ${text}` })).toEqual([]);
    expect(await surfaceReminders(host, { query: "How is Lisbon in May?" })).toHaveLength(1);
  });

  it("lets one of several surface a reminder", async () => {
    const { host, timers, emitted } = worldOf(open());
    await remind(host, { text: "call mum", dueAt: FRIDAY, topic: "mum" });
    timers.advance(2 * DAY_MS);
    const all = await Promise.all(
      ["How is mum?", undefined, "mum", "更多"].map(async (query) =>
        surfaceReminders(host, { query }),
      ),
    );
    expect(all.flat()).toHaveLength(1);
    expect(emitted).toHaveLength(1);
  });

  it("goes with the turn that asked for it", async () => {
    const { host, hear, timers } = worldOf(open());
    const erased = await hear("Remind me on Friday to call mum.");
    const forgotten = await hear("周五提醒我交房租。");
    await noticeReminders(host, [erased, forgotten]);
    await host.memory.erase(erased.id);
    expect(textsOf(await listReminders(host))).toEqual(["交房租"]);
    await host.memory.forget(forgotten.id);
    timers.advance(3 * DAY_MS);
    expect(await surfaceReminders(host)).toEqual([]);
  });

  it("leaves out what was due long before it was heard, and keeps topics", async () => {
    const { host, hear, timers } = worldOf(open());
    const turn = await hear("Remind me on Friday to call mum. If Ana comes up, tell me to write.");
    timers.advance(10 * DAY_MS);
    expect(textsOf(await noticeReminders(host, [turn]))).toEqual(["write"]);
  });

  it("surfaces more than twenty by and by, and all of them in a sweep", async () => {
    const { host, timers } = worldOf(open());
    for (let number = 0; number < 45; number += 1) {
      await remind(host, { text: `task ${number}`, dueAt: FRIDAY });
    }
    timers.advance(3 * DAY_MS);
    expect(await surfaceReminders(host)).toHaveLength(20);
    expect(await surfaceDue(host)).toBe(25);
  });

  it("does not come back when its turn is heard again after it was forgotten or erased", async () => {
    const { host, hear } = worldOf(open());
    const turn = await hear("Remind me on Friday to call mum.");
    const [reminder] = await noticeReminders(host, [turn]);
    await host.memory.forget(reminder?.id ?? "");
    expect(await noticeReminders(host, [turn])).toEqual([]);
    await host.memory.erase(turn.id);
    const again = await hear("Remind me on Friday to call mum.");
    expect(await noticeReminders(host, [again])).toEqual([]);
  });

  it("tells in the next context what surfaced by time, without another event", async () => {
    const { host, timers, emitted } = worldOf(open());
    await remind(host, { text: "call mum", dueAt: FRIDAY, topic: "mum" });
    timers.advance(2 * DAY_MS);
    expect(await surfaceDue(host)).toBe(1);
    expect(await surfaceDue(host)).toBe(0);
    expect(emitted).toHaveLength(1);
    expect(textsOf(await surfaceReminders(host))).toEqual(["call mum"]);
    expect(await surfaceReminders(host, { query: "How is mum?" })).toEqual([]);
    expect(emitted).toHaveLength(1);
  });

  it("keeps the reminders of scopes apart", async () => {
    const world = worldOf(open());
    const ben = world.host.at(world.memory.scope("ben"));
    await remind(ben, { text: "call mum", dueAt: FRIDAY });
    world.timers.advance(3 * DAY_MS);
    expect(await surfaceReminders(world.host)).toEqual([]);
    expect(await surfaceReminders(ben)).toHaveLength(1);
  });
});

describe("reminders of two processes", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kioku-reminders-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it("surface once in one file", async () => {
    const path = join(folder, "memory.db");
    const first = worldOf(sqliteStore({ path }));
    const second = new ReminderWorld({ store: sqliteStore({ path }), timers: first.timers });
    const turn = await first.hear("Remind me on Friday to call mum.");
    await Promise.all([noticeReminders(first.host, [turn]), noticeReminders(second.host, [turn])]);
    expect(await listReminders(second.host)).toHaveLength(1);
    first.timers.advance(2 * DAY_MS);
    const all = await Promise.all([surfaceReminders(first.host), surfaceReminders(second.host)]);
    expect(all.flat()).toHaveLength(1);
    await Promise.all([first.memory.close(), second.memory.close()]);
  });
});

describe("the meaning of topics", () => {
  const embedder = localEmbedder();

  it.each([
    ["my thesis", "I wrote on my dissertation today"],
    ["妈妈的生日", "我母亲下周过生日"],
    ["里斯本", "我们六月去里斯本玩"],
    ["the dentist", "My teeth hurt, I should see the dentist"],
  ])("brings up %j with %j", async (topic, query) => {
    const { host } = new ReminderWorld({ embedder });
    await remind(host, { text: "tell", topic });
    await remind(host, { text: "other", topic: "the garden" });
    expect(textsOf(await surfaceReminders(host, { query }))).toEqual(["tell"]);
  });

  it.each([
    ["Lisbon", "The soup is too salty"],
    ["my thesis", "We bought a new lamp for the kitchen"],
    ["里斯本", "今天的汤太咸了"],
    ["论文", "厨房买了一盏新灯"],
    ["buying milk", "We bought a new lamp for the kitchen"],
    ["妈妈的生日", "How was your day?"],
  ])("does not bring up %j with %j", async (topic, query) => {
    const { host } = new ReminderWorld({ embedder });
    await remind(host, { text: "tell", topic });
    await remind(host, { text: "other", topic: "the garden" });
    expect(await surfaceReminders(host, { query })).toEqual([]);
  });
});

describe("ReminderTimer", () => {
  it("surfaces at the time, and then waits for the next one", async () => {
    const { host, timers, emitted } = worldOf();
    const timer = new ReminderTimer(host);
    await timer.refresh();
    expect(timers.waiting).toBe(0);
    await remind(host, { text: "second", dueAt: new Date(START.getTime() + 2 * HOUR_MS) });
    await timer.refresh();
    await remind(host, { text: "first", dueAt: new Date(START.getTime() + HOUR_MS) });
    await timer.refresh();
    expect(timers.waiting).toBe(1);
    timers.advance(HOUR_MS);
    await expect.poll(() => timers.waiting).toBe(1);
    expect(textsOf(emitted)).toEqual(["first"]);
    timers.advance(HOUR_MS);
    await expect.poll(() => textsOf(emitted)).toEqual(["first", "second"]);
    timer.close();
    expect(timers.waiting).toBe(0);
  });

  it("waits for what is due in years by steps, and stops when it is closed", async () => {
    const { host, timers, emitted } = worldOf();
    await remind(host, { text: "far", dueAt: new Date(START.getTime() + 60 * DAY_MS) });
    const timer = new ReminderTimer(host);
    await timer.refresh();
    timers.runNext();
    await expect.poll(() => timers.waiting).toBe(1);
    expect(emitted).toEqual([]);
    timer.close();
    await timer.refresh();
    expect(timers.waiting).toBe(0);
  });

  it("does not run again and again for what cannot surface", async () => {
    const { host, hear, timers } = worldOf();
    const turn = await hear("Remind me on Friday to call mum.");
    await noticeReminders(host, [turn]);
    await host.memory.forget(turn.id);
    const timer = new ReminderTimer(host);
    await timer.refresh();
    timers.advance(3 * DAY_MS);
    await expect.poll(() => timers.waiting).toBe(0);
  });
});

describe("remind", () => {
  it.each([
    [{ text: "call mum" }, "reminder must be given a dueAt, a topic or both"],
    [{ text: " ", topic: "mum" }, "reminder.text must be text that is not blank"],
    [{ text: "call", dueAt: new Date(Number.NaN) }, "reminder.dueAt must be a valid Date"],
    [{ text: "call", dueAt: new Date(8.64e15) }, "reminder.dueAt must be in the years 0 to 9999"],
    [{ text: "call", topic: "x".repeat(201) }, "reminder.topic must be at most 200 characters"],
    [{ text: "call", topic: "mum", due: FRIDAY }, 'reminder has no option "due"'],
  ])("refuses %j", async (input, message) => {
    const { host } = worldOf();
    const error = await rejection(async () => remind(host, input));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(message);
  });

  it("writes what the host asks for as often as it asks", async () => {
    const { host } = worldOf();
    await remind(host, { text: "call mum", dueAt: FRIDAY });
    await remind(host, { text: "call mum", dueAt: FRIDAY });
    expect(await listReminders(host)).toHaveLength(2);
  });
});

/** Makes a world whose `hear` can be taken apart from it. */
function worldOf(store: MemoryStore = inMemoryStore()) {
  const world = new ReminderWorld({ store });
  const { host, timers, emitted, memory } = world;
  return { host, timers, emitted, memory, hear: world.hear.bind(world) };
}
