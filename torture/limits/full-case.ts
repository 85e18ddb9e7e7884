import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";

import { differing } from "../crash/judge-texts.ts";
import { planStep } from "../crash/plan-step.ts";
import { readTexts } from "../crash/read-texts.ts";
import { performStep } from "../crash/step.ts";
import type { Step } from "../crash/step.ts";
import { stillWorks } from "../crash/still-works.ts";
import { wholeFile } from "../crash/whole-file.ts";
import { emptyWorld, expectedTexts } from "../crash/world.ts";
import type { World } from "../crash/world.ts";
import { seededRandom } from "../seeded-random.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { DiskLimit } from "./full-disk.ts";

/** One time that the disk is full. */
export interface FullCase {
  readonly directory: string;
  readonly seed: number;
  readonly number: number;
  readonly limit: DiskLimit;
}

/** Room for less than all of these steps there is in any case. */
const MAX_STEPS = 2_000;

/**
 * Writes until there is no room, and checks that the write that found none is refused as a whole,
 * that reading goes on, and that the same write is done by the same store, or by one opened later,
 * when there is room again.
 * @throws An error that says what is wrong.
 */
export async function fullCase({
  directory,
  seed,
  number,
  limit,
}: FullCase): Promise<"kept" | "skipped"> {
  const random = seededRandom(seed, number);
  const path = join(directory, `full-${limit.name}-${number}.db`);
  const plan = { seed: random.below(2 ** 31), largest: random.pick([1, 10, 50]), scrubs: false };
  const world = emptyWorld();
  const store = sqliteStore({ path });
  await store.open();
  for (let step = 0; step < 5; step += 1) await performStep(store, planStep(world, plan));
  try {
    if (!limit.fill(path, random.below(300_000))) return "skipped";
    const refused = await writeUntilRefused(store, world, () => planStep(world, plan));
    const later = random.chance(0.4) ? await reopened(store, path, limit) : store;
    limit.makeRoom();
    await performStep(later, refused);
    await requireState(later, expectedTexts(world), "after the write was done again");
    await finish(later, { path, world, random });
    return "kept";
  } finally {
    limit.makeRoom();
    await store.close();
  }
}

/** The step that there was no room for. */
async function writeUntilRefused(
  store: CompleteStore,
  world: World,
  next: () => Step,
): Promise<Step> {
  for (let written = 0; written < MAX_STEPS; written += 1) {
    const before = expectedTexts(world);
    const step = next();
    if (await isDone(store, step)) continue;
    await requireState(store, before, "after a write was refused");
    // The refused step may have left room for it.
    if (await isDone(store, step)) continue;
    await requireState(store, before, "after a second refusal");
    return step;
  }
  throw new Error(`${MAX_STEPS} writes find room where there is none`);
}

async function isDone(store: CompleteStore, step: Step): Promise<boolean> {
  try {
    await performStep(store, step);
    return true;
  } catch (error) {
    if (MemoryError.is(error, "store-failed")) return false;
    throw error;
  }
}

/** Reopens the file. Its log may not fit into it, so that closing is refused, too. */
async function reopened(
  store: CompleteStore,
  path: string,
  limit: DiskLimit,
): Promise<CompleteStore> {
  await store.close().catch((error: unknown) => {
    if (!MemoryError.is(error, "store-failed")) throw error;
  });
  limit.makeRoom();
  const later = sqliteStore({ path });
  await later.open();
  return later;
}

async function requireState(
  store: CompleteStore,
  expected: ReadonlyMap<string, string>,
  when: string,
): Promise<void> {
  const differences = differing(expected, await readTexts(store));
  if (differences.length > 0) throw new Error(`${differences.length} records are wrong ${when}`);
}

async function finish(
  store: CompleteStore,
  {
    path,
    world,
    random,
  }: { readonly path: string; readonly world: World; readonly random: SeededRandom },
): Promise<void> {
  const unusable = await stillWorks(store, world, random);
  await store.close();
  const { torn, corrupt } = wholeFile(path);
  const problems = [...unusable, ...torn, ...corrupt];
  if (problems.length > 0) throw new Error(problems.join("; "));
}
