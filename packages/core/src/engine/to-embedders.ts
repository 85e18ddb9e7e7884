import type { Embedder } from "../contracts/embedder.js";

/** The embedders as a list: none, one, or several. */
export function toEmbedders(
  embedder: Embedder | readonly Embedder[] | undefined,
): readonly Embedder[] {
  if (embedder === undefined) return [];
  return isList(embedder) ? embedder : [embedder];
}

function isList(embedder: Embedder | readonly Embedder[]): embedder is readonly Embedder[] {
  return Array.isArray(embedder);
}
