import type { Memory } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { type AuthInfo, OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";

import { createMcpHandler } from "../../src/http/create-mcp-handler.js";
import type { McpHandler, McpHandlerOptions } from "../../src/http/mcp-handler.js";
import { staticTokens } from "../../src/http/static-tokens.js";
import { ask, call, ERAS, read, type RequestOptions, TOKEN } from "../support/requests.js";

const SECRET = "/var/secret/place";

/** A handler, the tokens that its verifier was asked for, and what was logged. */
function serve(options: Partial<McpHandlerOptions> = {}) {
  const { memory } = testMemory();
  const asked: string[] = [];
  const logged: string[] = [];
  const tokens = options.verifier ?? staticTokens({ [TOKEN]: ["users", "ana"] });
  const verifier = {
    verifyAccessToken: async (token: string) => {
      asked.push(token);
      return tokens.verifyAccessToken(token);
    },
  };
  const log = (message: string, details?: Readonly<Record<string, unknown>>): void => {
    logged.push(`${message} ${String(details?.["error"])}`);
  };
  const logger = { warn: log, error: log };
  return {
    handler: createMcpHandler({ memory, logger, ...options, verifier }),
    memory,
    asked,
    logged,
  };
}

async function statusOf(handler: McpHandler, options: RequestOptions): Promise<number> {
  return (await read(await handler.fetch(ask("tools/list", {}, options)))).status;
}

function verifierOf(auth: Partial<AuthInfo>) {
  const verifyAccessToken = async (token: string): Promise<AuthInfo> => ({
    token,
    clientId: "test",
    scopes: [],
    expiresAt: Number.MAX_SAFE_INTEGER,
    ...auth,
  });
  return { verifyAccessToken };
}

async function contentsOf(memory: Memory): Promise<string[]> {
  return (await memory.list({ reach: "below" })).items.map(({ content }) => content);
}

describe.each(ERAS)("a handler asked in %s", (era) => {
  it("serves the scope of a token", async () => {
    const { handler, memory } = serve();
    const { status, message } = await read(
      await handler.fetch(call("remember", { content: "Ana likes tea" }, { era })),
    );
    expect(status).toBe(200);
    expect(message).toMatchObject({ id: 7, result: { structuredContent: { status: "stored" } } });
    expect(await contentsOf(memory.scope("users", "ana"))).toEqual(["Ana likes tea"]);
    expect((await memory.list()).items).toEqual([]);
  });

  it.each([
    "evil.example",
    "evil.example:80",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "localhost@evil.example",
    "0.0.0.0",
    "[::2]",
    "no host",
    "localhost,evil.example",
  ])("refuses the host %j before it looks at the token", async (host) => {
    const { handler, asked } = serve();
    expect(await statusOf(handler, { era, headers: { host } })).toBe(403);
    expect(asked).toEqual([]);
  });

  it.each(["localhost", "LOCALHOST:4114", "127.0.0.1:1", "[::1]:9"])(
    "serves the host %j",
    async (host) => {
      expect(await statusOf(serve().handler, { era, headers: { host } })).toBe(200);
    },
  );

  it("takes the host of the address where there is no header", async () => {
    const { handler } = serve();
    expect(await statusOf(handler, { era, url: "http://evil.example/mcp" })).toBe(403);
  });

  it.each([
    { origin: "http://evil.example" },
    { origin: "https://localhost.evil.example" },
    { origin: "null" },
    { origin: "file://" },
    { origin: "chrome-extension://abc" },
    { "sec-fetch-site": "cross-site" },
  ])("refuses pages of %j before it looks at the token", async (headers) => {
    const { handler, asked } = serve();
    const answer = await read(await handler.fetch(ask("tools/list", {}, { era, headers })));
    expect(answer.status).toBe(403);
    expect(answer.message).toEqual({
      jsonrpc: "2.0",
      error: { code: -32_000, message: "origin is foreign" },
      id: null,
    });
    expect(asked).toEqual([]);
  });

  it.each([
    { origin: "http://localhost:6274" },
    { origin: "http://127.0.0.1:4114", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("serves pages of %j", async (headers) => {
    expect(await statusOf(serve().handler, { era, headers })).toBe(200);
  });

  it("serves only the hosts and pages of the options", async () => {
    const { handler } = serve({
      allowedHosts: ["Memory.Example", "[2001:db8::1]"],
      allowedOrigins: ["app.example", "vscode-webview://*"],
    });
    const status = async (host: string, origin?: string): Promise<number> =>
      statusOf(handler, { era, headers: { host, ...(origin === undefined ? {} : { origin }) } });
    expect(await status("memory.example:443")).toBe(200);
    expect(await status("[2001:db8::1]:443")).toBe(200);
    expect(await status("localhost")).toBe(403);
    expect(await status("memory.example", "https://memory.example")).toBe(200);
    expect(await status("memory.example", "https://app.example")).toBe(200);
    expect(await status("memory.example", "vscode-webview://abc")).toBe(200);
    expect(await status("memory.example", "http://localhost")).toBe(403);
  });

  it.each([
    ["no token", { token: undefined }],
    ["a wrong one", { token: "token-of-the-other" }],
    ["a part of one", { token: TOKEN.slice(0, -1) }],
    ["a longer one", { token: `${TOKEN}s` }],
    ["one in another case", { token: TOKEN.toUpperCase() }],
    ["a huge one", { token: "x".repeat(100_000) }],
    ["an empty one", { headers: { authorization: "Bearer " } }],
    ["another scheme", { headers: { authorization: `Basic ${TOKEN}` } }],
    ["no scheme", { headers: { authorization: TOKEN } }],
    ["a wrong one before", { headers: { authorization: `Bearer wrong, Bearer ${TOKEN}` } }],
  ] as const)("refuses %s before it reads the body", async (_name, options) => {
    const { handler } = serve();
    const request = ask("tools/list", {}, { era, ...options });
    const { status, headers, text } = await read(await handler.fetch(request));
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token"/u);
    expect(text).not.toContain("token-of-the");
    expect(request.bodyUsed).toBe(false);
  });

  it.each([1_600_000_000, undefined, Number.NaN])(
    "refuses a token that expires at %j",
    async (expiresAt) => {
      const verifier = verifierOf({ extra: { scope: ["a"] } });
      const { verifyAccessToken } = verifier;
      const { handler } = serve({
        verifier: {
          verifyAccessToken: async (token) => {
            const { expiresAt: _, ...auth } = await verifyAccessToken(token);
            return expiresAt === undefined ? auth : { ...auth, expiresAt };
          },
        },
      });
      expect(await statusOf(handler, { era })).toBe(401);
    },
  );

  it("names the metadata of its authorization server", async () => {
    const { handler } = serve({ resourceMetadataUrl: "https://memory.example/metadata" });
    const { headers } = await handler.fetch(ask("tools/list", {}, { era, token: undefined }));
    expect(headers.get("www-authenticate")).toContain(
      'resource_metadata="https://memory.example/metadata"',
    );
  });

  it("does not tell why a verifier failed", async () => {
    const verifyAccessToken = async (): Promise<never> => {
      throw new Error(SECRET);
    };
    const { handler, logged } = serve({ verifier: { verifyAccessToken } });
    const { status, text } = await read(await handler.fetch(ask("tools/list", {}, { era })));
    expect(status).toBe(500);
    expect(text).not.toContain(SECRET);
    expect(logged).toEqual([`verifier failed Error: ${SECRET}`]);
  });

  it.each([
    ["none", {}],
    ["a text", { extra: { scope: "users" } }],
    ["null", { extra: { scope: null } }],
    ["what is like a list", { extra: { scope: { length: 0 } } }],
  ])("refuses a token whose scope is %s", async (_name, auth) => {
    const { handler, memory } = serve({ verifier: verifierOf(auth) });
    await memory.remember("of nobody");
    const { status, text } = await read(
      await handler.fetch(call("recall", { query: "of" }, { era })),
    );
    expect(status).toBe(403);
    expect(text).not.toContain("nobody");
  });

  it.each([[[""]], [["a", 1]], [Array<string>(33).fill("a")]])(
    "serves nothing for a token whose scope %j is wrong",
    async (scope) => {
      const { handler } = serve({ verifier: verifierOf({ extra: { scope } }) });
      expect(await statusOf(handler, { era })).toBe(500);
    },
  );

  it("serves the memory that the application gives a token", async () => {
    const { memory } = testMemory();
    const memoryOf = async ({ clientId }: AuthInfo): Promise<Memory> => memory.scope(clientId);
    const { handler } = serve({ memory, memoryOf, verifier: verifierOf({ clientId: "ben" }) });
    await read(await handler.fetch(call("remember", { content: "Ben likes tea" }, { era })));
    expect(await contentsOf(memory.scope("ben"))).toEqual(["Ben likes tea"]);
  });

  it("refuses what the application refuses, and does not tell why it failed", async () => {
    const refused = new OAuthError(OAuthErrorCode.InsufficientScope, "account is closed");
    const status = async (error: Error): Promise<unknown> => {
      const memoryOf = (): never => {
        throw error;
      };
      const answer = await read(await serve({ memoryOf }).handler.fetch(ask("ping", {}, { era })));
      expect(answer.text).not.toContain(SECRET);
      return answer.status;
    };
    expect(await status(refused)).toBe(403);
    expect(await status(new Error(SECRET))).toBe(500);
  });
});
