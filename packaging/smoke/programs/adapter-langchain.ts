import assert from "node:assert/strict";

import { MemoryRetriever, MemoryVectorStore } from "@kioku/adapter-langchain";
import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { Document } from "@langchain/core/documents";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const pages = ["Goods can be returned within 30 days", "The shop is open from nine to six"];
  const documents = pages.map((pageContent) => new Document({ pageContent }));
  await new MemoryVectorStore({ memory }).addDocuments(documents);
  const found = await new MemoryRetriever({ memory, limit: 1 }).invoke("多久可以退货？");
  assert.equal(found[0]?.pageContent, pages[0]);
  await memory.close();
}

void main();
