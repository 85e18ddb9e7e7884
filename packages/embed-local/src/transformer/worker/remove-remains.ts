import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Nobody waits a day for the next bytes. */
const MAX_AGE_MS = 86_400_000;

/**
 * Removes what downloads of a file have left that were interrupted. `newest` has just been made:
 * its time is that of the disk, which other machines may share. One that cannot be removed does no
 * harm.
 */
export async function removeRemains(path: string, newest: string): Promise<void> {
  const folder = dirname(path);
  const { mtimeMs } = await stat(newest);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".part")) continue;
    const remains = join(folder, name);
    const age = mtimeMs - ((await stat(remains).catch(() => undefined))?.mtimeMs ?? mtimeMs);
    if (age > MAX_AGE_MS) await rm(remains, { force: true }).catch(() => undefined);
  }
}
