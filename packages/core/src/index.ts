/**
 * Memory for AI agents: contracts, the engine behind `createMemory`, and the building of prompts.
 *
 * @module @kioku/core
 */

export { MemoryError } from "./errors/memory-error.js";
export type { MemoryErrorCode, MemoryErrorOptions } from "./errors/memory-error.js";

export type { CallOptions, WriteOptions } from "./model/call-options.js";
export type { AsOf } from "./model/as-of.js";
export type { Comparison, FieldFilter, Filter } from "./model/filter.js";
export type { JsonObject, JsonPrimitive, JsonValue } from "./model/json.js";
export type { Page } from "./model/page.js";
export type {
  BooleanField,
  Condition,
  InstantField,
  JsonField,
  Junction,
  Negation,
  NumberField,
  Predicate,
  PredicateField,
  PredicateOperator,
  RecordField,
  TextField,
} from "./model/predicate.js";
export type {
  Emotion,
  MemoryRecord,
  Origin,
  Revision,
  RevisionChange,
  Strength,
} from "./model/record.js";
export type { Schedule } from "./model/schedule.js";
export type { Reach, Scope } from "./model/scope.js";
export { compareText } from "./model/compare-text.js";
export { recordFromJson, recordToJson } from "./model/record-json.js";
export { isWithin, pathsBelow, pathToScope, scopeToPath } from "./model/scope-path.js";
export type { PathRange } from "./model/scope-path.js";
export type { Embedder, EmbedderProfile, EmbedOptions, EmbedResult } from "./embed/embedder.js";
export { measureProfile } from "./embed/measure-profile.js";
export type { RerankOptions, Reranker, RerankScore } from "./rerank/reranker.js";
export { inMemoryStore } from "./store/in-memory/in-memory-store.js";
export { decodeCursor, encodeCursor, type CursorParts } from "./store/cursor.js";
export type {
  ContentRef,
  DeleteOptions,
  GetOptions,
  HistoryOptions,
  IdempotencyRef,
  KeyRef,
  MemoryStore,
  Neighbours,
  NeighboursRequest,
  RecordRef,
  ScopePage,
  StoreCapabilities,
  StrengthUpdate,
} from "./store/memory-store.js";
export type {
  ClaimRequest,
  CompleteRequest,
  EmbeddingJob,
  EmbeddingQueue,
  FinishedJob,
  JobRef,
  QueueStats,
  ReleasedJob,
} from "./store/embedding-queue.js";
export type { SearchHit, SearchLeg, SearchRequest, TextLeg, VectorLeg } from "./store/search.js";
export type { ListOrder, ListRequest, Selection } from "./store/selection.js";
export { takesWholeScopes } from "./store/takes-whole-scopes.js";
export type {
  HistoriesRequest,
  RecordHistory,
  StoredRevision,
  Tombstone,
  TombstonesRequest,
} from "./store/history.js";
export type { SpaceState, SpaceVector, StoredSpace, VectorSpace } from "./store/vector-space.js";
export type {
  Authorship,
  DeleteOp,
  EarlierOp,
  EmbedOp,
  PutOp,
  RecordId,
  RestoreOp,
  SearchEntry,
  SpaceOp,
  TombstoneOp,
  WriteOp,
  WriteResult,
} from "./store/write-op.js";
export { textScorer, textWeights } from "./rank/text-scorer.js";
export type { TextScorer, TextStatistics, TextWeights } from "./rank/text-scorer.js";
export type { Scoring, ScoringInput, ScoringResult } from "./rank/scoring.js";
export { actrScoring, type ActrScoringOptions } from "./rank/presets/actr-scoring.js";
export { airiPlaygroundScoring } from "./rank/presets/airi-playground-scoring.js";
export type { AiriPlaygroundScoringOptions } from "./rank/presets/airi-playground-scoring.js";
export { airiScoring, type AiriScoringOptions } from "./rank/presets/airi-scoring.js";
export { autosnippetScoring } from "./rank/presets/autosnippet-scoring.js";
export type { AutosnippetScoringOptions } from "./rank/presets/autosnippet-scoring.js";
export { digitalLifeScoring } from "./rank/presets/digital-life-scoring.js";
export type { DigitalLifeScoringOptions } from "./rank/presets/digital-life-scoring.js";
export { fsrsScoring, type FsrsScoringOptions } from "./rank/presets/fsrs-scoring.js";
export { generativeAgentsScoring } from "./rank/presets/generative-agents-scoring.js";
export type { GenerativeAgentsScoringOptions } from "./rank/presets/generative-agents-scoring.js";
export { hou2024Scoring, type Hou2024ScoringOptions } from "./rank/presets/hou-2024-scoring.js";
export { memoryBankScoring } from "./rank/presets/memory-bank-scoring.js";
export { relevanceScoring } from "./rank/presets/relevance-scoring.js";
export { scoringPresets, type ScoringPreset } from "./rank/presets/scoring-presets.js";
export { initialStabilityDays, retrievability } from "./rank/forgetting.js";
export { memoryTier, strengthAfterUse, type MemoryTier, type UseTimes } from "./rank/strength.js";

