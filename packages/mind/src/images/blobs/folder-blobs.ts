import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { MemoryError, type CallOptions } from "@kioku/core";
import { checkText, invalidInput } from "@kioku/core/toolkit";

import type { BlobStore } from "../api/images.js";

const NAME = /^[0-9a-f]{64}$/u;
const FOLDER = /^[0-9a-f]{2}$/u;
const TEMPORARY = /^[0-9a-f]{64}\.[0-9a-f-]{36}\.tmp$/u;
/** Age from which a temporary file is left over from a process that has ended. */
const LEFT_OVER_MS = 3_600_000;
const PAGE = 1_000;
const MAX_PATH_LENGTH = 4_096;

/** Options of `folderBlobs`. */
export interface FolderBlobsOptions {
  /** Tells how old temporary files are. @defaultValue `() => new Date()` */
  readonly clock?: (() => Date) | undefined;
}

/**
 * Keeps files in a folder, in two levels of folders by their hash. A file is there as a whole or
 * not at all, also after a loss of power. Several processes may share a folder, if their memory is
 * the same one: `sweep` removes the files of others.
 *
 * ```ts
 * const images = imageMemory({ blobs: folderBlobs("./images"), model });
 * ```
 * @throws `invalid-input` for a path that is none.
 */
export function folderBlobs(
  path: string,
  { clock = () => new Date() }: FolderBlobsOptions = {},
): BlobStore {
  checkText(path, "path", MAX_PATH_LENGTH);
  const fileOf = (name: string): string => {
    if (typeof name === "string" && NAME.test(name)) {
      return join(path, name.slice(0, 2), name.slice(2, 4), name);
    }
    throw invalidInput("name", "the SHA-256 of a file in lower-case hexadecimal", name);
  };
  return {
    put: async (name, bytes, { signal } = {}) => {
      const file = fileOf(name);
      await onDisk(async () => putFile(file, { root: path, bytes, signal }), signal);
    },
    get: async (name, { signal } = {}) => {
      const file = fileOf(name);
      return onDisk(async () => readIfThere(file, { signal }), signal);
    },
    delete: async (name, { signal } = {}) => {
      const file = fileOf(name);
      signal?.throwIfAborted();
      await onDisk(async () => {
        await rm(file, { force: true });
        await syncFolder(dirname(file));
      }, signal);
    },
    list: (options) => listFiles(path, clock, options),
  };
}

async function putFile(
  file: string,
  { root, bytes, signal }: CallOptions & { readonly root: string; readonly bytes: Uint8Array },
): Promise<void> {
  signal?.throwIfAborted();
  const folder = dirname(file);
  const there = await readIfThere(file, { signal });
  if (there && Buffer.compare(there, bytes) === 0) {
    // Its writer may have ended before the folder was durable.
    await syncFolder(folder);
    return;
  }
  await makeFolders(root, folder);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(bytes, { signal });
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes the folders of a file, and makes their names durable. */
async function makeFolders(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await syncFolder(dirname(folder));
  await syncFolder(root);
}

async function readIfThere(file: string, { signal }: CallOptions): Promise<Uint8Array | undefined> {
  const bytes = await unlessMissing(readFile(file, { signal }));
  return bytes && new Uint8Array(bytes);
}

/** Makes names in a folder durable, where the system can do that; Windows cannot. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const cannot = ["ENOENT", "EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EACCES", "EBADF"];
    if (code === undefined || !cannot.includes(code)) throw error;
  }
}

/** Yields the names of files, and removes temporary files that were left over. */
async function* listFiles(
  root: string,
  clock: () => Date,
  { signal }: CallOptions = {},
): AsyncGenerator<readonly string[]> {
  let names: string[] = [];
  for await (const folder of hashFolders(root)) {
    signal?.throwIfAborted();
    const entries = await onDisk(async () => entriesOf(folder), signal);
    for (const entry of entries) {
      if (NAME.test(entry)) names.push(entry);
      else if (TEMPORARY.test(entry)) await removeLeftOver(join(folder, entry), clock);
    }
    while (names.length >= PAGE) {
      yield names.slice(0, PAGE);
      names = names.slice(PAGE);
    }
  }
  if (names.length > 0) yield names;
}

async function* hashFolders(root: string): AsyncGenerator<string> {
  for (const outer of await onDisk(async () => entriesOf(root))) {
    if (!FOLDER.test(outer)) continue;
    for (const inner of await onDisk(async () => entriesOf(join(root, outer)))) {
      if (FOLDER.test(inner)) yield join(root, outer, inner);
    }
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

async function removeLeftOver(file: string, clock: () => Date): Promise<void> {
  await onDisk(async () => {
    const found = await unlessMissing(stat(file));
    if (found && clock().getTime() - found.mtimeMs > LEFT_OVER_MS) await rm(file, { force: true });
  });
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Does something with files. @throws `store-failed`, or the reason of the signal */
async function onDisk<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (MemoryError.is(error)) throw error;
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new MemoryError("store-failed", `folder of images failed: ${code}`, { cause: error });
  }
}
