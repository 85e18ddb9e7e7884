import type { ReadableStream } from "node:stream/web";

import { ModelFailure } from "./model-failure.js";

/** A file that a server has begun to send. */
export interface RemoteFile {
  readonly body: ReadableStream;
  /** All bytes that will come, if the server says. */
  readonly totalBytes: number | undefined;
  /** What the hub calls the content, without quotes, if it says. */
  readonly etag: string | undefined;
}

/** The hub redirects at most twice; more is a loop. */
const MAX_REDIRECTS = 5;
/** Answers that another try may turn. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

function statusFailure(status: number, { url, file }: { url: string; file: string }): ModelFailure {
  const retryable = PASSING.has(status);
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
  // The length of a compressed answer says nothing of the file.
  return headers.has("content-encoding") ? undefined : numberOf(headers.get("content-length"));
}

/**
 * Asks for a file and follows redirects itself, because only the first answer of the hub carries
 * the checksum.
 *
 * @throws `ModelFailure` for an answer that is no file; network errors as they are.
 */
export async function openRemoteFile(url: string, file: string): Promise<RemoteFile> {
  let address = url;
  let etag: string | undefined;
  let linkedSize: number | undefined;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await fetch(address, { redirect: "manual" });
    // The first answer that names them counts: behind a redirect is a store with names of its own.
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
