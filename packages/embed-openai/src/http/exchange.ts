import { unlessAborted } from "@kioku/core/toolkit";

import type { Failure } from "../failure/failure.js";
import { readBody } from "./read-body.js";

/** One request. */
export interface Exchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Most bytes that an answer with vectors can have. */
  readonly maxBytes: number;
}

/** How requests are made. */
export interface ExchangeParts {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** An answer, whole. */
export interface Reply {
  readonly kind: "reply";
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Errors of servers are short; of a longer one nothing is read. */
const MAX_ERROR_BYTES = 65_536;

/**
 * Sends a request and reads its answer. Rejects only when the signal is aborted, with its reason.
 */
export async function exchange(
  request: Exchange,
  { fetch, signal }: ExchangeParts,
): Promise<Reply | Failure> {
  signal.throwIfAborted();
  try {
    return await unlessAborted(send(request, fetch, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    return unreachable(error);
  }
}

async function send(
  { url, headers, body, maxBytes }: Exchange,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Reply | Failure> {
  // A redirect could lead texts and key to somebody else.
  const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
  const { status } = response;
  const text = await readBody(response, status === 200 ? maxBytes : MAX_ERROR_BYTES);
  if (text === undefined && status === 200) return tooMuch(maxBytes);
  return { kind: "reply", status, headers: response.headers, text: text ?? "" };
}

function tooMuch(maxBytes: number): Failure {
  return {
    kind: "permanent",
    what: `answered more than the ${maxBytes} bytes that vectors can take`,
    advice: "check baseURL",
  };
}

/** What `fetch` says may hold anything; only the code of the system is repeated. */
function unreachable(error: unknown): Failure {
  const code =
    systemCode(error) ?? systemCode((error as { readonly cause?: unknown } | null)?.cause);
  return {
    kind: "transient",
    what: `could not be reached, or broke off${code === undefined ? "" : ` (${code})`}`,
    advice: "check that the server is running and that baseURL is right",
  };
}

function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" &&
    /^(?:E[A-Z_0-9]{2,30}|UND_ERR_[A-Z_]{2,30}|CERT_[A-Z_]{2,40}|[A-Z_]{2,30}_CERT[A-Z_]{0,30})$/u.test(
      code,
    )
    ? code
    : undefined;
}
