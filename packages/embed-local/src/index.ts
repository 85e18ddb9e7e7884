export { localEmbedder } from "./local-embedder.js";
export type { LocalEmbedderOptions } from "./local-embedder-options.js";
export { localReranker } from "./local-reranker.js";
export type { LocalRerankerOptions } from "./local-reranker.js";
