/**
 * Memory and skills for agents of the package `langchain`.
 *
 * @module @kioku/adapter-langchain/agent
 */
export { memoryMiddleware, type MemoryMiddleware } from "./memory-middleware.js";
export type {
  MemoryMiddlewareOptions,
  MemoryMiddlewareOptionsWithSchema,
} from "./memory-middleware-options.js";
export {
  skillMiddleware,
  type SkillMiddleware,
  type SkillMiddlewareOptions,
  type WakingSkills,
} from "./skill-middleware.js";
export type { SkillToolsOptions } from "../skills/skill-tools-options.js";
export type { MemorySource, TrustedRun } from "../tools/memory-source.js";
export type {
  CallableSkills,
  MemoryToolName,
  MemoryToolsOptions,
  MemoryToolsRecall,
  MemoryToolsRemember,
  SkillRunOptions,
} from "@kioku/tools";
