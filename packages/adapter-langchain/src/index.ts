/**
 * Kioku for LangChain: memory as a retriever, a vector store, a chat history, tools, embeddings and
 * a compressor. Needs `@langchain/core` alone. `@kioku/adapter-langchain/langgraph` has a store for
 * LangGraph, and `@kioku/adapter-langchain/agent` a middleware for agents.
 *
 * @module @kioku/adapter-langchain
 */
export { EmbedderEmbeddings, toLangChainEmbeddings } from "./embeddings/embedder-embeddings.js";
export { fromLangChainEmbeddings } from "./embeddings/from-lang-chain-embeddings.js";
export type { FromLangChainEmbeddingsOptions } from "./embeddings/from-lang-chain-embeddings.js";
export { RerankerCompressor } from "./rerank/reranker-compressor.js";
export type { RelevanceScore, RerankerCompressorOptions } from "./rerank/reranker-compressor.js";
export {
  MemoryChatHistory,
  type MemoryChatHistoryOptions,
} from "./chat-history/memory-chat-history.js";
export { citedDocuments, type CitedDocuments } from "./retriever/cited-documents.js";
export { formatDocuments } from "./retriever/format-documents.js";
export { memoryContext, type MemoryContextOptions } from "./retriever/memory-context.js";
export type {
  DocumentMemory,
  MemoryDocumentMetadata,
  RecalledDocument,
} from "./retriever/memory-document.js";
export { MemoryRetriever, type MemoryRetrieverOptions } from "./retriever/memory-retriever.js";
export {
  fromChatModel,
  type ChatModel,
  type FromChatModelOptions,
} from "./text-model/from-chat-model.js";
export type { MemorySource, TrustedRun } from "./tools/memory-source.js";
export type {
  DeleteAllDocuments,
  DeleteDocumentsByFilter,
  DeleteDocumentsByIds,
  MemoryVectorStoreDeletion,
} from "./vector-store/delete-documents.js";
export type { MemoryVectorStoreAddOptions } from "./vector-store/document-inputs.js";
export { MemoryVectorStoreRetriever } from "./vector-store/memory-vector-store-retriever.js";
export type { RetrieverFields } from "./vector-store/memory-vector-store-retriever.js";
export { MemoryVectorStore } from "./vector-store/memory-vector-store.js";
export type { DocumentFilter } from "./vector-store/search-documents.js";
export type { FromTexts } from "./vector-store/memory-vector-store.js";
export type {
  MemoryVectorStoreConfig,
  MemoryVectorStoreOptions,
} from "./vector-store/vector-store-options.js";
export { memoryTools } from "./tools/memory-tools.js";
export type {
  MemoryToolName,
  MemoryToolsOptions,
  MemoryToolsRecall,
  MemoryToolsRemember,
  ShownMemory,
} from "@kioku/tools";
