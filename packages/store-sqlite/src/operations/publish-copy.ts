import { link, open, rename, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** Where a copy goes. */
export interface Publication {
  /** Its last name. */
  readonly file: string;
  /** What it is a copy of: nobody may read the copy who may not read that. */
  readonly source: string | undefined;
  /** Whether it may take the place of another file. */
  readonly overwrite: boolean;
}

/**
 * Waits until the disk has a copy, then gives it its name, and answers with its length.
 * @throws `EEXIST` if the name was taken meanwhile.
 */
export async function publishCopy(
  copy: string,
  { file, source, overwrite }: Publication,
): Promise<number> {
  const handle = await open(copy, "r+");
  try {
    await handle.chmod(source === undefined ? 0o600 : (await stat(source)).mode & 0o777);
    await handle.sync();
    const { size } = await handle.stat();
    await (overwrite ? rename(copy, file) : renameIfFree(copy, file));
    await syncDirectory(dirname(file));
    return size;
  } finally {
    await handle.close();
  }
}

/** A rename takes the place of what is there, a link does not; some file systems have no links. */
async function renameIfFree(copy: string, file: string): Promise<void> {
  try {
    await link(copy, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    await rename(copy, file);
    return;
  }
  await unlink(copy);
}

/** The name is on the disk, too; Windows cannot and need not do that. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
