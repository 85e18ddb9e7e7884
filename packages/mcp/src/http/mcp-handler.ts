import type { Memory } from "@kioku/core";
import type { AuthInfo, OAuthTokenVerifier } from "@modelcontextprotocol/server";

import type { McpOptions } from "../server/mcp-options.js";

/** Who may ask over HTTP, and how much. */
export interface HttpOptions {
  /** Tells whose a bearer token is: `staticTokens`, or that of your authorization server. */
  readonly verifier: OAuthTokenVerifier;
  /**
   * Names by which clients reach this server, without ports, against rebinding of names.
   * @defaultValue `["localhost", "127.0.0.1", "[::1]"]`
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Names of hosts, beside `allowedHosts`, whose pages may ask. Browsers also need CORS headers,
   * which your server adds.
   * @defaultValue those of this machine
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Address of the OAuth metadata (RFC 9728) that refusals name. @defaultValue none */
  readonly resourceMetadataUrl?: string | undefined;
  /** Most bytes of a request. @defaultValue 1,048,576 */
  readonly maxBodyBytes?: number | undefined;
  /** Most requests of a token per minute. @defaultValue 600 */
  readonly requestsPerMinute?: number | undefined;
  /** Milliseconds until a request is cut off, and a subscription ends. @defaultValue 60,000 */
  readonly requestMs?: number | undefined;
}

/** Options of an MCP server over HTTP. */
export interface McpHandlerOptions extends McpOptions, HttpOptions {
  /**
   * Returns the memory of a token. Throw an `OAuthError` to refuse it.
   * @defaultValue the scope in `auth.extra.scope` below `memory`, as `staticTokens` gives it; a
   * token without one is refused
   */
  readonly memoryOf?: ((auth: AuthInfo) => Memory | Promise<Memory>) | undefined;
}

/** An MCP server over HTTP, in the terms of the web: for Hono, Next, Bun, Deno, and Node. */
export interface McpHandler {
  /** Answers one request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Ends subscriptions, waits for the requests that run, and refuses others. */
  close(): Promise<void>;
}
