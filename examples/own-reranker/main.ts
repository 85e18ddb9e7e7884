import { createMemory, inMemoryStore } from "@kioku/core";

import { wordReranker } from "./word-reranker.ts";

const memory = createMemory({ store: inMemoryStore(), reranker: wordReranker() });
await memory.remember("The invoice of the dentist is due on Friday");
await memory.remember("The invoice of the garage is paid");
const [best] = await memory.recall("which invoice is due on Friday?");
console.log(best?.content);
await memory.close();
