import type { RememberInput } from "@kioku/core";
import { fsrsScoring } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";
import { importMemories, langGraphMemories } from "@kioku/formats";
import { sourceQuota } from "@kioku/plugins";
import { fallbackEmbedder } from "@kioku/plugins/embedders";

import type { CallbackCase } from "../callback-case.ts";
import { lettersEmbedder } from "../world.ts";

const newId = (): string => crypto.randomUUID();

const answer = (name: string, nonsense: unknown, run: CallbackCase["run"]): CallbackCase => {
  return { name, kind: "answer", nonsense, run };
};

/** Callbacks whose answer is needed at once: a promise is no answer. */
export const ANSWER_CASES: readonly CallbackCase[] = [
  answer("clock of a write", new Date(Number.NaN), async (world) => {
    await world.remember(world.memory({ clock: world.fault }), ["at no time"]);
  }),
  answer("clock that returns a number", Date.UTC(2026, 0), async (world) => {
    await world.remember(world.memory({ clock: world.fault }), ["at a number"]);
  }),
  answer("clock of a recall", "noon", async (world) => {
    await world.memory({ clock: world.fault }).recall("tea");
  }),
  answer("clock of an import", 0, async (world) => {
    const lines = await world.exported();
    await world.memory({ clock: world.fault }).scope("copy").import(lines);
  }),
  answer("clock that fails after the write", new Date(Number.NaN), async (world) => {
    let isWritten = false;
    const clock = (): Date => (isWritten ? world.fault() : new Date());
    const memory = world.memory({ clock, embedder: lettersEmbedder() });
    memory.on("remembered", () => void (isWritten = true));
    await world.remember(memory, ["written before the clock broke"]);
    await memory.recall("tea");
  }),
  answer("random of a write", Number.NaN, async (world) => {
    await world.remember(world.memory({ random: world.fault }), ["by chance"]);
  }),
  answer("random of surface", 1, async (world) => {
    await world.memory({ random: world.fault }).surface({ limit: 2 });
  }),
  answer("random of the background", -1, async (world) => {
    const down = lettersEmbedder({ embed: () => Promise.reject(new Error("down")) });
    const memory = world.memory({ embedder: down, random: world.fault, generateId: newId });
    await world.remember(memory, ["to be embedded in the background"]);
  }),
  answer("generateId", { id: 1 }, async (world) => {
    await world.remember(world.memory({ generateId: world.fault }), ["without an id"]);
  }),
  answer("generateId that repeats itself", "always", async (world) => {
    await world.remember(world.memory({ generateId: world.fault }), ["first", "second"]);
  }),
  answer("generateId that gives an id in use", "in-use", async (world) => {
    const [first] = await world.memory({ generateId: () => "in-use" }).rememberAll(["was first"]);
    if (first?.status === "stored") world.acknowledge(first.record);
    await world.remember(world.memory({ generateId: world.fault }), ["comes second"]);
  }),
  answer("generateId that gives an unstorable id", "\uD800\0", async (world) => {
    await world.remember(world.memory({ generateId: world.fault }), ["with an odd id"]);
  }),
  answer("schedule of an embedder's time", "no function", async (world) => {
    const memory = world.memory({ embedder: lettersEmbedder(), schedule: world.fault });
    await world.remember(memory, ["timed"]);
  }),
  answer("schedule of the background", "no function", async (world) => {
    const down = lettersEmbedder({ embed: () => Promise.reject(new Error("down")) });
    const memory = world.memory({ embedder: down, schedule: world.fault });
    await world.remember(memory, ["scheduled for later"]);
  }),
  answer("schedule of a worker", "no function", async (world) => {
    const memory = world.memory({
      embedder: lettersEmbedder(),
      embedding: "queued",
      schedule: world.fault,
    });
    await world.remember(memory, ["left to a worker"]);
    const stop = new AbortController();
    const closing = memory.runEmbeddingWorker({ pollMs: 100, signal: stop.signal });
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 50))]);
    stop.abort();
    await closing;
  }),
  ...[-1, "4", Number.NaN].map((nonsense) =>
    answer(`countTokens (${String(nonsense)})`, nonsense, async (world) => {
      await world.memory().context("tea", { countTokens: world.fault });
    }),
  ),
  answer("render", { text: 1 }, async (world) => {
    await world.memory().context("tea", { render: world.fault });
  }),
  answer("scoring.score", { score: Infinity, factors: {} }, async (world) => {
    const scoring = { ...fsrsScoring(), score: world.fault };
    await world.memory({ scoring }).recall("tea");
  }),
  answer("scoring.scoreAll", [{ score: "high" }], async (world) => {
    const scoring = { ...fsrsScoring(), scoreAll: world.fault };
    await world.memory({ scoring }).recall("tea");
  }),
  answer("scoring of one recall", undefined, async (world) => {
    const scoring = { ...fsrsScoring(), score: world.fault };
    await world.memory().recall({ query: "tea", scoring });
  }),
  answer("extend of a plugin", undefined, async (world) => {
    const memory = world.memory({ plugins: [{ id: "odd", extend: world.fault }] });
    await world.remember(memory, ["with an odd extension"]);
  }),
  answer("source of sourceQuota", { no: "name" }, async (world) => {
    const plugins = [sourceQuota({ origins: ["user"], source: world.fault })];
    await world.remember(world.memory({ plugins }), ["from a source"]);
  }),
  answer("source of sourceQuota after the write", { no: "name" }, async (world) => {
    let asked = 0;
    const source = (): string => ((asked += 1) === 1 ? "somewhere" : world.fault());
    const plugins = [sourceQuota({ origins: ["user"], source })];
    await world.remember(world.memory({ plugins }), ["from a source that vanished"]);
  }),
  answer("textsOf", "no list", async (world) => {
    const vectors = memoryVectors(world.memory({ embedder: lettersEmbedder() }), { maxTexts: 4 });
    const textsOf = world.fault as (input: RememberInput) => never;
    const memory = { rememberAll: (texts: readonly string[]) => write(texts) };
    const write = (texts: readonly string[]): ReturnType<typeof vectors.rememberAll> =>
      vectors.rememberAll(texts.map((content) => ({ content, textsOf })));
    await world.remember(memory, ["in several texts"]);
  }),
  answer("content of langGraphMemories", 7, async (world) => {
    const items = [
      {
        namespace: ["a"],
        key: "k",
        value: { a: 1 },
        createdAt: "2026-01-01",
        updatedAt: "2026-01-01",
      },
    ];
    await importMemories(world.memory(), langGraphMemories(items, { content: world.fault }));
  }),
  answer("clock of fallbackEmbedder", Number.NaN, async (world) => {
    const down = lettersEmbedder({ embed: () => Promise.reject(new Error("down")) });
    const embedder = fallbackEmbedder([down, lettersEmbedder()], { clock: world.fault });
    await world.remember(world.memory({ embedder }), ["embedded by the second"]);
  }),
];
