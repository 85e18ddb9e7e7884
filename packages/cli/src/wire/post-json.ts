import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

import { readAtMost } from "../files.js";
import { networkCode, retryAfterOf } from "../network.js";

/** A request to a server. */
export interface JsonRequest {
  /** Address. */
  readonly url: string;
  /** Key, if the server wants one. */
  readonly apiKey: string | undefined;
  /** Sent as JSON. */
  readonly body: unknown;
}

/** Limits of a request. */
export interface RequestLimits {
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  readonly signal: AbortSignal | undefined;
  /** Time for one request with its answer, in milliseconds. @defaultValue 120000 */
  readonly timeoutMs?: number;
  /** Most requests after one that failed in a way that may pass. @defaultValue 3 */
  readonly maxRetries?: number;
  /** Most bytes of an answer. @defaultValue 4194304 */
  readonly maxBytes?: number;
  /** Waits between two requests. @defaultValue `setTimeout` */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** A whole answer, or why there is none. */
export interface Reply {
  /** Status; 0 if there was no answer. */
  readonly status: number;
  /** Body. */
  readonly text: string;
  /** Problem, if it was not the status. */
  readonly problem?: string | undefined;
  /** True if the same request may succeed later. */
  readonly isPassing: boolean;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

const MAX_WAIT_MS = 60_000;
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 529]);

/**
 * Posts JSON, and posts it again after failures that may pass. Rejects only with the reason of the
 * signal.
 */
export async function postJson(request: JsonRequest, limits: RequestLimits): Promise<Reply> {
  const { signal, maxRetries = 3, wait = waitFor } = limits;
  for (let attempt = 0; ; attempt += 1) {
    const reply = await postOnce(request, limits);
    const pauseMs = reply.retryAfterMs ?? 500 * 2 ** attempt;
    if (!reply.isPassing || attempt >= maxRetries || pauseMs > MAX_WAIT_MS) return reply;
    await wait(pauseMs, signal);
    signal?.throwIfAborted();
  }
}

async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

async function postOnce({ url, apiKey, body }: JsonRequest, limits: RequestLimits): Promise<Reply> {
  const { signal, timeoutMs = 120_000, maxBytes = 4_194_304 } = limits;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await limits.fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      // A redirect could take texts and key to another server.
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const { status, headers } = response;
    const bytes = await readAtMost(response.body ?? Readable.from([]), maxBytes);
    if (bytes === undefined) {
      const problem = `answered more than ${maxBytes} bytes`;
      return { status, text: "", isPassing: false, problem };
    }
    const text = bytes.toString();
    const retryAfterMs = retryAfterOf(headers, limits.clock());
    return { status, text, isPassing: PASSING.has(status), retryAfterMs };
  } catch (error) {
    signal?.throwIfAborted();
    const code = networkCode(error);
    const unreachable = `cannot be reached${code === undefined ? "" : ` (${code})`}`;
    const problem = timeout.aborted ? "did not answer in time" : unreachable;
    return { status: 0, text: "", isPassing: true, problem };
  }
}
