import assert from "node:assert/strict";

import { MemoryBaseStore } from "@kioku/adapter-langchain/langgraph";
import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const store = new MemoryBaseStore({ memory, fields: ["text"] });
  await store.put(["users", "ann"], "cat", { text: "My cat Pixel is afraid of hoovers" });
  await store.put(["users", "ann"], "train", { text: "The train to Berlin leaves at nine" });
  const [item] = await store.search(["users", "ann"], { query: "去柏林的火车几点开？", limit: 1 });
  assert.equal(item?.key, "train");
  await memory.close();
}

void main();
