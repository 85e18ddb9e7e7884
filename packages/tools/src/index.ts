/**
 * Memory as tools of a language model for any host, and the memory tool of Claude.
 *
 * @module @kioku/tools
 */
export { checkDefinitions } from "./definition/check-definitions.js";
export { defineTool } from "./definition/define-tool.js";
export type { ToolParts } from "./definition/define-tool.js";
export type { MemoryToolCall, ToolAnswer, ToolDefinition } from "./definition/tool-definition.js";
export type {
  BooleanSchema,
  ListSchema,
  NumberSchema,
  ObjectSchema,
  TextSchema,
  ToolParameters,
  ToolSchema,
} from "./definition/tool-schema.js";
export { protectedBy } from "./memory-tools/change-visible.js";
export { defineMemoryTools } from "./memory-tools/define-memory-tools.js";
export type {
  ChangeAnswer,
  ForgetAnswer,
  ForgetArguments,
  MemoryToolAnswers,
  MemoryToolArguments,
  MemoryToolDefinition,
  MemoryToolName,
  RecallAnswer,
  RecallArguments,
  RememberAnswer,
  RememberArguments,
  UpdateAnswer,
  UpdateArguments,
} from "./memory-tools/memory-tool.js";
export { checkTrustedTools } from "./memory-tools/memory-tools-options.js";
export {
  createTrustJudge,
  judgeTrust,
  lowerVerdict,
  readBefore,
  readMemory,
  readShown,
  textsIn,
} from "./trust/judge-trust.js";
export { causeOf, trustOfText, withoutWords, withVerdict } from "./trust/text-trust.js";
export type { ReadText, TextSource, TrustReason, TrustVerdict } from "./trust/judge-trust.js";
export type {
  MemoryToolsHost,
  MemoryToolsOptions,
  MemoryToolsRecall,
  MemoryToolsRemember,
  TrustedTools,
} from "./memory-tools/memory-tools-options.js";
export { showRecalled, type ShowOptions } from "./memory-tools/recall-tool.js";
export { rememberWritten } from "./memory-tools/remember-tool.js";
export { describeMemory } from "./memory-tools/shown-memory.js";
export type { MemoryDescription, ShownMemory } from "./memory-tools/shown-memory.js";
export { claudeMemory } from "./claude-memory/claude-memory.js";
export type { ClaudeMemoryOptions } from "./claude-memory/claude-memory-options.js";
export type {
  ClaudeCreateCommand,
  ClaudeDeleteCommand,
  ClaudeInsertCommand,
  ClaudeMemory,
  ClaudeMemoryCall,
  ClaudeMemoryCommand,
  ClaudeMemoryHandler,
  ClaudeMemoryHandlers,
  ClaudeRenameCommand,
  ClaudeStrReplaceCommand,
  ClaudeViewCommand,
} from "./claude-memory/commands.js";
export { defineSkillTools } from "./skill-tools/define-skill-tools.js";
export { ownJsonSchema } from "./skill-tools/skill-input.js";
export { skillCatalog } from "./skill-tools/skill-catalog.js";
export type { SkillCatalogRequest } from "./skill-tools/skill-catalog.js";
export type { CallableSkills, SkillRunOptions } from "./skill-tools/callable-skills.js";
export type {
  SkillFileAnswer,
  SkillToolCall,
  SkillToolDefinition,
  SkillToolKind,
} from "./skill-tools/skill-tool.js";
export type { SkillToolsHost, SkillToolsOptions } from "./skill-tools/skill-tools-options.js";
export { memoryOfThread } from "./session-memory.js";
export type { SessionMemory, SessionViewOptions } from "./session-memory.js";
export { askingWithSchema, checkTextRequest } from "./text-request.js";
export type { AskedOnce } from "./text-request.js";
export { continueOnError, recallSettings, rememberTurn } from "./host-parts.js";
export type { FailurePolicy, RecallSettings, RememberTurnOptions } from "./host-parts.js";
