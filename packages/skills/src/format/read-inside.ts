import { constants } from "node:fs";
import type { Stats } from "node:fs";
import { lstat, open, readlink, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";

import { MemoryError } from "@kioku/core";

import { missingFile } from "./skill-path.js";

/** A file, and what it has to keep to. */
export interface ReadInsideOptions {
  /** Real path of the directory that the file has to be in. */
  readonly root: string;
  /** Name for messages. */
  readonly name: string;
  /** Most bytes. */
  readonly maxBytes: number;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

const CHUNK = 16_384;

/** Codes of the system for what is not there. */
const MISSING: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "ELOOP",
  "ENAMETOOLONG",
  "EISDIR",
]);

/**
 * Does not wait for the other end of a pipe, and does not follow a link that came after the path
 * was resolved.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Whether a real path is a directory or something in it. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * The bytes of a plain file whose real path is below the root. What was opened is checked once
 * more, so that a path that is swapped in between is not read.
 * @throws `not-found` for what is no plain file; `invalid-input` for one that leads out of the
 *   root, has several hard links or is too large; `skill-failed` if the file system fails.
 */
export async function readInside(path: string, options: ReadInsideOptions): Promise<Uint8Array> {
  const { root, name, signal } = options;
  try {
    const real = await realpath(path);
    if (!isInside(root, real)) throw leadsOut(name);
    // A device is not even opened: that alone can do something.
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
 * Returns true for a file with more than one hard link: its other names may be anywhere, so it may
 * be a file of somebody else. Within `node_modules` files are taken as they are, since package
 * managers link them from a store of their own, and who writes there can run code anyway.
 */
export function isSharedFile({ nlink }: Pick<Stats, "nlink">, real: string): boolean {
  return nlink > 1 && !real.split(sep).includes("node_modules");
}

function isShared(name: string): MemoryError {
  return new MemoryError(
    "invalid-input",
    `the file ${JSON.stringify(name)} must not have more than one hard link; copy it into the skill`,
  );
}

function leadsOut(name: string): MemoryError {
  return new MemoryError(
    "invalid-input",
    `the file ${JSON.stringify(name)} must be in the skill, and it leads out of it`,
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
 * Whether what was opened is a plain file in the root. Linux says where it is. Elsewhere its path
 * is followed once more and has to lead to the same file without a link, which a swap there and
 * back and there again can feign.
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

/** Reads until the end, which can be further than the size that was seen. */
async function readAll(handle: FileHandle, options: ReadInsideOptions): Promise<Uint8Array> {
  const { name, maxBytes, signal } = options;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead, buffer } = await handle.read(new Uint8Array(CHUNK), 0, CHUNK);
    // A copy, since `Buffer.concat` hands out a part of memory that others share.
    if (bytesRead === 0) return new Uint8Array(Buffer.concat(chunks));
    length += bytesRead;
    if (length > maxBytes) {
      throw new MemoryError(
        "invalid-input",
        `the file ${JSON.stringify(name)} must have at most ${maxBytes} bytes`,
      );
    }
    chunks.push(buffer.subarray(0, bytesRead));
  }
}
