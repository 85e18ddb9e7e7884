import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

import { ModelFailure } from "./failure.js";
import type { DownloadProgress } from "./protocol.js";

/** One file to fetch. */
export interface FileDownload {
  readonly url: string;
  /** Path of the file in the folder of the model, for messages. */
  readonly file: string;
  /** Final path of the whole file. */
  readonly path: string;
  /** Expected SHA-256, if known. */
  readonly sha256: string | undefined;
  readonly onProgress: (progress: DownloadProgress) => void;
}

/** A file that a server is sending. */
interface RemoteFile {
  readonly body: ReadableStream;
  /** Size of the file, if the server says. */
  readonly totalBytes: number | undefined;
  /** The hub's tag of the content, without quotes, if it says. */
  readonly etag: string | undefined;
}

/** The hub redirects at most twice; more is a loop. */
const MAX_REDIRECTS = 5;
/** Statuses that may pass. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Bytes between two reports of progress. */
const PROGRESS_STEP = 1_048_576;
/** Most bytes of files of unknown size: several times the largest of today. */
const MAX_JSON_BYTES = 134_217_728;
const MAX_BYTES = 17_179_869_184;
/** Nobody waits a day for the next bytes. */
const MAX_PART_AGE_MS = 86_400_000;

/**
 * Fetches a file under a temporary name and renames it when it is whole and checked.
 * @throws `ModelFailure`, retryable where the network or the server may recover.
 */
export async function downloadFile(download: FileDownload): Promise<void> {
  const { path, file, url } = download;
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const remote = await openRemoteFile(url, file);
    await receive(temporary, remote, download);
    await moveToPath(temporary, remote, download);
  } catch (cause) {
    await rm(temporary, { force: true });
    if (cause instanceof ModelFailure) throw cause;
    const message = `the download of ${file} from ${url} to ${path} failed.`;
    throw new ModelFailure(message, { cause, retryable: true });
  }
}

async function* counted(
  body: Readable,
  { totalBytes }: RemoteFile,
  { file, onProgress }: FileDownload,
): AsyncGenerator<Uint8Array> {
  const total = totalBytes === undefined ? {} : { totalBytes };
  const maxBytes = totalBytes ?? (file.endsWith(".json") ? MAX_JSON_BYTES : MAX_BYTES);
  let loadedBytes = 0;
  let reported = 0;
  onProgress({ file, loadedBytes, ...total });
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    loadedBytes += chunk.length;
    if (loadedBytes > maxBytes) {
      const message = `the download of ${file} has more than ${maxBytes} bytes.`;
      throw new ModelFailure(message, { retryable: totalBytes !== undefined });
    }
    if (loadedBytes - reported >= PROGRESS_STEP) {
      reported = loadedBytes;
      onProgress({ file, loadedBytes, ...total });
    }
    yield chunk;
  }
  if (loadedBytes !== reported) onProgress({ file, loadedBytes, ...total });
}

/** Compares with the hub's tag: SHA-256 of a large file, the git hash of a small one. */
async function matchesTag(path: string, { etag = "" }: RemoteFile): Promise<boolean> {
  if (/^[\da-f]{64}$/u.test(etag)) return (await hashOf(path, "sha256")) === etag;
  if (!/^[\da-f]{40}$/u.test(etag)) return true;
  const { size } = await stat(path);
  return (await hashOf(path, "sha1", `blob ${size}\0`)) === etag;
}

async function checkDownload(
  path: string,
  remote: RemoteFile,
  { file, url, sha256 }: FileDownload,
): Promise<void> {
  const { size } = await stat(path);
  if (remote.totalBytes !== undefined && size !== remote.totalBytes) {
    const message = `the download of ${file} ended after ${size} of ${remote.totalBytes} bytes.`;
    throw new ModelFailure(message, { retryable: true });
  }
  if (sha256 !== undefined) return await checkSha256(path, sha256);
  if (await matchesTag(path, remote)) return;
  const message = `the download of ${file} from ${url} is damaged: its checksum is not the one that the hub names.`;
  throw new ModelFailure(message, { retryable: true });
}

