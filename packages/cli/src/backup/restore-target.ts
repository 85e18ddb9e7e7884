import { open } from "node:fs/promises";
import { dirname } from "node:path";

import type { MemoryRoot } from "@kioku/core";

import { exists, moveToFree, syncFolder } from "../files.js";
import { conflict, storeFailed } from "./errors.js";
import type { RestoreBackupOptions } from "./options.js";
import { footerOf, withFooter } from "./rebuild.js";
import { exportAll } from "./snapshot.js";

/** Requires that nothing has the name of a database, nor of the log of one. */
export async function requireFree(file: string): Promise<void> {
  if (!(await exists(dirname(file)))) {
    throw storeFailed(`directory ${dirname(file)} is missing: create it first`);
  }
  // SQLite would take a log for that of the new database.
  for (const suffix of ["", "-wal", "-shm", "-journal"]) {
    if (await exists(`${file}${suffix}`)) {
      throw conflict(
        `file ${file}${suffix} is there already: restore to another path, or move it away`,
      );
    }
  }
}

/** Gives a closed database its name, for good; never replaces a file. */
export async function publishFile(file: string, target: string): Promise<void> {
  if (await exists(`${file}-wal`)) {
    throw storeFailed(`restored database ${file} could not be closed: free some space`);
  }
  const handle = await open(file, "r+");
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await requireFree(target);
  if (!(await moveToFree(file, target))) throw conflict(`file ${target} is there already`);
  await syncFolder(dirname(target));
}

/** Requires that a memory has nothing, and never had, unless an interrupted restore goes on. */
export async function requireEmpty(
  memory: MemoryRoot,
  { signal, continue: goesOn = false }: RestoreBackupOptions,
): Promise<void> {
  if (goesOn) return;
  for await (const { type } of memory.export({ history: true, signal })) {
    if (type !== "record" && type !== "tombstone") continue;
    throw conflict(
      "database to restore into is not empty: take another one, or continue an interrupted restore",
    );
  }
}

/** Copies all of a memory into another one, and proves that it has the same. */
export async function copyInto(
  target: MemoryRoot,
  source: MemoryRoot,
  { signal, onProgress, continue: goesOn = false }: RestoreBackupOptions,
): Promise<void> {
  if (goesOn) await requirePartOf(source, target, signal);
  const given = await withFooter(exportAll(source, signal), async (lines) => {
    await target.import(lines, {
      embed: false,
      onConflict: "fail",
      signal,
      onProgress: ({ written, unchanged }) =>
        onProgress?.({ step: "import", done: written + unchanged }),
    });
  });
  if ((await footerOf(target, { signal, onProgress })) === given) return;
  throw storeFailed("restored memories differ from the backup: somebody wrote meanwhile");
}

/** Requires that all of a memory is in the copy to restore, which is left as it is. */
async function requirePartOf(
  source: MemoryRoot,
  target: MemoryRoot,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = { embed: false, onConflict: "fail", signal } as const;
  const { written, erased } = await source.import(exportAll(target, signal), options);
  if (written + erased === 0) return;
  throw conflict("database to restore into has memories that are not in the backup: take another");
}
