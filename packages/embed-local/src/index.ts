/**
 * Embedders and rerankers inside the process: a table of English and Chinese in the package, and
 * transformer models.
 *
 * @module @kioku/embed-local
 */
export { localEmbedder } from "./local-embedder.js";
export type { LocalEmbedderOptions } from "./local-embedder.js";
export { localReranker } from "./local-reranker.js";
export type { LocalRerankerOptions } from "./local-reranker.js";
export type { StaticOptions } from "./check-arguments.js";
export type { AssetsOptions } from "./static-table/assets-url.js";
export type {
  EmbeddingManifest,
  ListedModel,
  ModelManifest,
  Prefixes,
} from "./transformer/manifest.js";
export { EMBEDDING_MODELS } from "./transformer/manifests/embedding-models.js";
export { RERANK_MODELS } from "./transformer/manifests/rerank-models.js";
export type {
  CrossEncoderOptions,
  ModelOptions,
  TransformerEmbedderOptions,
} from "./transformer/model-options.js";
export type { Quantization } from "./transformer/quantization.js";
export type { DownloadProgress } from "./transformer/worker/protocol.js";
