import { rmSync } from "node:fs";
import { join } from "node:path";

import { createBackup, folderObjects, restoreBackup } from "kioku/backup";

import { wholeFile } from "../crash/whole-file.ts";
import type { Caller, Known } from "./caller.ts";
import { openSoaked, soakClock } from "./soaked-memory.ts";
import type { SoakedMemory } from "./soaked-memory.ts";

/**
 * Backs a memory up while its callers go on, restores the backup beside it, and returns what is
 * wrong with it: records that were there all the time have to be in it as they were.
 */
export async function backUpAndCompare(
  { memory, sqlite }: SoakedMemory,
  callers: readonly Caller[],
  directory: string,
): Promise<readonly string[]> {
  const objects = folderObjects(join(directory, "backups"));
  const place = { objects, clock: soakClock, stagingFolder: join(directory, "staging") };
  const before = callers.map(({ known }) => new Map(known));
  await createBackup({ ...place, database: "soak", memory, sqlite, keep: "2h" });
  const stayed = callers.map(({ known }, index) =>
    [...known].filter(([id, { version }]) => before[index]?.get(id)?.version === version),
  );
  const to = join(directory, "restored.db");
  await restoreBackup({ ...place, to });
  const restored = openSoaked(to);
  const problems = await Promise.all(
    callers.map(async ({ scope }, index) => missingIn(restored, scope, stayed[index] ?? [])),
  );
  await restored.memory.close();
  const { torn, corrupt } = wholeFile(to);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${to}${suffix}`, { force: true });
  return [...problems.flat(), ...torn, ...corrupt];
}

async function missingIn(
  { memory }: SoakedMemory,
  scope: readonly [string, string],
  stayed: readonly (readonly [string, Known])[],
): Promise<readonly string[]> {
  const view = memory.scope(...scope);
  const checked = stayed.map(async ([id, { content, version }]) => {
    const record = await view.read(id);
    // Its caller may not have heard yet of a newer one.
    if (record !== undefined && record.version > version) return [];
    if (record?.content === content && record.version === version) return [];
    return [`${scope.join("/")}: ${id} is not in a backup as it was`];
  });
  return (await Promise.all(checked)).flat();
}
