import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { checkSha256, gitHashOf, isFile, sha256Of } from "./file-checks.js";
import { ModelFailure } from "./model-failure.js";
import { openRemoteFile } from "./open-remote-file.js";
import type { RemoteFile } from "./open-remote-file.js";
import type { DownloadProgress } from "./protocol.js";
import { removeRemains } from "./remove-remains.js";

/** One file to fetch. */
export interface FileDownload {
  readonly url: string;
  /** Path of the file in the folder of the model, for messages. */
  readonly file: string;
  /** Where it is put once all of it is there and right. */
  readonly path: string;
  /** SHA-256 that it must have, if that is known. */
  readonly sha256: string | undefined;
  readonly onProgress: (progress: DownloadProgress) => void;
}

/** Bytes between two reports of progress. */
const PROGRESS_STEP = 1_048_576;
/**
 * Most bytes of a file where the server does not say how many there are: several times what the
 * largest of today have.
 */
const MAX_JSON_BYTES = 134_217_728;
const MAX_BYTES = 17_179_869_184;

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

/** The hub says of a large file its SHA-256, and of a small one what git calls it. */
async function isAsAnnounced(path: string, { etag = "" }: RemoteFile): Promise<boolean> {
  if (/^[\da-f]{64}$/u.test(etag)) return (await sha256Of(path)) === etag;
  if (/^[\da-f]{40}$/u.test(etag)) return (await gitHashOf(path)) === etag;
  return true;
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
  if (await isAsAnnounced(path, remote)) return;
  const message = `the download of ${file} from ${url} is damaged: its checksum is not the one that the hub names.`;
  throw new ModelFailure(message, { retryable: true });
}

/** Writes down all of a file, and has the disk keep it before it gets its name. */
async function receive(
  temporary: string,
  remote: RemoteFile,
  download: FileDownload,
): Promise<void> {
  await writeFile(temporary, "", { flag: "wx" });
  await removeRemains(download.path, temporary);
  // Never made anew: where the download fails, this may still be opening when the file has been
  // removed.
  const target = createWriteStream(temporary, { flags: "r+", flush: true });
  await pipeline(counted(Readable.fromWeb(remote.body), remote, download), target);
  await checkDownload(temporary, remote, download);
}

/**
 * Gives a file its name. Windows refuses that where another process has put one there meanwhile,
 * and reads it: it is as good.
 */
async function place(temporary: string, remote: RemoteFile, download: FileDownload): Promise<void> {
  try {
    await rename(temporary, download.path);
  } catch (error) {
    if (!(await isFile(download.path))) throw error;
    await checkDownload(download.path, remote, download);
    await rm(temporary, { force: true });
  }
}

/**
 * Fetches a file under a temporary name, compares its length and checksums, and only then gives it
 * its name, so that whoever looks sees all of it or nothing.
 *
 * @throws `ModelFailure`, retryable where the network or the server may recover.
 */
export async function downloadFile(download: FileDownload): Promise<void> {
  const { path, file, url } = download;
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const remote = await openRemoteFile(url, file);
    await receive(temporary, remote, download);
    await place(temporary, remote, download);
  } catch (cause) {
    await rm(temporary, { force: true });
    if (cause instanceof ModelFailure) throw cause;
    const message = `the download of ${file} from ${url} to ${path} failed.`;
    throw new ModelFailure(message, { cause, retryable: true });
  }
}
