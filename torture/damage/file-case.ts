import { writeFileSync } from "node:fs";

import { MemoryError } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import { differing } from "../crash/judge-texts.ts";
import { readTexts } from "../crash/read-texts.ts";
import { stillWorks } from "../crash/still-works.ts";
import { wholeFile } from "../crash/whole-file.ts";
import { seededRandom } from "../seeded-random.ts";
import type { FileOutcome } from "./damage-order.ts";
import { removeDatabase } from "./sample-database.ts";
import type { SampleDatabase } from "./sample-database.ts";

/**
 * Flips one bit of a database file, works with it, and returns the outcome.
 * @throws Any error other than a `MemoryError`.
 */
export async function fileCase(
  path: string,
  sample: SampleDatabase,
  { seed, number }: { readonly seed: number; readonly number: number },
): Promise<FileOutcome> {
  const random = seededRandom(seed, number);
  const offset = random.below(sample.file.length);
  const damaged = Buffer.from(sample.file);
  damaged.writeUInt8(damaged.readUInt8(offset) ^ (1 << random.below(8)), offset);
  removeDatabase(path);
  writeFileSync(path, damaged);
  // Before the store opens it, because that may write.
  const isFound = isFoundByCheck(path);
  const store = sqliteStore({ path });
  try {
    await store.open();
    const found = await readTexts(store);
    const differences = differing(sample.states[0] ?? new Map<string, string>(), found).length;
    const unusable = await stillWorks(store, sample.world, random);
    await store.close();
    if (isFound) return "found";
    return differences + unusable.length === 0 ? "harmless" : "unguarded";
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    return "refused";
  } finally {
    await store.close().catch((error: unknown) => {
      if (!MemoryError.is(error)) throw error;
    });
  }
}

/** Returns true if the damage is found, or SQLite cannot open the file at all. */
function isFoundByCheck(path: string): boolean {
  try {
    const { torn, corrupt } = wholeFile(path);
    return torn.length + corrupt.length > 0;
  } catch {
    return true;
  }
}
