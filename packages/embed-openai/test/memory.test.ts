import { createMemory, inMemoryStore } from "@kioku/core";
import { fallbackEmbedder } from "@kioku/plugins/embedders";
import { expect, test } from "vitest";

import { openaiEmbedder } from "../src/index.js";
import { playedEmbedder } from "./support/played-embedder.js";
import { KEY } from "./support/played.js";
import { expectVectors } from "./support/same-vectors.js";
import { ollama } from "./support/servers/ollama.js";
import { openai } from "./support/servers/openai.js";
import { faultsInTurn, startServer } from "./support/start-server.js";

test("a memory remembers and recalls through a server, with the prefixes of its model", async () => {
  const server = await startServer(ollama, faultsInTurn("missing items", "shuffled"));
  const embedder = openaiEmbedder({
    provider: "ollama",
    model: "nomic-embed-text",
    baseURL: server.baseURL,
    profile: { unrelated: 0, related: 1 },
  });
  const memory = createMemory({ store: inMemoryStore(), embedder });
  await memory.remember("Ana lives in Lisbon");
  const [hit] = await memory.recall({
    query: "Where does Ana live?",
    mode: "semantic",
    minScore: 0,
  });
  expect(hit?.content).toBe("Ana lives in Lisbon");
  const sent = new Set(server.requests.flatMap(({ body }) => body.input));
  expect(sent).toEqual(
    new Set(["search_document: Ana lives in Lisbon", "search_query: Where does Ana live?"]),
  );
  await memory.close();
});

test("a text that the model cannot take is stored all the same, and no other suffers", async () => {
  const server = await startServer(openai);
  const { embedder } = playedEmbedder(server, { profile: { unrelated: 0, related: 1 } });
  const memory = createMemory({ store: inMemoryStore(), embedder, retryEmbedding: false });
  const long = await memory.remember("long ".repeat(10_000));
  const short = await memory.remember("short");
  expect([long.status, short.status]).toEqual(["queued", "stored"]);
  await memory.close();
});

test("two servers with one model have one id, so that one can stand in for the other", async () => {
  const [broken, working] = [await startServer(openai, () => "503"), await startServer(openai)];
  const embedders = [
    playedEmbedder(broken).embedder,
    playedEmbedder(working, { provider: "openai", apiKey: () => KEY, maxBatchSize: 7 }).embedder,
  ];
  const embedder = fallbackEmbedder(embedders);
  expectVectors(await embedder.embed(["one", "two"]), ["one", "two"], 8);
  expect(broken.requests).toHaveLength(4);
  expect(working.requests).toHaveLength(1);
});
