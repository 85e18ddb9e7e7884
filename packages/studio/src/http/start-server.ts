import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

import { type Admission, checkSite } from "./check-request.js";
import { HttpError, toHttpError } from "./http-error.js";

/** Milliseconds for a request to arrive. */
const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 5000;
/** Milliseconds between looks at connections for those that are too slow. */
const CHECK_MS = 2000;
/** Milliseconds that running requests have before a stopping server cuts them off. */
const STOP_MS = 10_000;
/** Milliseconds for an answer to be made. */
const ANSWER_MS = 60_000;
const MAX_CONNECTIONS = 128;
/** Headers of every answer: nothing is kept, guessed, shown in a frame or read by other sites. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;
const JSON_TYPE = "application/json; charset=utf-8";

/** A request, with what answers it. */
export interface Exchange {
  /** Path, without a query. */
  readonly path: string;
  /** The request. */
  readonly request: IncomingMessage;
  /** Its response. */
  readonly response: ServerResponse;
  /** Where the server listens. */
  readonly address: Address;
  /** Aborts if the client goes before the whole answer is on its way. */
  readonly signal: AbortSignal;
}

/** Where a server listens, and under which other names it is reached. */
export type Address = Pick<Admission, "host" | "port" | "names">;

/** Part of a server that answers requests. */
export interface Application {
  /**
   * Answers a request, which it has to admit: by a value that is sent as JSON, or by itself.
   * @throws `HttpError` with what is sent in its place
   */
  answer(exchange: Exchange): Promise<
    | {
        /** Value that is sent. */
        readonly json: unknown;
      }
    | undefined
  >;
  /** Ends answers that would go on. */
  close?(): Promise<void>;
}

/** A server that listens. */
export interface RunningServer {
  /** Its address, `http://127.0.0.1:4114`. */
  readonly url: string;
  /** Takes no more requests, and resolves when those that run have been answered. */
  stop(): Promise<void>;
}

/**
 * Serves an application over HTTP, with limits, and `GET /health` beside it.
 * @throws the error of Node, such as `EADDRINUSE`, if the address cannot be listened on.
 */
export async function startServer(
  application: Application,
  options: Address,
): Promise<RunningServer> {
  let { port } = options;
  const server = createServer({
    requestTimeout: REQUEST_MS,
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: 16_384,
  });
  server.maxConnections = MAX_CONNECTIONS;
  const isStopping = (): boolean => !server.listening;
  // Browsers connect ahead of requests; these would hold a stopping server up.
  const unused = new Set<Duplex>();
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.on("close", () => unused.delete(socket));
  });
  server.on("request", (request, response) => {
    unused.delete(request.socket);
    const gone = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished) gone.abort();
      // Its connection is kept, and would hold a stopping server up.
      if (isStopping()) setImmediate(() => server.closeIdleConnections());
    });
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const address = { ...options, port };
    const exchange = { path, request, response, address, signal: gone.signal };
    void answer(exchange, application, isStopping);
  });
  server.on("clientError", refuse);
  server.listen({ port, host: options.host });
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
      void application.close?.();
      const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Answers one request. Never rejects. */
async function answer(
  exchange: Exchange,
  application: Application,
  isStopping: () => boolean,
): Promise<void> {
  const { path, request, response, address } = exchange;
  response.on("error", () => undefined);
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  try {
    if (path === "/health") {
      checkSite(request, address);
      requireMethod(request, "GET");
    }
    const result =
      path === "/health" ? { json: { status: "ok" } } : await application.answer(exchange);
    if (result === undefined) return;
    // A connection that is kept would hold a stopping server up.
    if (isStopping()) response.setHeader("connection", "close");
    send(response, 200, result.json);
  } catch (error) {
    const { status, code, message, retryable, headers } = toHttpError(error);
    // The rest of the body would be taken for the next request.
    if (!request.complete || isStopping()) response.setHeader("connection", "close");
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    send(response, status, { error: { code, message, ...(retryable ? { retryable } : {}) } });
  }
}

/** Returns the signal of an exchange, which then aborts, too, when an answer takes too long. */
export function withinTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
}

/** Refuses other methods; `HEAD` is allowed where `GET` is. @throws `HttpError` 405 */
export function requireMethod({ method }: IncomingMessage, allowed: "GET" | "POST"): void {
  if (method === allowed || (method === "HEAD" && allowed === "GET")) return;
  throw new HttpError(405, `method must be ${allowed}`, {
    headers: { allow: allowed },
  });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = `${JSON.stringify(value)}\n`;
  // The client may have gone, or an answer that went on has failed.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    "content-type": JSON_TYPE,
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

/** Answers what is not HTTP, or did not arrive in time. */
function refuse(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ""] ?? "400 Bad Request";
  const text = `{"error":{"code":"invalid-input","message":"request is not readable"}}\n`;
  const headers = Object.entries({
    ...HEADERS,
    connection: "close",
    "content-type": JSON_TYPE,
    "content-length": text.length,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("")}\r\n${text}`);
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
