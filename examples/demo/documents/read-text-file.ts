import { readFile, stat } from "node:fs/promises";

import { DemoError } from "../demo-error.ts";

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A file as text, without a byte order mark.
 * @throws `unreadable-path`, or `not-text` for what is not UTF-8 or holds NUL, as binary files do.
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readBytes(path);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw notText(path, cause);
  }
  if (text.includes("\0")) throw notText(path);
  return text;
}

async function readBytes(path: string): Promise<Uint8Array> {
  const { size } = await lookAt(path);
  if (size > MAX_BYTES) {
    const megabytes = Math.round(size / 1024 / 1024);
    const message = `${JSON.stringify(path)} has ${megabytes} MiB; at most 64 are read, so split it`;
    throw new DemoError("unreadable-path", message);
  }
  return readFile(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
}

/** Returns size and type of a path. @throws `unreadable-path` */
export async function lookAt(
  path: string,
): Promise<{ readonly size: number; readonly type: "file" | "directory" }> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (stats.isFile()) return { size: stats.size, type: "file" };
  if (stats.isDirectory()) return { size: 0, type: "directory" };
  throw new DemoError("unreadable-path", `${JSON.stringify(path)} is no file and no directory`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or directory; check the spelling",
  ENOTDIR: "a part of the path is a file; check the spelling",
  EACCES: "permission denied; make it readable for you",
  EPERM: "permission denied; make it readable for you",
};

/** The typed error for what the file system refused. */
export function unreadable(path: string, cause: unknown): DemoError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new DemoError("unreadable-path", `cannot read ${JSON.stringify(path)}: ${reason}`, cause);
}

function notText(path: string, cause?: unknown): DemoError {
  const message = `${JSON.stringify(path)} is not UTF-8 text; name Markdown, text or chat files`;
  return new DemoError("not-text", message, cause);
}
