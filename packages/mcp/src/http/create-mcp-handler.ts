import type { Memory } from "@kioku/core";
import { checkScope } from "@kioku/core/toolkit";
import { type AuthInfo, OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";

import { prepareServer } from "../create/prepare-server.js";
import type { McpHandler, McpHandlerOptions } from "./mcp-handler.js";
import { serveRequests } from "./serve-requests.js";

/**
 * Serves memories over HTTP, by bearer tokens: each request gets the memory of its token.
 *
 * ```ts
 * const verifier = staticTokens({ [process.env.ANA_TOKEN]: ["users", "ana"] });
 * const handler = createMcpHandler({ memory, verifier });
 * const response = await handler.fetch(request);
 * ```
 * @throws `invalid-input` naming the option.
 */
export function createMcpHandler(options: McpHandlerOptions): McpHandler {
  const { verifier, allowedHosts, allowedOrigins, resourceMetadataUrl, ...others } = options;
  const { maxBodyBytes, requestsPerMinute, requestMs, ...more } = others;
  const { memory: whole, memoryOf = (auth) => memoryOfScope(whole, auth), ...settings } = more;
  // A change in one scope must not be told to the clients of others.
  const createServer = prepareServer(settings, { announces: false });
  return serveRequests({
    verifier,
    allowedHosts,
    allowedOrigins,
    resourceMetadataUrl,
    maxBodyBytes,
    requestsPerMinute,
    requestMs,
    logger: settings.logger,
    serverOf: async (auth) => {
      const memory = await memoryOf(auth);
      return () => createServer(memory);
    },
  });
}

/** Returns the memory of a token. One without a scope must not get the whole memory by accident. */
function memoryOfScope(memory: Memory, { extra }: AuthInfo): Memory {
  const scope = extra?.["scope"];
  if (!Array.isArray(scope)) {
    throw new OAuthError(OAuthErrorCode.InsufficientScope, "token has no memory");
  }
  const [first, ...others] = checkScope(scope);
  return first === undefined ? memory : memory.scope(first, ...others);
}
