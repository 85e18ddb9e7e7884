import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

import { CliError } from "../../command/cli-error.js";
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
const MAX_CONNECTIONS = 128;

/** A request, with what answers it. */
interface Exchange {
  /** Path, without a query. */
  readonly path: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Where the server listens. */
  readonly address: Address;
}

/** Where a server listens, and under which other names it is reached. */
export type Address = Pick<Admission, "host" | "port" | "names">;

/** Part of a server that answers requests. */
export interface Application {
  /**
   * Answers a request, which it has to admit: by a value that is sent as JSON, or by itself.
   * @throws `HttpError` with what is sent in its place
   */
  answer(exchange: Exchange): Promise<{ readonly json: unknown } | undefined>;
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
 * @throws `CliError` if the address cannot be listened on.
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
  server.on("request", (request, response) => {
    response.on("close", () => {
      // Its connection is kept, and would hold a stopping server up.
      if (isStopping()) setImmediate(() => server.closeIdleConnections());
    });
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const exchange = { path, request, response, address: { ...options, port } };
    void answer(exchange, application, isStopping);
  });
  server.on("clientError", refuse);
  server.listen({ port, host: options.host });
  try {
    await once(server, "listening");
  } catch (error) {
    throw cannotListen(options, error);
  }
  ({ port } = server.address() as AddressInfo);
  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
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

/** @throws `HttpError` 405 */
export function requireMethod({ method }: IncomingMessage, allowed: string): void {
  if (method === allowed) return;
  throw new HttpError(405, `method must be ${allowed}`, {
    headers: { allow: allowed },
  });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = `${JSON.stringify(value)}\n`;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
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
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
  );
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function cannotListen({ host, port }: Address, cause: unknown): CliError {
  const { code } = cause as { readonly code?: string };
  const problem = code === "EADDRINUSE" ? "is in use" : "cannot be listened on";
  const hint = code === "EADDRINUSE" ? "give another one with --port, or --port 0" : undefined;
  return new CliError("unavailable", `address ${host}:${port} ${problem}`, { hint, cause });
}
