import { readFileSync, writeFileSync } from "node:fs";

import { MemoryError } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";

import { differing } from "../crash/judge-texts.ts";
import { readTexts } from "../crash/read-texts.ts";
import { stillWorks } from "../crash/still-works.ts";
import { wholeFile } from "../crash/whole-file.ts";
import { emptyWorld } from "../crash/world.ts";
import { seededRandom } from "../seeded-random.ts";
import type { LogOutcome } from "./damage-order.ts";
import type { DamagedLog } from "./damaged-log.ts";
import { removeDatabase } from "./sample-database.ts";
import type { SampleDatabase } from "./sample-database.ts";

/** A damaged log. A thorough case also checks that the file is whole and works. */
export interface LogDamage extends DamagedLog {
  readonly isThorough: boolean;
}

/**
 * Opens a database with a damaged log, and returns the outcome.
 * @throws An error that describes a state that is neither the one before the damage nor refused.
 */
export async function logCase(
  path: string,
  sample: SampleDatabase,
  { log, what, soundBytes, isThorough }: LogDamage,
): Promise<LogOutcome> {
  removeDatabase(path);
  writeFileSync(path, sample.file);
  writeFileSync(`${path}-wal`, log);
  const store = sqliteStore({ path });
  try {
    await store.open();
    const found = await readTexts(store);
    const committed = sample.ends.findLastIndex((end) => end <= soundBytes);
    const expected = sample.states[committed] ?? new Map<string, string>();
    const differences = differing(expected, found).length;
    const problems = [
      ...(differences > 0
        ? [`${differences} records are not as after ${committed} transactions`]
        : []),
      ...(isThorough ? await deeperProblems(store, path) : []),
    ];
    if (problems.length > 0) throw new Error(`${what}: ${problems.join("; ")}`);
    return "prefix";
  } catch (error) {
    // Only damage of the header differs from a log that ends early.
    if (!MemoryError.is(error) || soundBytes > 0) throw error;
    if (readFileSync(path).equals(sample.file)) return "refused";
    throw new Error(`${what}: refused, but the file is another one`, { cause: error });
  } finally {
    await store.close();
  }
}

async function deeperProblems(store: CompleteStore, path: string): Promise<readonly string[]> {
  const { torn, corrupt } = wholeFile(path);
  return [...torn, ...corrupt, ...(await stillWorks(store, emptyWorld(), seededRandom(1)))];
}
