import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

/**
 * Writes to the disk what the system still has of a file, on another thread. SQLite does it again,
 * so a failure is not told.
 */
export async function syncFile(path: string): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r+");
    await file.datasync();
  } catch {
    // The commit says what is wrong.
  } finally {
    await file?.close();
  }
}
