import { testMemory } from "@kioku/testing/support";
import { describe, expect, it } from "vitest";

import { createMcpHandler } from "../../src/http/create-mcp-handler.js";
import type { McpHandlerOptions } from "../../src/http/mcp-handler.js";
import { staticTokens } from "../../src/http/static-tokens.js";
import { TOKEN } from "../support/requests.js";

describe("staticTokens", () => {
  it("gives each token its scope", async () => {
    const verifier = staticTokens({ [TOKEN]: ["acme"], "another-token-of-tests": [] });
    expect((await verifier.verifyAccessToken(TOKEN)).extra).toEqual({ scope: ["acme"] });
    const { extra } = await verifier.verifyAccessToken("another-token-of-tests");
    expect(extra).toEqual({ scope: [] });
  });

  it.each(["", "toString", "__proto__", `${TOKEN} `, TOKEN.slice(1)])(
    "knows no token %j",
    async (token) => {
      const answer = staticTokens({ [TOKEN]: [] }).verifyAccessToken(token);
      await expect(answer).rejects.toThrow("token is wrong");
    },
  );

  it.each([
    [{}, "tokens must not be empty"],
    [undefined, "tokens must be an object"],
    [{ "fifteen-letters": [] }, "token 1 must be at least 16 letters"],
    [{ [TOKEN]: [], "has a blank in it": [] }, "token 2 must be at least 16 letters"],
    [{ "has,a,comma,in,it": [] }, "token 1 must be at least 16 letters"],
    [{ [TOKEN]: "users" }, "scope of token 1 must be a list of strings"],
    [{ [TOKEN]: [""] }, "scope of token 1 element 0 must be"],
  ])("refuses %j", (tokens, message) => {
    const make = (): unknown => staticTokens(tokens as unknown as Record<string, string[]>);
    expect(make).toThrow(message);
    expect(make).not.toThrow(TOKEN);
  });
});

describe("createMcpHandler", () => {
  it.each([
    [{ allowedHosts: ["localhost:80"] }, "allowedHosts[0] must be the name of a host"],
    [{ allowedHosts: [""] }, "allowedHosts[0] must be the name of a host"],
    [{ allowedOrigins: ["https://a.example"] }, "allowedOrigins[0] must be the name of a host"],
    [{ allowedOrigins: ["*"] }, "allowedOrigins[0] must be the name of a host"],
    [{ requestMs: 0 }, "requestMs must be"],
    [{ requestMs: 2 ** 31 }, "requestMs must be"],
    [{ requestsPerMinute: 0 }, "requestsPerMinute must be"],
    [{ maxBodyBytes: Number.NaN }, "maxBodyBytes must be"],
    [{ verifier: {} }, "verifier.verifyAccessToken must be a function"],
    [{ verifier: undefined }, "verifier must be an object"],
  ])("refuses %j", (options, message) => {
    const { memory } = testMemory();
    const verifier = staticTokens({ [TOKEN]: [] });
    const given = { memory, verifier, ...options } as unknown as McpHandlerOptions;
    expect(() => createMcpHandler(given)).toThrow(message);
  });
});
