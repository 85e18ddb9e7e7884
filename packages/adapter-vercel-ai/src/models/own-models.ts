import type { Embedder, Reranker } from "@kioku/core";

/** What models are made of that were made here. */
const embedders = new WeakMap<object, Embedder>();
const rerankers = new WeakMap<object, Reranker>();

/** Notes the embedder that a model was made of. */
export function noteEmbedder(model: object, embedder: Embedder): void {
  embedders.set(model, embedder);
}

/** The embedder that a model was made of; `undefined` if it was not made here. */
export function embedderBehind(model: unknown): Embedder | undefined {
  return typeof model === "object" && model !== null ? embedders.get(model) : undefined;
}

/** Notes the reranker that a model was made of. */
export function noteReranker(model: object, reranker: Reranker): void {
  rerankers.set(model, reranker);
}

/** The reranker that a model was made of; `undefined` if it was not made here. */
export function rerankerBehind(model: unknown): Reranker | undefined {
  return typeof model === "object" && model !== null ? rerankers.get(model) : undefined;
}
