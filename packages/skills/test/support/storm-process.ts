/** Emits storms of events until it has emitted 11,000, and tells its parent what is left behind. */
import { getEventListeners } from "node:events";

import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";

import { createSkillRuntime } from "../../src/index.js";
import { stormKinds, stormLimits, stormSkills } from "./storm-skills.js";
import { quiet, TestTime } from "./test-time.js";

const ROUNDS = 20;
const PER_ROUND = 50;

let unhandled = 0;
process.on("unhandledRejection", () => (unhandled += 1));
process.on("uncaughtException", () => (unhandled += 1));

const counts: Record<string, number> = {};
let reports = 0;
const time = new TestTime();
const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
const runtime = await createSkillRuntime({
  memory,
  skills: stormSkills,
  ...stormLimits,
  clock: time.clock,
  schedule: time.schedule,
  onReport: ({ outcomes }) => {
    reports += 1;
    for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
    throw new Error("a host that misbehaves, too");
  },
});

const caller = new AbortController();
const heap: number[] = [];
let emitted = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const all = stormKinds.flatMap(({ event, data }) =>
    Array.from({ length: PER_ROUND }, () => {
      emitted += 1;
      return runtime.emit(event as never, data as never, { signal: caller.signal });
    }),
  );
  const progress = { isDone: false };
  const done = Promise.all(all).finally(() => (progress.isDone = true));
  while (!progress.isDone) await time.pass(50);
  await done;
  await quiet();
  globalThis.gc?.();
  heap.push(process.memoryUsage().heapUsed);
}
const timers = time.pending;
const listeners = getEventListeners(caller.signal, "abort").length;
await runtime.close();
await memory.close();
await time.pass(1_000);
process.send?.({
  emitted,
  reports,
  counts,
  unhandled,
  timers,
  listeners,
  heap,
  timersAfter:
    time.pending + process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length,
});
process.disconnect();
