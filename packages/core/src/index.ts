/**
 * Memory for AI agents: `createMemory`, the types of its verbs, the contracts that it is built on, and
 * the building of prompts.
 *
 * @module @kioku/core
 */

export type {
  ArchivedEvent,
  DegradedEvent,
  EmbeddedEvent,
  ErasedEvent,
  EventOptions,
  FailedWith,
  ForgottenEvent,
  MemoryEvents,
  Operation,
  OperationEvent,
  RecalledEvent,
  RememberedEvent,
  SurfacedEvent,
  UsedEvent,
} from "./api/events.js";
export type { ExportLine } from "./api/transfer.js";
export type {
  EraseOptions,
  ErasureReport,
  ForgetByFilter,
  ForgetByKey,
  ForgetEverything,
  ForgetOptions,
  ForgetTarget,
} from "./api/forget-inputs.js";
export type {
  Receipt,
  RecordPatch,
  RememberAllOptions,
  RememberInput,
  SetOptions,
  SimilarityDedupe,
  UpdateOptions,
} from "./api/inputs.js";
export { defineKey } from "./api/key.js";
export type { Key } from "./api/key.js";
export type {
  MemoryRoot,
  ReindexOptions,
  SpaceStatus,
  SweepOptions,
  SweepReport,
} from "./api/memory-root.js";
export type { Memory } from "./api/memory.js";
export type { MemoryOptions, RetryOptions } from "./api/options.js";
export { definePlugin } from "./api/plugin.js";
export type { HookContext, MemoryHooks, MemoryPlugin, Veto } from "./api/plugin.js";
export type {
  Citations,
  CitedMemory,
  OmittedMemory,
  PromptContext,
  PromptOptions,
} from "./api/prompt-context.js";
export type {
  EmbedQueuedOptions,
  EmbedQueuedReport,
  EmbeddingWorkerOptions,
  QueueWorkOptions,
} from "./api/memory-root.js";
export type { RankingOptions } from "./api/options.js";
export type { HistoryReadOptions, ListQuery, ReadOptions, ScopesQuery } from "./api/queries.js";
export type {
  RecallQuery,
  RecallSignals,
  RecalledMemory,
  RecalledNeighbours,
  RelevanceParts,
} from "./api/queries.js";
export type { RetentionPolicy } from "./api/options.js";
export type { SkillContext, SkillLog, SkillMemory } from "./api/skill-context.js";
export type {
  DispatchReport,
  ForgottenEventData,
  MessageEventData,
  RememberedEventData,
  SkillEvent,
  SkillEventMap,
  SkillEventName,
  SkillOutcome,
} from "./api/skill-context.js";
export { skillMemory } from "./api/skill-context.js";
export type { SkillMemoryOptions } from "./api/skill-context.js";
export type { Skill, SkillFiles, SkillManifest, SkillTrigger } from "./api/skill.js";
export type { SurfaceQuery } from "./api/queries.js";
export type { Span, SpanOptions, Tracer } from "./api/options.js";
export type { ExportOptions, ImportOptions, ImportReport } from "./api/transfer.js";
export type { Embedder } from "./contracts/embedder.js";
export type { MemoryStore } from "./contracts/memory-store.js";
export type { Reranker } from "./contracts/reranker.js";
export type { CachedEmbedderOptions } from "./embedding/cached-embedder-options.js";
export { cachedEmbedder } from "./embedding/cached-embedder.js";
export type { CacheStatistics, CachedEmbedder } from "./embedding/cached-embedder.js";
export { fallbackEmbedder } from "./embedding/fallback-embedder.js";
export type { FallbackEmbedderOptions } from "./embedding/fallback-embedder.js";
export { createMemory } from "./engine/create-memory.js";
export { layer } from "./engine/layer.js";
export { parseJsonLines } from "./engine/transfer/parse-json-lines.js";
export { toJsonLines } from "./engine/transfer/to-json-lines.js";
export { MemoryError } from "./errors/memory-error.js";
export type {
  DetailsOf,
  MemoryErrorCode,
  MemoryErrorDetails,
  MemoryErrorOptions,
} from "./errors/memory-error.js";
export { inMemoryStore } from "./in-memory-store/in-memory-store.js";
export type { AsOf } from "./model/record.js";
export type { CallOptions, WriteOptions } from "./model/call-options.js";
export type { Comparison, FieldFilter, Filter } from "./model/filter.js";
export type { JsonObject, JsonPrimitive, JsonValue } from "./model/record.js";
export type { Logger } from "./model/call-options.js";
export type { Page } from "./model/record.js";
export type {
  Emotion,
  MemoryRecord,
  Origin,
  Revision,
  RevisionChange,
  Strength,
} from "./model/record.js";
export type { Schedule } from "./model/call-options.js";
export type { Reach, Scope } from "./model/scope.js";
export { buildContext } from "./prompt/build-context.js";
export { fence } from "./prompt/fence.js";
export type { FenceOptions } from "./prompt/fence.js";
