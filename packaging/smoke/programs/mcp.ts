import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { createMcpHandler, createMcpServer, staticTokens } from "@kioku/mcp";

const TOKEN = "ana-0123456789abcdef";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  assert.throws(() => createMcpServer({ memory, tools: ["none"] }), /none/u);
  const handler = createMcpHandler({ memory, verifier: staticTokens({ [TOKEN]: ["ana"] }) });
  const params = { name: "remember", arguments: { content: "Ana keeps bees" } };
  const response = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${TOKEN}`,
        "content-type": "application/json",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    }),
  );
  assert.match(await response.text(), /Stored/u);
  assert.equal((await memory.scope("ana").recall({ query: "bees", minScore: 0 })).length, 1);
  await handler.close();
  await memory.close();
}

void main();
