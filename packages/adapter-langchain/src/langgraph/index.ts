/**
 * Memory as the long-term store of LangGraph. Needs `@langchain/langgraph-checkpoint`.
 *
 * @module @kioku/adapter-langchain/langgraph
 */
export { MemoryBaseStore } from "./memory-base-store.js";
export type {
  MemoryPutArguments,
  MemoryPutOperation,
  MemoryPutOptions,
} from "./memory-base-store.js";
export type { MemoryBaseStoreOptions, MemoryBaseStoreTtl } from "./store-options.js";
