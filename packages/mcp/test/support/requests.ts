/** A token of the tests. */
export const TOKEN = "token-of-the-tests";

/** The two ways of asking: with an `initialize` before, and by itself. */
export const ERAS = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

/** Differences from a request that is served. */
export interface RequestOptions {
  readonly era?: Era;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly url?: string;
}

/** Parts of an answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The last message, whether it came by itself or as an event. */
  readonly message: {
    readonly id?: unknown;
    readonly result?: Readonly<Record<string, unknown>>;
    readonly error?: { readonly code?: number; readonly message?: string };
  };
  readonly text: string;
}

/** Makes a request of one message. */
export function ask(method: string, params: object = {}, options: RequestOptions = {}): Request {
  const { era = "2025-11-25" } = options;
  const isModern = era === "2026-07-28";
  const name = (params as { readonly name?: string }).name ?? (params as { uri?: string }).uri;
  const message = {
    jsonrpc: "2.0",
    id: 7,
    method,
    params: isModern ? { ...params, _meta: ENVELOPE } : params,
  };
  const headers: Record<string, string> = isModern
    ? { "mcp-protocol-version": era, "mcp-method": method }
    : { "mcp-protocol-version": era };
  if (isModern && name !== undefined) headers["mcp-name"] = name;
  return post(JSON.stringify(message), { ...options, headers: { ...headers, ...options.headers } });
}

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Makes a request with any body. */
export function post(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  options: RequestOptions = {},
): Request {
  const { headers, signal, url = "http://localhost/mcp" } = options;
  const token = "token" in options ? options.token : TOKEN;
  const init: RequestInit & { readonly duplex: "half" } = {
    method: "POST",
    body,
    duplex: "half",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  return new Request(url, signal === undefined ? init : { ...init, signal });
}

/** Makes a call of a tool. */
export function call(name: string, given: object = {}, options: RequestOptions = {}): Request {
  return ask("tools/call", { name, arguments: given }, options);
}

/** Reads an answer to its end. */
export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const data = text.startsWith("event:") || text.startsWith(":") ? lastEvent(text) : text;
  const message = data === "" ? {} : (JSON.parse(data) as Answer["message"]);
  return { status: response.status, headers: response.headers, message, text };
}

function lastEvent(text: string): string {
  const lines = text.split("\n").filter((line) => line.startsWith("data: "));
  return lines.at(-1)?.slice("data: ".length) ?? "";
}
