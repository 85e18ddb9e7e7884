import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import { openaiEmbedder } from "@kioku/embed-openai";
import { cachedEmbedder, fallbackEmbedder } from "@kioku/plugins/embedders";

import { startServer } from "./start-server.ts";
import type { EmbeddingServer } from "./start-server.ts";

const main = await startServer();
const spare = await startServer();

function clientOf(server: EmbeddingServer): Embedder {
  return openaiEmbedder({
    // For a real server change these two lines: its model, and where it is, such as
    // "http://localhost:11434/v1".
    model: "static",
    baseURL: server.baseURL,
    // A server that is down is no reason to wait where another one has the same model.
    maxRetries: 0,
  });
}

const embedder = cachedEmbedder(
  fallbackEmbedder([clientOf(main), clientOf(spare)], {
    logger: { warn: (message) => console.log(`  log: ${message}`), error: console.error },
  }),
);
const memory = createMemory({ store: inMemoryStore(), embedder });

async function ask(query: string): Promise<void> {
  const [hit] = await memory.recall({ query, mode: "semantic", limit: 1 });
  const { hits } = embedder.statistics;
  console.log(`  ${query} ${hit?.content ?? "nothing"}`);
  console.log(`  main ${main.texts} texts, spare ${spare.texts}, cache ${hits} hits`);
}

await memory.rememberAll([
  "Ann has a kitten called Pixel",
  "The bakery opens at six",
  "Ben plays the piano on Sundays",
]);
console.log("both servers are up");
await ask("谁养了一只猫？");

await main.stop();
console.log("the main server is down");
await ask("When can I buy bread?");
await ask("谁养了一只猫？");

await memory.close();
await spare.stop();
