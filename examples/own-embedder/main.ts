import { createMemory, inMemoryStore } from "@kioku/core";

import { trigramEmbedder } from "./trigram-embedder.ts";

const memory = createMemory({ store: inMemoryStore(), embedder: trigramEmbedder() });
await memory.remember("The invoices were paid on Friday");
await memory.remember("Robins sing early in the morning");
const [hit] = await memory.recall({ query: "an invoice", mode: "semantic" });
console.log(hit?.content);
await memory.close();
