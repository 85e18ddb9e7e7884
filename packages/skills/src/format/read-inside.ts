import { constants, type Dirent, type Stats } from "node:fs";
import { lstat, open, opendir, readlink, realpath, type FileHandle } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";

import { MemoryError } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import { missingFile } from "./skill-path.js";

interface ReadInsideOptions {
  /** Real path of the directory that has to hold the file. */
  readonly root: string;
  readonly name: string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const CHUNK = 16_384;

/** System error codes of missing files. */
const MISSING: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "ELOOP",
  "ENAMETOOLONG",
  "EISDIR",
]);

/** Never waits for the other end of a pipe, nor follows a link made after the path was resolved. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Returns true if a real path is a directory or something in it. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Reads a plain file whose real path is below the root, even if the path is swapped meanwhile.
 * @throws `not-found` for anything but a plain file; `invalid-input` for one that leads out of the
 *   root, has several hard links or is too large; `skill-failed` if the file system fails.
 */
export async function readInside(path: string, options: ReadInsideOptions): Promise<Uint8Array> {
  const { root, name, signal } = options;
  try {
    const real = await realpath(path);
    if (!isInside(root, real)) throw leadsOut(name);
    // Even opening a device can have effects.
    if (!(await lstat(real)).isFile()) throw missingFile(name);
    signal?.throwIfAborted();
    const handle = await open(real, FLAGS);
    try {
      if (!(await isStill(handle, root, real))) throw leadsOut(name);
      if (isSharedFile(await handle.stat(), real)) throw isShared(name);
      return await readAll(handle, options);
    } finally {
      await handle.close();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw fileError(name, error);
  }
}

/**
 * Returns true for a file with several hard links, which may be a file of somebody else. Package
 * managers link files in `node_modules`, whose writers can run code anyway.
 */
export function isSharedFile({ nlink }: Pick<Stats, "nlink">, real: string): boolean {
  return nlink > 1 && !real.split(sep).includes("node_modules");
}

function isShared(name: string): MemoryError {
  return new MemoryError(
    "invalid-input",
    `the file ${JSON.stringify(name)} has more than one hard link; copy it into the skill`,
  );
}

function leadsOut(name: string): MemoryError {
  return new MemoryError(
    "invalid-input",
    `the file ${JSON.stringify(name)} leads out of the skill`,
  );
}

function fileError(name: string, error: unknown): MemoryError {
  if (MemoryError.is(error)) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (MISSING.has(code)) return missingFile(name);
  const message = `the file ${JSON.stringify(name)} could not be read${code && ` (${code})`}`;
  return new MemoryError("skill-failed", message, { cause: error });
}

/**
 * Returns true if the open file is a plain file in the root. Linux tells its path; elsewhere the
 * path is resolved once more, which repeated swaps can feign.
 */
async function isStill(handle: FileHandle, root: string, real: string): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) return false;
  const path = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (path !== undefined) return isInside(root, path);
  if ((await realpath(real)) !== real) return false;
  const now = await lstat(real, { bigint: true });
  return now.dev === opened.dev && now.ino === opened.ino;
}

/** Reads to the end, which may have moved since the size was seen. */
async function readAll(handle: FileHandle, options: ReadInsideOptions): Promise<Uint8Array> {
  const { name, maxBytes, signal } = options;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead, buffer } = await handle.read(new Uint8Array(CHUNK), 0, CHUNK);
    // A copy, since `Buffer.concat` returns a part of a shared buffer.
    if (bytesRead === 0) return new Uint8Array(Buffer.concat(chunks));
    length += bytesRead;
    if (length > maxBytes) {
      throw new MemoryError(
        "invalid-input",
        `the file ${JSON.stringify(name)} exceeds ${maxBytes} bytes`,
      );
    }
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

/** Most entries of one directory to read. */
const MAX_ENTRIES = 10_000;

/** Reads the entries of a directory, by name, at most 10,000 of them. */
export async function readEntries(
  path: string,
  signal: AbortSignal | undefined,
): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(path)) {
    signal?.throwIfAborted();
    entries.push(entry);
    if (entries.length === MAX_ENTRIES) break;
  }
  return entries.toSorted((a, b) => compareText(a.name, b.name));
}
