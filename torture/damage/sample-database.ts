import { readFileSync, rmSync, statSync } from "node:fs";

import { sqliteStore } from "@kioku/store-sqlite";
import Driver from "better-sqlite3";

import { planStep } from "../crash/plan-step.ts";
import type { Plan } from "../crash/plan-step.ts";
import { performStep } from "../crash/step.ts";
import { emptyWorld, expectedTexts } from "../crash/world.ts";
import type { World } from "../crash/world.ts";

/** A database with several committed transactions in its write-ahead log, as bytes. */
export interface SampleDatabase {
  readonly file: Buffer;
  readonly log: Buffer;
  /** Length of the log after each number of transactions; first 0. */
  readonly ends: readonly number[];
  /** Content of the database after each number of transactions. */
  readonly states: readonly ReadonlyMap<string, string>[];
  /** After all of them. */
  readonly world: World;
}

/** Size of the database. */
export interface SampleSize {
  readonly seed: number;
  /** Bytes of a page: small ones make a log of many frames. */
  readonly pageBytes: number;
  /** Transactions that are in the main file. */
  readonly before: number;
  /** Transactions that are in the log. */
  readonly logged: number;
}

/** Makes one at a path, where nothing is left of it. */
export async function sampleDatabase(path: string, size: SampleSize): Promise<SampleDatabase> {
  const { seed, pageBytes, before, logged } = size;
  const plan: Plan = { seed, largest: 3, scrubs: false };
  const world = emptyWorld();
  emptyFile(path, pageBytes);
  const first = sqliteStore({ path });
  await first.open();
  for (let step = 0; step < before; step += 1) await performStep(first, planStep(world, plan));
  await first.close();

  const file = readFileSync(path);
  const store = sqliteStore({ path });
  await store.open();
  const logPath = `${path}-wal`;
  const ends = [statSync(logPath, { throwIfNoEntry: false })?.size ?? 0];
  const states = [expectedTexts(world)];
  for (let step = 0; step < logged; step += 1) {
    await performStep(store, planStep(world, plan));
    ends.push(statSync(logPath).size);
    states.push(expectedTexts(world));
  }
  const log = readFileSync(logPath);
  const isUntouched = file.equals(readFileSync(path));
  await store.close();
  removeDatabase(path);
  if (!isUntouched || ends.some((end, index) => end < (ends[index - 1] ?? 0))) {
    throw new Error("the log moved into the file while it was made: log fewer transactions");
  }
  return { file, log, ends, states, world };
}

/** Removes a database with what lies beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"])
    rmSync(`${path}${suffix}`, { force: true });
}

/** A page size is chosen before there are tables. */
function emptyFile(path: string, pageBytes: number): void {
  const database = new Driver(path);
  database.pragma(`page_size = ${pageBytes}`);
  database.exec("vacuum");
  database.close();
}
