/**
 * Wrappers that turn embedders into another embedder: a cache, and a fallback between several.
 *
 * @module @kioku/plugins/embedders
 */

export { cachedEmbedder, type CachedEmbedder } from "./cached-embedder.js";
export type { CachedEmbedderOptions, CacheStatistics } from "./embedder-cache.js";
export { fallbackEmbedder, type FallbackEmbedderOptions } from "./fallback-embedder.js";
