import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import { openaiEmbedder } from "@kioku/embed-openai";

/** The length of a text, and the rest of four. */
const server = createServer((request, response) => {
  json(request).then(
    (body) => {
      const { input } = body as { readonly input: readonly string[] };
      const data = input.map((text, index) => {
        return { object: "embedding", index, embedding: [text.length, 1] };
      });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", model: "lengths", data }));
    },
    () => response.writeHead(400).end(),
  );
});

async function main(): Promise<void> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const baseURL = `http://127.0.0.1:${port}/v1`;
  const { vectors } = await openaiEmbedder({ model: "lengths", baseURL }).embed(["abc", "a"]);
  assert.deepEqual([...(vectors[0] ?? [])].map(Math.round), [3, 1]);
  server.closeAllConnections();
  server.close();
}

void main();
