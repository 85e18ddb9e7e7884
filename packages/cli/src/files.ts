import { randomUUID } from "node:crypto";
import { link, lstat, open, rename, rm, writeFile } from "node:fs/promises";

/** Returns the code of an error of the system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Returns true for a promise that resolves. */
export async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Returns true if something has this path, even a link that leads nowhere. */
export async function exists(path: string): Promise<boolean> {
  return succeeds(lstat(path));
}

/** Flushes the names in a folder to the disk; Windows and some file systems need not. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "ENOTSUP", "EPERM"].includes(codeOf(error) ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

/** Gives a file another name; returns false, and replaces nothing, if that is taken. */
export async function moveToFree(path: string, name: string): Promise<boolean> {
  try {
    // A rename would replace a file that has come meanwhile.
    await link(path, name);
  } catch (error) {
    if (codeOf(error) === "EEXIST" || (await exists(name))) return false;
    // Some file systems have no links.
    await rename(path, name);
  }
  await rm(path, { force: true });
  return true;
}

/** Reads a stream; `undefined`, and no more of it, if it is longer than allowed. */
export async function readAtMost(
  chunks: AsyncIterable<string | Uint8Array>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > mostBytes) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** Returns the text of bytes; `undefined` if they are not UTF-8. */
export function utf8Of(
  bytes: Uint8Array,
  options: { readonly ignoreBOM?: boolean } = {},
): string | undefined {
  try {
    return new TextDecoder("utf-8", { ...options, fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file that is whole as soon as it has its name. With `isNew` it replaces none, and
 * returns false if there is one.
 */
export async function writeWhole(
  path: string,
  text: string,
  { mode = 0o666, isNew = false }: { readonly mode?: number; readonly isNew?: boolean } = {},
): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode, flag: "wx", flush: true });
    if (isNew) return await moveToFree(draft, path);
    await rename(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}
