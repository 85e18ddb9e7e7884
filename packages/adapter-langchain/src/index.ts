/**
 * Kioku for LangChain: memory as a retriever, a vector store, a chat history, tools, embeddings and
 * a compressor. Needs `@langchain/core` alone. `@kioku/adapter-langchain/langgraph` has a store for
 * LangGraph, and `@kioku/adapter-langchain/agent` a middleware for agents.
 *
 * @module @kioku/adapter-langchain
 */
export {
  EmbedderEmbeddings,
  fromLangChainEmbeddings,
  toLangChainEmbeddings,
  type FromLangChainEmbeddingsOptions,
} from "./embeddings/lang-chain-embeddings.js";
export {
  RerankerCompressor,
  type RelevanceScore,
  type RerankerCompressorOptions,
} from "./rerank/reranker-compressor.js";
export {
  MemoryChatHistory,
  type MemoryChatHistoryOptions,
} from "./chat-history/memory-chat-history.js";
export {
  citedDocuments,
  formatDocuments,
  memoryContext,
  type CitedDocuments,
  type MemoryContextOptions,
} from "./retriever/prompt-text.js";
export {
  MemoryRetriever,
  type DocumentMemory,
  type MemoryDocumentMetadata,
  type MemoryRetrieverOptions,
  type RecalledDocument,
  type RecalledDocuments,
} from "./retriever/memory-retriever.js";
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
export type { MemoryVectorStoreAddOptions } from "./vector-store/write-documents.js";
export {
  MemoryVectorStoreRetriever,
  type RetrieverFields,
} from "./vector-store/memory-vector-store-retriever.js";
export { MemoryVectorStore, type FromTexts } from "./vector-store/memory-vector-store.js";
export type { DocumentFilter } from "./vector-store/search-documents.js";
export type {
  MemoryVectorStoreConfig,
  MemoryVectorStoreOptions,
} from "./vector-store/vector-store-options.js";
export { definedTools, type DefinedToolsOptions } from "./tools/defined-tools.js";
export { skillTools } from "./skills/skill-tools.js";
export type { SkillToolsOptions } from "./skills/skill-tools-options.js";
export { memoryTools } from "./tools/memory-tools.js";
export type {
  CallableSkills,
  MemoryToolName,
  MemoryToolsOptions,
  MemoryToolsRecall,
  MemoryToolsRemember,
  ShownMemory,
  SkillRunOptions,
  ToolAnswer,
  ToolDefinition,
} from "@kioku/tools";
