import { layer, MemoryError } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { expect, test, vi } from "vitest";

import { createMind, type MindOptions } from "../../src/index.js";
import { say, testMind } from "../support/mind-test.js";

const { memory: anyMemory } = testMemory();

const WRONG: readonly (readonly [option: keyof MindOptions, value: unknown, message: string])[] = [
  ["memory", {}, "memory.scope must be a function"],
  ["memory", undefined, "memory must be an object"],
  ["model", { id: "a/b" }, "model.generate must be a function"],
  ["model", { id: " ", generate: () => undefined }, "model.id must be text that is not blank"],
  ["clock", new Date(), "clock must be a function"],
  ["schedule", 5, "schedule must be a function"],
  ["kinds", [], "kinds must be a list of at least one kind"],
  ["kinds", "message", "kinds must be a list of strings"],
  ["kinds", ["fact"], "kinds must be no kinds that a mind itself writes"],
  ["triggers", { idle: 5 }, 'triggers has no option "idle"'],
  ["triggers", { idleMs: 0 }, "triggers.idleMs must be a finite number more than 0"],
  ["triggers", { messages: 1.5 }, "triggers.messages must be a whole number at least 1"],
  ["triggers", { tokens: -1 }, "triggers.tokens must be a finite number more than 0"],
  ["triggers", { importance: 0 }, "triggers.importance must be a finite number more than 0"],
  ["automatic", "yes", "automatic must be true or false"],
  ["keepShare", 1.1, "keepShare must be a finite number at least 0 and at most 1"],
  ["tokensPerDay", -1, "tokensPerDay must be a finite number at least 0"],
  ["leaseMs", 0, "leaseMs must be a finite number more than 0"],
  ["attempts", 0, "attempts must be a whole number at least 1"],
  ["recall", "never", "recall must be one of rule, model"],
  ["logger", {}, "logger.warn must be a function"],
];

test.each(WRONG)("refuses a wrong %s: %j", (option, value, message) => {
  const options = { memory: anyMemory, [option]: value } as MindOptions;
  expect(() => createMind(options)).toThrow(message);
  expect(() => createMind(options)).toThrow(MemoryError);
});

test("refuses options that it does not know", () => {
  const options = { memory: anyMemory, threshold: 5 } as unknown as MindOptions;
  expect(() => createMind(options)).toThrow('createMind has no option "threshold"');
});

test("refuses a clock that tells no time", async () => {
  const mind = createMind({ memory: anyMemory, clock: () => new Date(Number.NaN) });
  await expect(mind.context()).rejects.toThrow("clock must return a valid Date");
});

test("does with a memory's verbs what the memory does", async () => {
  const { mind, memory } = testMind();
  const note = await say(mind, "The key is under the mat", { kind: "note" });
  await mind.set("theme", "dark");
  expect(await memory.read(note.id)).toEqual(note);
  expect(await mind.get("theme")).toBe("dark");
  expect(await mind.read(note.id)).toEqual(note);
  expect(await mind.list()).toEqual(await memory.list());
  expect(await mind.recall("key")).toEqual(await memory.recall("key"));
  expect(await mind.history(note.id)).toHaveLength(1);
  expect(await mind.markUsed(note.id)).toBe(1);
  expect((await mind.update(note.id, { importance: 0.9 })).importance).toBe(0.9);
  expect(await mind.surface({ seed: 1, cooldown: 0 })).toEqual(
    await memory.surface({ seed: 1, cooldown: 0 }),
  );
  expect((await mind.scopes()).items).toEqual([[]]);
  const other = testMind();
  expect(await other.mind.import(mind.export())).toMatchObject({ written: 2 });
  expect(await mind.forget(note.id)).toBe(1);
  expect(await mind.erase({ key: "theme" })).toMatchObject({ revisions: 1 });
  expect((await mind.list({ kinds: ["note", "entry"] })).items).toEqual([]);
});

test("keeps to its scope", async () => {
  const { mind } = testMind();
  const ana = mind.scope("ana");
  await say(ana, "My dog is called Rex");
  expect(ana.scopePath).toEqual(["ana"]);
  expect((await mind.list()).items).toEqual([]);
  expect((await ana.scope("work").recall("dog")).length).toBe(0);
  expect((await ana.session("t").recall("dog")).length).toBe(1);
});

test("works as a layer", async () => {
  const { mind } = testMind();
  const [ana, team] = [mind.scope("ana"), mind.scope("team")];
  await say(ana, "My dog is called Rex");
  await say(team, "The office dog is called Bo");
  const both = layer(ana, team);
  expect((await both.recall("dog")).map(({ content }) => content).toSorted()).toEqual([
    "My dog is called Rex",
    "The office dog is called Bo",
  ]);
  expect((await both.context("dog")).included).toHaveLength(2);
});

test("tells the memory's events and its own, here or below, until the signal aborts", async () => {
  const errors: unknown[] = [];
  const logger = { warn: () => undefined, error: (...given: unknown[]) => errors.push(given) };
  const { mind, clock } = testMind("memory", { logger });
  const stop = new AbortController();
  const heard = { remembered: vi.fn<() => void>(), here: vi.fn<() => void>() };
  const below = vi.fn<() => void>();
  mind.on("remembered", heard.remembered);
  mind.on("reminder", heard.here);
  mind.on("reminder", below, { reach: "below", signal: stop.signal });
  mind.on("reminder", () => {
    throw new Error("a handler failed");
  });
  await mind.remind({ text: "Call Ben", dueAt: clock.now });
  await mind.context();
  await mind.scope("ana").remind({ text: "Water the plants", dueAt: clock.now });
  await mind.scope("ana").context();
  stop.abort();
  await mind.remind({ text: "Call Eve", dueAt: clock.now });
  await mind.context();
  expect(heard.here).toHaveBeenCalledTimes(2);
  expect(below).toHaveBeenCalledTimes(2);
  expect(heard.remembered).toHaveBeenCalled();
  expect(errors).toHaveLength(2);
});

test("refuses wrong events, handlers and options", () => {
  const { mind } = testMind();
  const handler = vi.fn<() => void>();
  expect(() => mind.on("slept" as "reminder", handler)).toThrow("event must be one of");
  expect(() => mind.on("reminder", 5 as unknown as () => void)).toThrow(
    "handler must be a function",
  );
  expect(() => mind.on("reminder", handler, { reach: "up" as "below" })).toThrow("options.reach");
});

test("refuses wrong ids and options of talks", () => {
  const { mind } = testMind();
  expect(() => mind.session(" ")).toThrow("id must be text that is not blank");
  expect(() => mind.session("a", { keepsContext: 1 as unknown as boolean })).toThrow(
    "options.keepsContext must be true or false",
  );
  expect(() => mind.session("a", { keeps: true } as object)).toThrow("has no option");
});

test("refuses every call once it is closed, and leaves the memory open", async () => {
  const { mind, memory } = testMind();
  const talk = mind.session("t");
  await mind.close();
  await mind[Symbol.asyncDispose]();
  const calls = [
    () => mind.recall("a"),
    () => mind.context("a"),
    () => mind.remember("a"),
    () => mind.forget("a"),
    () => mind.document({ document: "self" }),
    () => mind.consolidate(),
    () => mind.sweep(),
    () => mind.stats(),
    () => mind.reminders(),
    () => talk.hear("a"),
    () => talk.context("a"),
    () => talk.recall("a"),
    () => talk.window({ tokens: 1, maxTokens: 2, messages: 3 }),
    () => mind.scope("b").remember("a"),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "closed" });
  await memory.remember("still open");
});
