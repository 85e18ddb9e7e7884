import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { CliError } from "../../command/cli-error.js";
import { exists, moveToFree, syncFolder } from "../../files.js";
import { shown } from "../../output/shown.js";

/** Requires that a path is free, and its folder there. @throws `CliError` otherwise. */
export async function requireFree(path: string): Promise<void> {
  if (await exists(path)) throw taken(path);
  if (await exists(dirname(path))) return;
  throw new CliError("not-found", `folder ${shown(dirname(path))} does not exist`);
}

/**
 * Writes a file that does not exist yet, for its owner alone. It is there as a whole or not at all,
 * and replaces none, also not one that comes meanwhile. Returns its length in bytes.
 */
export async function writeNewFile(
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>,
  signal: AbortSignal,
): Promise<number> {
  const part = partOf(path);
  try {
    const bytes = await writeSynced(part, chunks, signal);
    if (!(await moveToFree(part, path))) throw taken(path);
    await syncFolder(dirname(path));
    return bytes;
  } finally {
    await rm(part, { force: true });
  }
}

/** Writes files into a folder that does not exist yet, in the same way. */
export async function writeNewFolder(
  path: string,
  files: readonly (readonly [name: string, text: string])[],
  signal: AbortSignal,
): Promise<number> {
  const part = partOf(path);
  let bytes = 0;
  try {
    for (const [name, text] of files) {
      await mkdir(dirname(join(part, name)), { recursive: true, mode: 0o700 });
      bytes += await writeSynced(join(part, name), [text], signal);
    }
    await requireFree(path);
    await rename(part, path);
    await syncFolder(dirname(path));
    return bytes;
  } finally {
    await rm(part, { force: true, recursive: true });
  }
}

function partOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`);
}

async function writeSynced(
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>,
  signal: AbortSignal,
): Promise<number> {
  const file = await open(path, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      const data = Buffer.from(chunk);
      await file.writeFile(data);
      bytes += data.length;
    }
    signal.throwIfAborted();
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

function taken(path: string): CliError {
  return new CliError("conflict", `${shown(path)} exists already`, {
    hint: "give another name; export replaces nothing",
  });
}
