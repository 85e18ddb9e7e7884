/**
 * Kioku for the AI SDK, 6 and 7: memory as tools, as a model that remembers, as a log of chats;
 * bridges for embedding, reranking and language models; skills as tools. Needs `ai` alone.
 *
 * @module @kioku/adapter-vercel-ai
 */
export {
  memoryMiddleware,
  withMemory,
  type WrappableModel,
  type WrappedModel,
} from "./middleware/memory-middleware.js";
export type { MemoryMiddlewareOptions } from "./middleware/memory-middleware-options.js";
export type { MemorySourceDetails } from "./middleware/source-parts.js";
export { chatLog, type ChatLog } from "./chat-log/chat-log.js";
export type {
  ChatLogAppendOptions,
  ChatLogClearOptions,
  ChatLogLoadOptions,
  ChatLogOptions,
} from "./chat-log/chat-log-options.js";
export type { MessageSchemas } from "./chat-log/validate-messages.js";
export { skillTools } from "./skills/skill-tools.js";
export type { SkillToolsOptions } from "./skills/skill-tools-options.js";
export {
  searchToolsByMeaning,
  type SearchedTool,
  type ToolSearchFunction,
  type ToolSearchOptions,
  type ToolSearchRequest,
} from "./tool-search/search-tools-by-meaning.js";
export { definedTools, type DefinedToolsOptions, type MemoryTool } from "./tools/defined-tools.js";
export {
  memoryTools,
  type MemoryTools,
  type MemoryToolsOf,
  type MemoryToolsOptions,
} from "./tools/memory-tools.js";
export type {
  CallableSkills,
  ForgetAnswer,
  ForgetArguments,
  MemoryToolName,
  MemoryToolsRecall,
  MemoryToolsRemember,
  RecallAnswer,
  RecallArguments,
  RememberAnswer,
  RememberArguments,
  SessionMemory,
  SessionViewOptions,
  ShownMemory,
  SkillFileAnswer,
  SkillRunOptions,
  ToolAnswer,
  ToolDefinition,
  UpdateAnswer,
  UpdateArguments,
} from "@kioku/tools";
export {
  toEmbeddingModel,
  type EmbeddingModelV3,
  type ToEmbeddingModelOptions,
} from "./models/embedding/to-embedding-model.js";
export { fromEmbeddingModel } from "./models/embedding/from-embedding-model.js";
export type {
  FromEmbeddingModelOptions,
  ProvidersByPurpose,
} from "./models/embedding/embedding-options.js";
export {
  fromRerankingModel,
  type FromRerankingModelOptions,
} from "./models/reranking/from-reranking-model.js";
export { toRerankingModel, type RerankingModelV3 } from "./models/reranking/to-reranking-model.js";
export {
  fromLanguageModel,
  type FromLanguageModelOptions,
} from "./models/language/from-language-model.js";
export type {
  AnyEmbeddingModel,
  AnyLanguageModel,
  AnyRerankingModel,
  EmbeddingModelV4,
  LanguageModelV4,
  ModelV3,
  ModelV4,
  RerankingModelV4,
} from "./models/any-model.js";
export type { ModelCallOptions, ProviderOptions } from "./models/call-settings.js";
