/**
 * Memory for AI agents: `createMemory`, the types of its verbs, the contracts that it is built on,
 * and the building of prompts.
 *
 * @module @kioku/core
 */

export type { ArchivedEvent, DegradedEvent, EmbeddedEvent, ErasedEvent } from "./api/events.js";
export type { EventOptions, FailedWith, ForgottenEvent, MemoryEvents } from "./api/events.js";
export type { Operation, OperationEvent, RecalledEvent, RecordsEvent } from "./api/events.js";
export type { RememberedEvent, SurfacedEvent, UsedEvent } from "./api/events.js";
export type { ExportLine, ExportOptions, ImportOptions, ImportReport } from "./api/transfer.js";
export type { EraseOptions, ErasureReport, ForgetByFilter } from "./api/forget-inputs.js";
export type { ForgetByKey, ForgetEverything, ForgetOptions } from "./api/forget-inputs.js";
export type { ForgetTarget, RemovalOptions } from "./api/forget-inputs.js";
export type { Receipt, RecordFields, RecordPatch, RememberAllOptions } from "./api/inputs.js";
export type { RememberInput, SetOptions, SimilarityDedupe, UpdateOptions } from "./api/inputs.js";
export { defineKey, type Key } from "./api/key.js";
export type { EmbeddingWorkerOptions, EmbedQueuedOptions } from "./api/memory-root.js";
export type { EmbedQueuedReport, MemoryRoot, QueueWorkOptions } from "./api/memory-root.js";
export type { ReindexOptions, SpaceStatus, SweepOptions, SweepReport } from "./api/memory-root.js";
export type { Memory } from "./api/memory.js";
export type { MemoryOptions, RankingOptions, RetentionPolicy } from "./api/options.js";
export type { RetryOptions, Span, SpanOptions, Tracer } from "./api/options.js";
export { definePlugin, type HookContext, type MemoryHooks } from "./api/plugin.js";
export type { MemoryPlugin, Veto } from "./api/plugin.js";
export type { Citations, CitedMemory, PromptContext } from "./api/prompt-context.js";
export type { PromptOptions } from "./api/prompt-context.js";
export type { HistoryReadOptions, ListQuery, OmittedMemory, ReadOptions } from "./api/queries.js";
export type { Recalled, RecalledMemory, RecalledNeighbours, RecallNotice } from "./api/queries.js";
export type { RecallQuery, RecallSignals } from "./api/queries.js";
export type { RecordsQuery, RelevanceParts, ScopesQuery, SurfaceQuery } from "./api/queries.js";
export type { DispatchReport, MessageEventData, SkillContext } from "./api/skill-context.js";
export type { SkillEvent, SkillEventMap, SkillEventName, SkillLog } from "./api/skill-context.js";
export type { SkillMemory, SkillOutcome } from "./api/skill-context.js";
export type { Skill, SkillFiles, SkillManifest, SkillTrigger } from "./api/skill.js";
export type { Embedder } from "./contracts/embedder.js";
export type { MemoryStore } from "./contracts/memory-store.js";
export type { QueryExpander } from "./contracts/query-expander.js";
export type { Reranker } from "./contracts/reranker.js";
export type { TextAnswer, TextImage, TextModel, TextRequest } from "./contracts/text-model.js";
export { createMemory } from "./engine/create-memory.js";
export { layer } from "./engine/layer/layer.js";
export { MemoryError, type DetailsOf, type MemoryErrorCode } from "./errors/memory-error.js";
export type { MemoryErrorDetails, MemoryErrorOptions } from "./errors/memory-error.js";
export { inMemoryStore } from "./in-memory-store/in-memory-store.js";
export type { AsOf, Emotion, JsonObject, JsonPrimitive, JsonValue } from "./model/record.js";
export type { MemoryRecord, Origin, Page } from "./model/record.js";
export type { Revision, RevisionChange, Strength, TextForm } from "./model/record.js";
export type { CallOptions, Logger, Schedule, WriteOptions } from "./model/call-options.js";
export type { Comparison, FieldFilter, Filter } from "./model/filter.js";
export type { Reach, Scope } from "./model/scope.js";
export { buildContext } from "./prompt/build-context.js";
export { fence, type FenceOptions } from "./prompt/escape.js";
export { fsrsScoring, relevanceScoring, type FsrsScoringOptions } from "./ranking/fsrs-scoring.js";
export type { Scoring, ScoringInput, ScoringResult } from "./contracts/scoring.js";
