import assert from "node:assert/strict";

import type { Embedder } from "@kioku/core";
import { cachedEmbedder, fallbackEmbedder } from "@kioku/plugins/embedders";

async function main(): Promise<void> {
  const inner: Embedder = {
    id: "smoke/lengths@2",
    embed: async (texts) => ({ vectors: texts.map((text) => Float32Array.of(1, text.length)) }),
  };
  const embedder = cachedEmbedder(fallbackEmbedder([inner]));
  await embedder.embed(["The invoice is due on Friday"]);
  await embedder.embed(["The invoice is due on Friday"]);
  assert.equal(embedder.statistics.hits, 1);
  await embedder.close();
}

void main();
