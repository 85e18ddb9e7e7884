import { randomUUID } from "node:crypto";
import { resolve } from "node:path";

import { MemoryError } from "@kioku/core";

import type { FileFunctions } from "./operation-log.ts";

/**
 * Locks of this process. One with its number that is not here is left from an earlier process that
 * had the same.
 */
const HELD = new Set<string>();

/**
 * Keeps others from a file: a file beside it that holds the number of the process that has it open.
 */
export class FileLock {
  readonly #path: string;
  readonly #files: FileFunctions;

  private constructor(path: string, files: FileFunctions) {
    this.#path = path;
    this.#files = files;
  }

  /**
   * Takes the lock, also if a process that has ended did not give it back.
   * @throws `store-failed` while another one has it.
   */
  static async take(of: string, files: FileFunctions): Promise<FileLock> {
    const path = `${resolve(of)}.lock`;
    if (!(await create(path, files))) {
      const owner = await files.readFile(path, "utf8").catch(() => "");
      if (isHeld(path, Number(owner)) || !(await remove(path, owner, files))) {
        throw new MemoryError("store-failed", `${of} is open already, in process ${owner}`);
      }
      return FileLock.take(of, files);
    }
    HELD.add(path);
    return new FileLock(path, files);
  }

  async release(): Promise<void> {
    HELD.delete(this.#path);
    await this.#files.rm(this.#path, { force: true });
  }
}

/** Makes the file, whole from the beginning, unless there is one. */
async function create(path: string, files: FileFunctions): Promise<boolean> {
  const own = `${path}-${randomUUID()}`;
  try {
    await files.writeFile(own, String(process.pid));
    await files.link(own, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await files.rm(own, { force: true });
  }
}

/**
 * Removes what an owner left. `false` if another process was quicker, and the file is of a new
 * owner.
 */
async function remove(path: string, owner: string, files: FileFunctions): Promise<boolean> {
  const aside = `${path}-${randomUUID()}`;
  try {
    await files.rename(path, aside);
    if ((await files.readFile(aside, "utf8")) === owner) return true;
    await files.link(aside, path);
    return false;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  } finally {
    await files.rm(aside, { force: true });
  }
}

function isHeld(path: string, owner: number): boolean {
  if (owner === process.pid) return HELD.has(path);
  if (!(owner > 0)) return false;
  try {
    process.kill(owner, 0); // only asks
    return true;
  } catch (error) {
    // A process of somebody else may not be asked, and is there.
    return codeOf(error) !== "ESRCH";
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