/** Writes the whole file and flushes it to the disk. */
async function receive(
  temporary: string,
  remote: RemoteFile,
  download: FileDownload,
): Promise<void> {
  await writeFile(temporary, "", { flag: "wx" });
  await removeStaleParts(download.path, temporary);
  // Never creates the file: after a failure this may open when it has been removed.
  const target = createWriteStream(temporary, { flags: "r+", flush: true });
  await pipeline(counted(Readable.fromWeb(remote.body), remote, download), target);
  await checkDownload(temporary, remote, download);
}

/** Renames a file. Windows refuses if another process already reads its own copy, which will do. */
async function moveToPath(
  temporary: string,
  remote: RemoteFile,
  download: FileDownload,
): Promise<void> {
  try {
    await rename(temporary, download.path);
  } catch (error) {
    if (!(await isFile(download.path))) throw error;
    await checkDownload(download.path, remote, download);
    await rm(temporary, { force: true });
  }
}

/**
 * Requests a file and follows redirects, since only the hub's first answer carries the checksum.
 * @throws `ModelFailure` for an answer that is not a file; network errors as they are.
 */
async function openRemoteFile(url: string, file: string): Promise<RemoteFile> {
  let address = url;
  let etag: string | undefined;
  let linkedSize: number | undefined;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await fetch(address, { redirect: "manual" });
    // The first answer that names them counts: a redirect leads to a store with its own tags.
    etag ??= etagOf(response.headers);
    linkedSize ??= numberOf(response.headers.get("x-linked-size"));
    const target = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && target !== null) {
      await response.body?.cancel();
      address = new URL(target, address).href;
      continue;
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw statusFailure(response.status, { url, file });
    }
    const body: ReadableStream = response.body;
    return { body, totalBytes: linkedSize ?? lengthOf(response.headers), etag };
  }
  throw new ModelFailure(`${url} is redirected too often.`);
}

function statusFailure(status: number, { url, file }: { url: string; file: string }): ModelFailure {
  const retryable = TRANSIENT.has(status);
  if (status === 401 || status === 403) {
    const message = `the hub refuses ${file} (${url}, ${status}): the model needs an account or its terms accepted. Fetch it by hand, and pass \`modelDir\`.`;
    return new ModelFailure(message);
  }
  if (status === 404) {
    return new ModelFailure(`there is no ${file} at ${url}. Another quantization may exist.`);
  }
  return new ModelFailure(`the hub answered ${status} for ${url}.`, { retryable });
}

function etagOf(headers: Headers): string | undefined {
  const value = headers.get("x-linked-etag") ?? headers.get("etag");
  return value?.replace(/^W\//u, "").replaceAll('"', "");
}

function numberOf(value: string | null): number | undefined {
  return value !== null && /^\d{1,15}$/u.test(value) ? Number(value) : undefined;
}

function lengthOf(headers: Headers): number | undefined {
  // The length of a compressed answer is not that of the file.
  return headers.has("content-encoding") ? undefined : numberOf(headers.get("content-length"));
}

/** Removes parts of interrupted downloads of a file. Their age is by the clock of the disk. */
async function removeStaleParts(path: string, newest: string): Promise<void> {
  const folder = dirname(path);
  const { mtimeMs } = await stat(newest);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".part")) continue;
    const part = join(folder, name);
    const ageMs = mtimeMs - ((await stat(part).catch(() => undefined))?.mtimeMs ?? mtimeMs);
    if (ageMs > MAX_PART_AGE_MS) await rm(part, { force: true }).catch(() => undefined);
  }
}

/** Returns true if there is a file at the path. */
async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

/** Refuses a file with another SHA-256. */
export async function checkSha256(path: string, expected: string): Promise<void> {
  const actual = await hashOf(path, "sha256").catch((cause: unknown) => {
    throw new ModelFailure(`the model file ${path} cannot be read.`, { cause });
  });
  if (actual === expected.toLowerCase()) return;
  throw new ModelFailure(
    `the model file ${path} is damaged or of another version: its SHA-256 is ${actual}, not ${expected}.`,
  );
}

/** Hashes a header and a file. Returns hexadecimal digits. */
async function hashOf(path: string, algorithm: "sha1" | "sha256", header = ""): Promise<string> {
  const hash = createHash(algorithm).update(header);
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
