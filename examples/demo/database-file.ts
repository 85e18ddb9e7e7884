import { mkdir, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { DemoError } from "./demo-error.ts";

/** "Kiok", where the header of an SQLite file names the application it belongs to. */
const OURS = { offset: 68, bytes: "Kiok" } as const;

/** Makes the demo's own directory in the repository; any other must be there already. */
export async function makeOwnDirectory(database: string, root: string): Promise<void> {
  const own = join(root, ".kioku");
  if (dirname(database) === own) await mkdir(own, { recursive: true });
}

/**
 * Deletes the database with all that belongs to it.
 * @throws `not-a-database` if the file is not one of Kioku's, so that a slip of the keyboard
 *   deletes nothing else.
 */
export async function deleteDatabase(database: string): Promise<void> {
  const bytes = await fileBytes(database);
  if (bytes === undefined) return;
  if (bytes > 0 && !(await isOurs(database))) {
    throw new DemoError(
      "not-a-database",
      `--fresh would delete ${JSON.stringify(database)}, which is no database of Kioku; name another one with --db`,
    );
  }
  for (const suffix of ["", "-wal", "-shm", "-reserve", "-index"])
    await rm(`${database}${suffix}`, { force: true, recursive: true });
}

/** Returns the size of a file, or `undefined` if there is none. */
export async function fileBytes(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

async function isOurs(path: string): Promise<boolean> {
  const handle = await open(path).catch((cause: unknown) => {
    throw new DemoError("not-a-database", `cannot read ${JSON.stringify(path)}; see --db`, cause);
  });
  try {
    const { buffer } = await handle.read(Buffer.alloc(OURS.bytes.length), 0, 4, OURS.offset);
    return buffer.toString("latin1") === OURS.bytes;
  } catch {
    // A directory.
    return false;
  } finally {
    await handle.close();
  }
}
