import type { Logger, Schedule } from "@kioku/core";
import { backgroundTimer, checkMethods, checkNumber, safeLogger } from "@kioku/core/toolkit";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  createMcpHandler,
  type McpServerFactory,
  OAuthError,
  requireBearerAuth,
} from "@modelcontextprotocol/server";

import { siteCheck } from "./check-site.js";
import { Exchange } from "./exchange.js";
import type { HttpOptions, McpHandler } from "./mcp-handler.js";
import { readMessage } from "./read-message.js";
import { Refusal } from "./refusal.js";
import { RequestRate } from "./request-rate.js";

/** Options of `serveRequests`. */
export interface ServeOptions extends HttpOptions {
  /** Returns what makes the server for a request of this token. Refuses by an `OAuthError`. */
  readonly serverOf: (auth: AuthInfo) => McpServerFactory | Promise<McpServerFactory>;
  readonly logger?: Logger | undefined;
  readonly schedule?: Schedule | undefined;
}

/**
 * Serves any MCP server over HTTP. Checks where a request comes from before its token, and that
 * before its body. @throws `invalid-input` naming the option.
 */
export function serveRequests(options: ServeOptions): McpHandler {
  const { serverOf, requestMs = 60_000, schedule = backgroundTimer } = options;
  const logger = safeLogger(options.logger);
  const checkSite = siteCheck(options);
  const verify = tokenCheck(options, logger);
  const rate = new RequestRate(
    checkNumber(options.requestsPerMinute ?? 600, "requestsPerMinute", { min: 1 }),
    () => performance.now(),
  );
  const maxBytes = checkNumber(options.maxBodyBytes ?? 1_048_576, "maxBodyBytes", { min: 1 });
  checkNumber(requestMs, "requestMs", { above: 0, max: 2 ** 31 - 1 });
  const onerror = (error: Error): void => logger.warn("MCP request was refused", { error });
  const running = new Set<Exchange>();
  let isClosed = false;

  async function answer(request: Request, exchange: Exchange): Promise<Response> {
    checkSite(request);
    const authInfo = await verify(request);
    if (authInfo instanceof Response) return authInfo;
    const waitMs = rate.take(authInfo.token);
    if (waitMs > 0) {
      const headers = { "retry-after": String(Math.ceil(waitMs / 1000)) };
      throw new Refusal(429, "token made too many requests", { headers });
    }
    const factory = await serverOf(authInfo);
    const { signal } = exchange;
    const parsedBody = await readMessage(request, { maxBytes, signal });
    const { id, method } = parsedBody as { readonly id?: unknown; readonly method?: unknown };
    if (typeof id === "string" || typeof id === "number") exchange.id = id;
    const inner = createMcpHandler(factory, { onerror });
    if (method === "subscriptions/listen") exchange.unsubscribe = () => void inner.close();
    const { url, headers } = request;
    return inner.fetch(new Request(url, { method: "POST", headers, signal }), {
      authInfo,
      parsedBody,
    });
  }

  return {
    fetch: async (request) => {
      if (isClosed) return new Refusal(503, "server is closed").toResponse(null);
      const exchange = new Exchange(request.signal, (task) => schedule(task, requestMs));
      running.add(exchange);
      void exchange.ended.then(() => running.delete(exchange));
      try {
        return await exchange.answer(answer(request, exchange));
      } catch (error) {
        if (error instanceof OAuthError)
          return bearerAuthChallengeResponse(error, challenge(options));
        logger.error("MCP request failed", { error });
        return new Refusal(500, "request failed", { code: -32_603 }).toResponse(exchange.id);
      }
    },
    close: async () => {
      isClosed = true;
      for (const { unsubscribe } of running) unsubscribe?.();
      await Promise.all([...running].map(async ({ ended }) => ended));
    },
  };
}

function tokenCheck(
  options: ServeOptions,
  logger: Logger,
): (request: Request) => Promise<AuthInfo | Response> {
  const { verifier } = options;
  checkMethods(verifier, "verifier", ["verifyAccessToken"]);
  return requireBearerAuth({
    ...challenge(options),
    verifier: {
      verifyAccessToken: async (token) => {
        try {
          return await verifier.verifyAccessToken(token);
        } catch (error) {
          if (!(error instanceof OAuthError)) logger.error("verifier failed", { error });
          throw error;
        }
      },
    },
  });
}

function challenge({ resourceMetadataUrl }: HttpOptions): { resourceMetadataUrl?: string } {
  return resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
}
