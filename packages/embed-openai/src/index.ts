/**
 * An embedder for any server with `/v1/embeddings`.
 *
 * @module @kioku/embed-openai
 */
export { openaiEmbedder } from "./openai-embedder.js";
export type { ApiKey, OpenAIEmbedderOptions, PurposeFields, PurposePrefixes } from "./options.js";
export type { ProviderName } from "./options/providers.js";
