import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import { cachedEmbedder } from "@kioku/core/embedders";

/** How often each letter is in a text. */
const letters: Embedder = {
  id: "letters",
  dimensions: 26,
  async embed(texts) {
    const vectors = texts.map((text) => {
      const vector = new Float32Array(26).fill(0.01);
      for (const letter of text.toLowerCase()) {
        const index = letter.charCodeAt(0) - 97;
        if (index >= 0 && index < 26) vector[index] = (vector[index] ?? 0) + 1;
      }
      return vector;
    });
    return { vectors };
  },
};

async function main(): Promise<void> {
  const embedder = cachedEmbedder(letters);
  const memory = createMemory({ store: inMemoryStore(), embedder });
  await memory.rememberAll(["zigzag", "abracadabra"]);
  const [hit] = await memory.recall({ query: "zzigag", mode: "semantic", limit: 1 });
  assert.equal(hit?.content, "zigzag");
  await memory.recall({ query: "zzigag", mode: "semantic", limit: 1 });
  assert.ok(embedder.statistics.hits > 0);
  await memory.close();
}

void main();