export { textScripts } from "./text/scripts.js";
export { documentTerms, queryTerms } from "./text/terms.js";
export { estimateTokens } from "./text/estimate-tokens.js";
export { hashText } from "./text/hash.js";
export { toStorableText } from "./text/normalize.js";

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
} from "./memory/events.js";
export type {
  Receipt,
  RecordPatch,
  RememberAllOptions,
  RememberInput,
  SetOptions,
  SimilarityDedupe,
  UpdateOptions,
} from "./memory/inputs.js";
export type {
  EraseOptions,
  ErasureReport,
  ForgetByFilter,
  ForgetByKey,
  ForgetEverything,
  ForgetOptions,
  ForgetTarget,
} from "./memory/forget-inputs.js";
export type { HistoryReadOptions } from "./memory/read-inputs.js";
export type { ListQuery, ReadOptions, ScopesQuery } from "./memory/read-inputs.js";
export { defineKey, type Key } from "./memory/key.js";
export { layer } from "./memory/layer.js";
export type { RetentionPolicy } from "./memory/retention.js";
export type { Span, SpanOptions, Tracer } from "./memory/observe/tracer.js";
export type { Logger } from "./model/logger.js";
export type { Memory } from "./memory/memory.js";
export type {
  EmbeddingWorkerOptions,
  EmbedQueuedOptions,
  EmbedQueuedReport,
  QueueWorkOptions,
} from "./memory/queue/queue-inputs.js";
export type {
  MemoryRoot,
  ReindexOptions,
  SpaceStatus,
  SweepOptions,
  SweepReport,
} from "./memory/memory-root.js";
export type { MemoryOptions, RetryOptions } from "./memory/options.js";
export type { RankingOptions } from "./memory/ranking-options.js";
export type {
  RecalledMemory,
  RecalledNeighbours,
  RecallQuery,
  RecallSignals,
  RelevanceParts,
} from "./memory/recall-query.js";
export type { SurfaceQuery } from "./memory/surface-query.js";
export { createMemory } from "./memory/create-memory.js";

export type {
  Citations,
  CitedMemory,
  OmittedMemory,
  PromptContext,
  PromptOptions,
} from "./prompt/prompt-context.js";
export { buildContext } from "./prompt/build-context.js";
export { fence, type FenceOptions } from "./prompt/fence.js";

export type {
  ExportedRecord,
  ExportedRevision,
  ExportedSpace,
  ExportedTombstone,
  ExportFooter,
  ExportHeader,
  ExportLine,
  ExportParts,
} from "./transfer/export-line.js";
export type { ExportOptions, ImportOptions, ImportReport } from "./transfer/transfer-options.js";
export { parseJsonLines } from "./transfer/parse-json-lines.js";
export { toJsonLines } from "./transfer/to-json-lines.js";
export type { LineOptions, TextSource } from "./transfer/text-lines.js";

export { definePlugin } from "./plugin/plugin.js";
export type {
  AfterForgetHook,
  AfterRecallHook,
  AfterRememberHook,
  AnyPlugin,
  Awaitable,
  BeforeForgetHook,
  BeforeRecallHook,
  BeforeRememberHook,
  Extending,
  Extensions,
  Hook,
  HookContext,
  MemoryHooks,
  MemoryPlugin,
  OrderedHook,
  SettledHook,
  Veto,
} from "./plugin/plugin.js";

export type { SkillContext, SkillLog, SkillMemory } from "./skill/skill-context.js";
export type {
  DispatchReport,
  ForgottenEventData,
  MessageEventData,
  RememberedEventData,
  SkillEvent,
  SkillEventMap,
  SkillEventName,
  SkillOutcome,
} from "./skill/skill-event.js";
export type { Skill, SkillFiles, SkillManifest, SkillTrigger } from "./skill/skill.js";
export { skillMemory, type SkillMemoryOptions } from "./skill/skill-memory.js";
