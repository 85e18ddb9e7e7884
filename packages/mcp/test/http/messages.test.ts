import { testMemory } from "@kioku/testing/support";
import { describe, expect, it } from "vitest";

import { createMcpHandler } from "../../src/http/create-mcp-handler.js";
import type { McpHandler } from "../../src/http/mcp-handler.js";
import { staticTokens } from "../../src/http/static-tokens.js";
import { ask, ERAS, post, read, TOKEN } from "../support/requests.js";

function serve(): McpHandler {
  const { memory } = testMemory();
  return createMcpHandler({ memory, verifier: staticTokens({ [TOKEN]: [] }) });
}

describe("a handler", () => {
  it.each(["GET", "DELETE", "PUT", "OPTIONS", "HEAD"])("refuses %s", async (method) => {
    const handler = serve();
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { status, headers: given } = await handler.fetch(
      new Request("http://localhost/mcp", { method, headers }),
    );
    expect([status, given.get("allow")]).toEqual([405, "POST"]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/json2", ""])(
    "refuses a body of %j",
    async (type) => {
      const handler = serve();
      const request = ask("tools/list", {}, { headers: { "content-type": type } });
      expect((await handler.fetch(request)).status).toBe(415);
      expect(request.bodyUsed).toBe(false);
    },
  );

  it.each([
    ["", -32_700],
    ["{", -32_700],
    ['{"jsonrpc":"2.0"}{}', -32_700],
    [new Uint8Array([0x22, 0xff, 0x22]), -32_700],
    ["null", -32_600],
    ["7", -32_600],
    ["[]", -32_600],
    [
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
      -32_600,
    ],
  ])("refuses the body %j", async (body, code) => {
    const { status, message } = await read(await serve().fetch(post(body)));
    expect([status, message.error?.code, message.id]).toEqual([400, code, null]);
  });

  it.each([
    "{}",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  ])("refuses the message %s", async (body) => {
    const { status, message } = await read(await serve().fetch(post(body)));
    expect(status).toBe(400);
    expect(message.error?.code).toBeLessThan(0);
  });

  it.each(ERAS)("survives a body of %s that is nested deeply", async (era) => {
    const handler = serve();
    const text = await ask(
      "tools/call",
      { name: "remember", arguments: { content: 1 } },
      { era },
    ).text();
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const headers = ask("tools/call", { name: "remember" }, { era }).headers;
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers,
      body: text.replace('"content":1', `"content":${deep}`),
    });
    const { message } = await read(await handler.fetch(request));
    expect(message.result?.["isError"]).toBe(true);
  });
});
