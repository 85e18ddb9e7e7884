import type { Embedder } from "@kioku/core";
import type { EmbedResult } from "@kioku/core/toolkit";

import { withEmbed } from "./with-embed.js";

/**
 * The same embedder for the time of one batch: a query that several searches have is embedded once.
 */
export function askedOnce(embedder: Embedder): Embedder {
  const answers = new Map<string, Promise<EmbedResult>>();
  return withEmbed(embedder, (texts, options) => {
    const name = JSON.stringify(texts);
    // Nobody can abort a batch, so the signal of the first one who asks is as good as any.
    const answer = answers.get(name) ?? embedder.embed(texts, options);
    answers.set(name, answer);
    return answer;
  });
}
