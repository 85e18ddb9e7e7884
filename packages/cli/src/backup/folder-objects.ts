import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";

import { MemoryError, type CallOptions } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import { codeOf, moveToFree, syncFolder } from "../files.js";
import { checkKey, checkKeyPrefix, isKey } from "./check-key.js";
import { conflict, storeFailed } from "./errors.js";
import type { ObjectStore, PutOptions, StoredObject } from "./object-store.js";
import { isDead, ownerMark } from "./owner.js";

/** Files on their way; no key begins with a dot. */
const UNFINISHED = ".unfinished";

/**
 * Creates a place for backups in a folder. The folder is made with the first object; the folder
 * around it must exist, so that nothing is written where a disk should be mounted.
 */
export function folderObjects(path: string): ObjectStore {
  const root = resolve(path);
  const run = async <T>(options: CallOptions | undefined, work: () => Promise<T>): Promise<T> => {
    options?.signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      options?.signal?.throwIfAborted();
      throw toFailure(error, root);
    }
  };
  return {
    name: root,
    put: async (key, body, options) =>
      run(options, async () => {
        await prepare(root);
        await putFile(root, { file: fileOf(root, key), body }, options);
      }),
    get: async (key, options) =>
      run(options, async () => {
        const file = fileOf(root, key);
        const body = await readFile(file, { flag: READ, signal: options?.signal }).catch(
          unlessMissing,
        );
        if (!body) await stat(dirname(root));
        return body;
      }),
    list: (prefix, options) => listFiles(root, prefix, { ...options, run }),
    delete: async (key, options) => run(options, async () => deleteFile(root, fileOf(root, key))),
  };
}

function fileOf(root: string, key: string): string {
  checkKey(key);
  return join(root, ...key.split("/"));
}

/** Makes the folder, and removes what killed processes left in it. */
async function prepare(root: string): Promise<void> {
  const unfinished = join(root, UNFINISHED);
  for (const folder of [root, unfinished]) {
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  }
  for (const name of await readdir(unfinished)) {
    if (await isDead(join(unfinished, name))) await rm(join(unfinished, name), { force: true });
  }
}

/** Writes a file that is complete and on the disk before it gets its name. */
async function putFile(
  root: string,
  { file, body }: { readonly file: string; readonly body: Uint8Array },
  options: PutOptions = {},
): Promise<void> {
  const name = `${randomBytes(6).toString("hex")}.${ownerMark()}`;
  const unfinished = join(root, UNFINISHED, name);
  try {
    const handle = await open(unfinished, "wx", 0o600);
    try {
      await handle.writeFile(body, { signal: options.signal });
      await handle.sync();
    } finally {
      await handle.close();
    }
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    if (options.ifAbsent !== true) await rename(unfinished, file);
    else if (!(await moveToFree(unfinished, file)))
      throw conflict(`object ${file} is there already`);
    await syncFolder(dirname(file));
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function deleteFile(root: string, file: string): Promise<void> {
  await rm(file, { force: true });
  // Folders are no objects; one that is not empty stays.
  const folder = dirname(file);
  const isBelow = folder.startsWith(root + sep) && dirname(folder) !== root;
  if (isBelow) await rmdir(folder).catch(() => undefined);
}

interface ListCall extends CallOptions {
  readonly run: <T>(options: CallOptions | undefined, work: () => Promise<T>) => Promise<T>;
}

async function* listFiles(
  root: string,
  prefix: string,
  call: ListCall,
): AsyncGenerator<StoredObject> {
  checkKeyPrefix(prefix);
  const at = prefix.lastIndexOf("/") + 1;
  yield* walk(root, prefix.slice(0, at), { prefix, call });
}

async function* walk(
  root: string,
  folder: string,
  { prefix, call }: { readonly prefix: string; readonly call: ListCall },
): AsyncGenerator<StoredObject> {
  const entries = await call.run(call, async () =>
    readdir(join(root, ...folder.split("/")), { withFileTypes: true }).catch(async (error) => {
      unlessMissing(error);
      await stat(dirname(root));
    }),
  );
  // Folders sort with the slash that follows their name in keys.
  const found = (entries ?? [])
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    .filter((key) => isKey(key.replace(/\/$/u, "")))
    .filter((key) => key.startsWith(prefix) || prefix.startsWith(key))
    .toSorted(compareText);
  for (const key of found) {
    if (key.endsWith("/")) yield* walk(root, key, { prefix, call });
    else {
      const status = await call.run(call, async () => stat(fileOf(root, key)).catch(unlessMissing));
      if (status && key.startsWith(prefix)) yield { key, bytes: status.size };
    }
  }
}

function unlessMissing(error: unknown): undefined {
  const code = codeOf(error) ?? "";
  // A folder is no object, and neither is what would be in a file.
  if (!["ENOENT", "ENOTDIR", "EISDIR"].includes(code)) throw error;
}

/** Does not wait for the other end of a pipe, which nothing could end. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** Failures of disks and network folders that may pass. */
const PASSING: ReadonlySet<string> = new Set([
  "EIO",
  "ESTALE",
  "ETIMEDOUT",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENOTCONN",
  "EBUSY",
  "EMFILE",
  "ENFILE",
]);

function toFailure(error: unknown, root: string): unknown {
  const code = codeOf(error);
  if (MemoryError.is(error) || code === undefined) return error;
  if (code === "ENOENT") {
    return storeFailed(
      `folder ${dirname(root)} of the backups is missing: mount or create it`,
      error,
    );
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    const message = `folder ${root} of the backups is full: free some space`;
    return new MemoryError("store-failed", message, { cause: error, retryable: true });
  }
  if (PASSING.has(code)) {
    const message = `folder ${root} of the backups cannot be reached (${code})`;
    return new MemoryError("store-unavailable", message, { cause: error, retryable: true });
  }
  return storeFailed(`folder ${root} of the backups failed with ${code}`, error);
}
