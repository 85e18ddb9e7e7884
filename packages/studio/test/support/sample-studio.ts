import { createMemory, type MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createMind, type Mind } from "@kioku/mind";
import type { Images } from "@kioku/mind/images";
import { sqliteStore } from "@kioku/store-sqlite";

import { SAMPLE_MEMORIES } from "../../src/sample/sample-memories.js";
import { SAMPLE_IMAGES, sampleImages } from "./sample-images.js";

const MS_PER_DAY = 86_400_000;
/** Days between runs of the mind. */
const RUN_DAYS = 30;
/** Days before the present of the last run; what was said later waits. */
const LAST_RUN_DAYS_AGO = 1.5;

/** A memory that holds the sample, with a clock that stands still. */
export interface SampleStudio {
  /** The memory, without files. */
  readonly memory: MemoryRoot;
  /** Its mind, after its runs. */
  readonly mind: Mind;
  /** Its images. */
  readonly images: Images;
  /** The present moment. */
  readonly clock: () => Date;
  /** Closes both. */
  close(): Promise<void>;
}

/** Makes a memory with the sample, written and used at its times, and consolidated. */
export async function sampleMemory(path = ":memory:"): Promise<SampleStudio> {
  const present = new Date("2026-11-20T09:00:00Z");
  let now = present;
  const clock = (): Date => now;
  const memory = createMemory({
    store: sqliteStore({ path }),
    embedder: localEmbedder(),
    clock,
    random: sequence(),
    plugins: [sampleImages(clock)],
  });
  const mind = createMind({ memory, automatic: false, clock });
  const at = (daysAgo: number): Date => new Date(present.getTime() - daysAgo * MS_PER_DAY);
  const steps = SAMPLE_MEMORIES.flatMap((sample, index) => [
    { daysAgo: sample.daysAgo, index, isUse: false },
    ...(sample.usedDaysAgo ?? []).map((daysAgo) => ({ daysAgo, index, isUse: true })),
  ]).toSorted((a, b) => b.daysAgo - a.daysAgo || a.index - b.index);
  const ids = new Map<number, string>();
  let lastRun = Infinity;
  for (const { daysAgo, index, isUse } of steps) {
    const sample = SAMPLE_MEMORIES[index];
    if (!sample) continue;
    const isLast = daysAgo < LAST_RUN_DAYS_AGO && lastRun >= LAST_RUN_DAYS_AGO;
    if (isLast || lastRun - daysAgo >= RUN_DAYS) {
      now = at(isLast ? LAST_RUN_DAYS_AGO : daysAgo + 1);
      await mind.consolidate();
      lastRun = daysAgo;
    }
    // Turns of one talk are a minute apart.
    now = new Date(at(daysAgo).getTime() + index * 60_000);
    const [first, ...rest] = sample.scope ?? [];
    const view = first === undefined ? memory : memory.scope(first, ...rest);
    const id = ids.get(index);
    if (isUse) {
      if (id !== undefined) await view.markUsed(id);
      continue;
    }
    const { content, thread, origin, importance, emotion, pinned } = sample;
    const kind = sample.kind ?? (thread === undefined ? "note" : "message");
    const input = { content, thread, origin, importance, emotion, pinned, kind };
    const receipt = await view.remember(input);
    if (receipt.status !== "rejected") ids.set(index, receipt.record.id);
  }
  for (const { daysAgo, caption, data, source } of SAMPLE_IMAGES) {
    now = at(daysAgo);
    await memory.images.see({ data, source, at: now });
    if (caption !== undefined) await memory.images.caption();
  }
  now = present;
  await mind.remind({ text: "Wait for the roofer", dueAt: at(-7) });
  await mind.remind({ text: "Ask how Yuki fires her jars", topic: "Kyoto" });
  return {
    memory,
    mind,
    images: memory.images,
    clock,
    close: async () => {
      await mind.close();
      await memory.close();
    },
  };
}

/** Makes numbers in [0, 1) that are the same in every run. */
function sequence(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
