import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

import type { MemoryRoot } from "@kioku/core";

import { HttpError } from "../http/http-error.ts";
import { respond } from "../http/respond.ts";
import { handleRequest } from "./handle-request.ts";
import { accessOf } from "./tenants.ts";
import type { TokenTable } from "./tenants.ts";

/** Parts of the server. */
export interface TenantServerOptions {
  readonly memory: MemoryRoot;
  readonly tokens: TokenTable;
  /** 0: any that is free. */
  readonly port: number;
  /** Most concurrent requests; others are told to come back. @defaultValue 64 */
  readonly maxAtOnce?: number;
  /** Time that `stop` waits for calls in progress, in milliseconds. @defaultValue 10000 */
  readonly graceMs?: number;
}

/** A server on this machine. */
export interface TenantServer {
  readonly url: string;
  /** Refuses new requests, waits for current ones, and cuts slow ones. The memory stays open. */
  stop(): Promise<void>;
}

/** Serves the memories of many customers to holders of tokens. */
export async function startTenantServer({
  memory,
  tokens,
  port,
  maxAtOnce = 64,
  graceMs = 10_000,
}: TenantServerOptions): Promise<TenantServer> {
  const underWay = new Set<Promise<void>>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (underWay.size > maxAtOnce) {
      response.setHeader("retry-after", "1");
      throw new HttpError(503, "too many requests at once, try again");
    }
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const access = accessOf(request, tokens, memory);
    await handleRequest({ request, response, signal: gone.signal }, access);
  }

  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    // In the set before `handle` counts.
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay.add(promise);
    void respond(request, response, handle).finally(() => {
      underWay.delete(promise);
      resolve();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      const waited = new AbortController();
      const tooLong = setTimeout(graceMs, undefined, { signal: waited.signal }).catch(() => {});
      await Promise.race([Promise.all(underWay), tooLong]);
      waited.abort();
      server.closeAllConnections();
      await Promise.all([closed, ...underWay]);
    },
  };
}
