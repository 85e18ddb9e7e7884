import { unlessAborted } from "@kioku/core/toolkit";

import { networkCode } from "../../network.js";
import type { S3Settings } from "./s3-options.js";
import type { S3Answer } from "./s3-refusal.js";
import { signRequest, type S3Request } from "./sign-request.js";

/** Time without progress after which a request is given up. */
const STALL_MS = 30_000;
/** Slowest upload. `fetch` does not say how far one is, so that a limit for the whole has to do. */
const LEAST_BYTES_PER_MS = 32;
/** Longest answer that is taken into memory. */
const MAX_BYTES = 2 ** 29;

/** A failure of one attempt that the next one may not meet. */
export class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";
  /** Failure in words, after the name of the store. */
  readonly problem: string;
  /** True for an answer that came whole and makes no sense. */
  readonly isNonsense: boolean;

  constructor(problem: string, { isNonsense = false }: { readonly isNonsense?: boolean } = {}) {
    super(problem);
    this.problem = problem;
    this.isNonsense = isNonsense;
  }
}

/**
 * Sends a request once and reads the whole answer.
 * @throws `BrokenAnswer` if it stalls or is cut, and the signal's reason.
 */
export async function exchange(
  settings: S3Settings,
  request: S3Request,
  signal: AbortSignal | undefined,
): Promise<S3Answer> {
  const { url, headers } = await signRequest(settings, request);
  const { body, method } = request;
  const limit = new StallLimit(settings, signal);
  try {
    limit.extend(STALL_MS + (body?.length ?? 0) / LEAST_BYTES_PER_MS);
    const sending = settings.fetch(url, {
      method,
      headers,
      // An upload of 0 bytes has to have a length, too.
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
      redirect: "manual",
      signal: limit.signal,
    });
    const response = await unlessAborted(sending, limit.signal);
    const bytes = await readBody(response, method, limit);
    return { status: response.status, headers: response.headers, body: bytes };
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.isOver) throw new BrokenAnswer("did not go on in time");
    if (error instanceof BrokenAnswer) throw error;
    const code = networkCode(error);
    throw new BrokenAnswer(
      `cannot be reached${code === undefined ? ", or cut the connection" : ` (${code})`}`,
    );
  } finally {
    limit.end();
  }
}

async function readBody(
  response: Response,
  method: S3Request["method"],
  limit: StallLimit,
): Promise<Uint8Array> {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  if (length > MAX_BYTES) throw tooLong();
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const chunks: Uint8Array[] = [];
  let count = 0;
  try {
    for (;;) {
      limit.extend(STALL_MS);
      const read = reader === undefined ? undefined : reader.read();
      const value = (await unlessAborted(Promise.resolve(read), limit.signal))?.value;
      if (value === undefined) break;
      chunks.push(value);
      count += value.length;
      if (count > MAX_BYTES) throw tooLong();
    }
  } finally {
    // Closes the connection of what was not read to its end.
    await reader?.cancel().catch(() => undefined);
  }
  const isCounted = method !== "HEAD" && !response.headers.has("content-encoding");
  if (isCounted && !Number.isNaN(length) && count !== length) {
    throw new BrokenAnswer(`sent ${count} bytes of ${length}`);
  }
  return Buffer.concat(chunks, count);
}

function tooLong(): BrokenAnswer {
  return new BrokenAnswer(`sent more than ${MAX_BYTES} bytes`, { isNonsense: true });
}

/** Aborts a request that makes no progress, and with the caller's signal. */
class StallLimit {
  readonly #schedule: S3Settings["schedule"];
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  #cancel: () => void = () => undefined;
  isOver = false;

  constructor({ schedule }: S3Settings, signal: AbortSignal | undefined) {
    this.#schedule = schedule;
    this.#outer = signal;
    signal?.addEventListener("abort", this.#abort, { once: true });
    if (signal?.aborted) this.#abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives so much time from now on. */
  extend(ms: number): void {
    this.#cancel();
    this.#cancel = this.#schedule(() => {
      this.isOver = true;
      this.#abort();
    }, ms);
  }

  end(): void {
    this.#cancel();
    this.#outer?.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort();
}
