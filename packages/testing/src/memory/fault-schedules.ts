import { ok } from "node:assert/strict";

import { MemoryError, type MemoryStore } from "@kioku/core";
import { completeStore, type CompleteStore } from "@kioku/core/toolkit";

import type { CreateStore } from "../store/store-conformance.js";
import { FaultyEmbedder } from "../support/faulty-embedder.js";
import { seededRandom } from "../support/picker.js";
import { withoutClose } from "../support/replace.js";
import { VirtualTimers } from "../support/virtual-timers.js";
import { checkEnd } from "./fault-end.js";
import { EMBED_TIMEOUT_MS, FaultWorld, type FaultCounts } from "./fault-world.js";
import { forgetStep, overtakeStep, rememberStep, setStep, updateStep } from "./fault-writes.js";

/** Options of `faultSchedules`. */
export interface FaultSchedulesOptions {
  /**
   * Opens again what a closed store wrote. Left out: the store is kept open while the memories on
   * it come and go.
   */
  readonly reopenStore?: ((closed: MemoryStore) => MemoryStore | Promise<MemoryStore>) | undefined;
  /** Number of schedules. */
  readonly schedules: number;
  /** Of the first one; each further one has the next whole number. @defaultValue 1 */
  readonly seed?: number | undefined;
  /** Called after each schedule. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Counts, so that a test can see that something happened. */
export interface FaultSchedulesReport {
  /** Schedules that were run. */
  readonly schedules: number;
  /** Steps of all schedules. */
  readonly steps: number;
  /** Receipts that said `stored`. */
  readonly stored: number;
  /** Receipts that said `queued`. */
  readonly queued: number;
  /** Receipts that said `duplicate`. */
  readonly duplicates: number;
  /** Writes that trust rejected. */
  readonly rejected: number;
  /** Vectors that the background wrote. */
  readonly retried: number;
  /** Vectors that `reindex` wrote in the end. */
  readonly reindexed: number;
  /** Times that a memory was closed and another one made on its store. */
  readonly reopened: number;
  /** Number of times that each fault of the embedder happened. */
  readonly faults: ReadonlyMap<string, number>;
}

type Step = (world: FaultWorld) => Promise<unknown>;

const WRITES: readonly [Step, ...Step[]] = [
  rememberStep,
  rememberStep,
  setStep,
  updateStep,
  updateStep,
  overtakeStep,
  forgetStep,
];
const BACKGROUND: readonly [Step, ...Step[]] = [tickStep, tickStep, reindexStep, recallStep];

/** Kinds of steps: mostly a write, often with something in the background or at the same time. */
const SHAPES: readonly [Step, ...Step[]] = [
  reopenStep,
  ...Array.from({ length: 3 }, (): Step => (world) => world.pick(BACKGROUND)(world)),
  ...Array.from({ length: 3 }, () => togetherStep),
  ...Array.from({ length: 6 }, (): Step => (world) => world.pick(WRITES)(world)),
];

/**
 * Runs random schedules of writes, recalls, background tries, reindexing and reopening against an
 * embedder that fails in every way there is. Each has an empty store that `create` makes. After
 * each, the embedder is healed, and the memory has to hold exactly what it acknowledged: 0 lost, 0
 * duplicates, 0 vectors missing or on the wrong text. Time and chance are its own: the same seed
 * does the same.
 * @throws an error that names the seed: `{ seed, schedules: 1 }` runs that schedule again.
 */
export async function faultSchedules(
  create: CreateStore,
  options: FaultSchedulesOptions,
): Promise<FaultSchedulesReport> {
  const { schedules, seed = 1, onProgress } = options;
  const counts: FaultCounts = {
    steps: 0,
    stored: 0,
    queued: 0,
    duplicates: 0,
    rejected: 0,
    retried: 0,
    reindexed: 0,
    reopened: 0,
    faults: new Map(),
  };
  for (let index = 0; index < schedules; index += 1) {
    try {
      await runSchedule(seed + index, { create, options, counts });
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw new Error(`fault schedule of seed ${seed + index}: ${what}`, { cause: error });
    }
    onProgress?.(index + 1, schedules);
  }
  return { ...counts, schedules };
}

async function runSchedule(
  seed: number,
  given: {
    readonly create: CreateStore;
    readonly options: FaultSchedulesOptions;
    readonly counts: FaultCounts;
  },
): Promise<void> {
  const { create } = given;
  const { reopenStore } = given.options;
  const created = completeStore(await create());
  const store = reopenStore ? created : withoutClose(created);
  const reopen = async (closed: CompleteStore): Promise<CompleteStore> =>
    reopenStore ? completeStore(await reopenStore(closed)) : store;
  const world = createWorld(seed, { store, reopen }, given.counts);
  try {
    await runSteps(world);
    await checkEnd(world);
  } finally {
    await Promise.allSettled([world.memory.close()]);
    await Promise.allSettled([created.close(), world.store.close()]);
  }
}

function createWorld(
  seed: number,
  stores: {
    readonly store: CompleteStore;
    readonly reopen: (closed: CompleteStore) => CompleteStore | Promise<CompleteStore>;
  },
  counts: FaultCounts,
): FaultWorld {
  const random = seededRandom(seed);
  const timers = new VirtualTimers(new Date("2026-01-01T00:00:00Z"));
  const timeOut = (): void => timers.advance(EMBED_TIMEOUT_MS);
  const ids = random() < 0.3 ? ["fault/a@16", "fault/b@16"] : ["fault/a@16"];
  const embedders = ids.map((id, index) => {
    const declaresWidth = index > 0 || random() < 0.5;
    const { faults } = counts;
    return new FaultyEmbedder({ id, declaresWidth, random, timeOut, faults });
  });
  return new FaultWorld({ ...stores, embedders, timers, random, counts });
}

async function runSteps(world: FaultWorld): Promise<void> {
  // Without a declared width the first answer says how wide a space is, so the first one is right.
  await setStep(world);
  const steps = 5 + world.number(8);
  for (let step = 0; step < steps; step += 1) {
    for (const embedder of world.embedders) {
      if (world.chance(0.3)) embedder.faultiness = world.pick([0, 0.5, 0.8, 1]);
    }
    world.timers.advance(1);
    world.counts.steps += 1;
    await world.pick(SHAPES)(world);
  }
}

/** Which of the two is first is left to chance; none of them changes what the other has to do. */
async function togetherStep(world: FaultWorld): Promise<void> {
  await Promise.all([world.pick(BACKGROUND)(world), world.pick(WRITES)(world)]);
}

/** Lets the background try, and does not always wait for it. */
async function tickStep(world: FaultWorld): Promise<void> {
  world.timers.runNext();
  if (world.chance(0.7)) await world.settle();
}

/** Reindexing fails as long as the embedder does. */
async function reindexStep(world: FaultWorld): Promise<void> {
  await allowFailure(world.memory.reindex());
}

async function recallStep(world: FaultWorld): Promise<void> {
  const scope = world.pick(["ann", "bo"]);
  const mode = world.pick(["hybrid", "keyword", "semantic"] as const);
  const hits = await allowFailure(world.view(scope).recall({ query: "amber kelp", mode }));
  for (const hit of hits ?? []) ok(hit.scope[0] === scope, "a recall found another scope");
}

async function reopenStep(world: FaultWorld): Promise<void> {
  // As often as not in the middle of a try.
  if (world.chance(0.5)) world.timers.runNext();
  await world.reopen();
}

async function allowFailure<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (MemoryError.is(error, "embedder-failed")) return undefined;
    throw error;
  }
}
