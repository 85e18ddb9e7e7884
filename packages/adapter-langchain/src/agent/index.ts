/**
 * Memory for agents of the package `langchain`.
 *
 * @module @kioku/adapter-langchain/agent
 */
export { memoryMiddleware, type MemoryMiddleware } from "./memory-middleware.js";
export type {
  MemoryMiddlewareOptions,
  MemoryMiddlewareOptionsWithSchema,
} from "./memory-middleware-options.js";
export type { MemorySource, TrustedRun } from "../tools/memory-source.js";
export type {
  MemoryToolName,
  MemoryToolsOptions,
  MemoryToolsRecall,
  MemoryToolsRemember,
} from "@kioku/tools";
