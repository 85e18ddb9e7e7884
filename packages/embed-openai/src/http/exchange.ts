import { unlessAborted } from "@kioku/core/toolkit";

/** One request. */
export interface Exchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Most bytes that an answer with vectors can have. */
  readonly maxBytes: number;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** A whole answer. */
export interface Reply {
  readonly kind: "reply";
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A failed request, described without secrets or texts. */
export interface Failure {
  /** `transient` may pass by itself, `too-large` needs fewer or shorter texts. */
  readonly kind: "transient" | "permanent" | "too-large" | "encoding";
  /** The problem, to follow the name of the server. */
  readonly problem: string;
  /** The remedy. */
  readonly advice: string;
  /** The wait that the server asks for. */
  readonly retryAfterMs?: number | undefined;
}

/** Errors of servers are short; a longer one is not read. */
const MAX_ERROR_BYTES = 65_536;
const SYSTEM_CODE =
  /^(?:E[A-Z_0-9]{2,30}|UND_ERR_[A-Z_]{2,30}|CERT_[A-Z_]{2,40}|[A-Z_]{2,30}_CERT[A-Z_]{0,30})$/u;

/** Sends a request and reads the answer. Rejects only for an abort, with the signal's reason. */
export async function exchange(request: Exchange): Promise<Reply | Failure> {
  const { signal } = request;
  signal.throwIfAborted();
  try {
    return await unlessAborted(send(request), signal);
  } catch (error) {
    signal.throwIfAborted();
    return unreachable(error);
  }
}

async function send(request: Exchange): Promise<Reply | Failure> {
  const { url, headers, body, maxBytes, fetch, signal } = request;
  // A redirect could take texts and key to another server.
  const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
  const { status } = response;
  const text = await readBody(response, status === 200 ? maxBytes : MAX_ERROR_BYTES);
  if (text === undefined && status === 200) {
    const problem = `answered more than the ${maxBytes} bytes that vectors can take`;
    return { kind: "permanent", problem, advice: "check baseURL" };
  }
  return { kind: "reply", status, headers: response.headers, text: text ?? "" };
}

/** Reads a body. Returns `undefined` if it is longer than allowed, without fetching the rest. */
async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  if (!response.body) return "";
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(Buffer.concat(chunks, length));
    length += value.length;
    if (length > maxBytes) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}

/** Shows only the system's code: messages of `fetch` may hold anything. */
function unreachable(error: unknown): Failure {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const code = systemCode(error) ?? systemCode(cause);
  return {
    kind: "transient",
    problem: `could not be reached, or broke off${code === undefined ? "" : ` (${code})`}`,
    advice: "check that the server is running and that baseURL is right",
  };
}

function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" && SYSTEM_CODE.test(code) ? code : undefined;
}
