import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { toNodeHandler } from "@modelcontextprotocol/node";

import type { McpHandler } from "../../src/http/mcp-handler.js";

/** A handler that listens on loopback. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on loopback with Node's server and the SDK's conversion, as an application would. */
export async function listen(handler: McpHandler, token?: string): Promise<Listening> {
  const answer = toNodeHandler(handler);
  const server = createServer((request, response) => {
    // For clients that cannot send one.
    if (token !== undefined) request.headers.authorization = `Bearer ${token}`;
    void answer(request as Parameters<typeof answer>[0], response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      await handler.close();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
