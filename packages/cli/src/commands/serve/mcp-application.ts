import { networkInterfaces } from "node:os";

import type { Memory } from "@kioku/core";
import { createMcpHandler, type McpHandlerOptions, staticTokens } from "@kioku/mcp";
import {
  type Address,
  type Application,
  checkSite,
  HttpError,
  isLoopback,
} from "@kioku/studio/http";
import { toNodeHandler } from "@modelcontextprotocol/node";

/** Path of MCP. */
export const MCP_PATH = "/mcp";
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
/** Most bytes of a request; read before its token is checked. */
const MAX_BODY_BYTES = 1_048_576;

interface McpApplicationOptions extends Omit<
  McpHandlerOptions,
  "verifier" | "memory" | "memoryOf" | "allowedHosts"
> {
  /** Memory that the scopes of tokens are below. */
  readonly memory: Memory;
  /** Scope of each token. */
  readonly tokens: Parameters<typeof staticTokens>[0];
  /** Where the server listens. */
  readonly address: Pick<Address, "host" | "names">;
}

/** Answers MCP at `/mcp`, to each token for the memory of its scope. */
export function mcpApplication({
  tokens,
  address,
  ...options
}: McpApplicationOptions): Application {
  const handler = createMcpHandler({
    ...options,
    verifier: staticTokens(tokens),
    allowedHosts: hostsOf(address),
  });
  const handle = toNodeHandler(handler, { maxRequestBodySize: MAX_BODY_BYTES });
  return {
    answer: async ({ path, request, response, address: where }) => {
      if (path !== MCP_PATH) {
        checkSite(request, where);
        throw new HttpError(404, "path is unknown");
      }
      await handle(request as Parameters<typeof handle>[0], response);
      return undefined;
    },
    close: async () => handler.close(),
  };
}

/** Returns the names by which clients reach an address; those of this machine cannot be rebound. */
function hostsOf({ host, names }: Pick<Address, "host" | "names">): readonly string[] {
  const own = isLoopback(host)
    ? []
    : Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return [...new Set([...LOOPBACK, ...[host, ...own, ...names].map(bracketed)])];
}

function bracketed(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name.split("%", 1)[0]}]` : name;
}
