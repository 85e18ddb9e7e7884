/**
 * Building blocks for authors of stores, embedders, plugins, skill runtimes and adapters: the details of
 * the contracts, checks of options, cursors, columns, search by keyword, timers.
 *
 * @module @kioku/core/toolkit
 */

export { EVENTS } from "../api/events.js";
export type {
  ExportFooter,
  ExportHeader,
  ExportParts,
  ExportedRecord,
  ExportedRevision,
  ExportedSpace,
  ExportedTombstone,
} from "../api/transfer.js";
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
  OrderedHook,
  SettledHook,
} from "../api/plugin.js";
export type {
  SkillCause,
  SkillMatch,
  SkillSearchOptions,
  SkillStatus,
  WakeReason,
} from "../api/skill-context.js";
export type { AnySkill, ScopeGrant, SkillPermissions, WriteQuota } from "../api/skill.js";
export type { EmbedOptions, EmbedResult, EmbedderProfile } from "../contracts/embedder.js";
export type {
  ClaimRequest,
  CompleteRequest,
  EmbeddingJob,
  EmbeddingQueue,
  FinishedJob,
  JobRef,
  QueueStats,
  ReleasedJob,
} from "../contracts/embedding-queue.js";
export type {
  HistoriesRequest,
  RecordHistory,
  StoredRevision,
  Tombstone,
  TombstonesRequest,
} from "../contracts/history.js";
export type {
  BaseStore,
  BulkMethods,
  CompleteStore,
  ContentRef,
  DeleteOptions,
  GetOptions,
  HistoryMethods,
  HistoryOptions,
  IdempotencyRef,
  KeyRef,
  Neighbours,
  NeighboursRequest,
  RecordRef,
  StoreCapabilities,
  StrengthMethods,
  StrengthUpdate,
  ThreadMethods,
  VectorMethods,
} from "../contracts/memory-store.js";
export type {
  ListOrder,
  ListRequest,
  ScopePage,
  ScopeSelection,
  SearchHit,
  SearchLeg,
  SearchRequest,
  Selection,
  TextLeg,
  VectorLeg,
} from "../contracts/search.js";
export { completeStore, hasMethods, STORE_METHODS } from "../engine/complete-store.js";
export type { StoreGroup } from "../engine/complete-store.js";
export {
  HISTORY_PAGE_LENGTH,
  LIST_COLUMNS,
  PAGE_LENGTH,
  changedCursor,
  historiesCursor,
  historiesStart,
  isCursorText,
  listCursor,
  listPosition,
  pageOfRows,
  recordLength,
  takePage,
} from "../contracts/paging.js";
export type {
  HistoriesStart,
  ListPosition,
  PageTaking,
  PagedRow,
  TakenPage,
} from "../contracts/paging.js";
export {
  requireFreeKey,
  requireKept,
  requireWidth,
  takesWholeScopes,
} from "../contracts/store-helpers.js";
export type { RerankOptions, RerankScore } from "../contracts/reranker.js";
export type { TextAnswer, TextModel, TextRequest } from "../contracts/text-model.js";
export type { CachedVector, VectorCache } from "../contracts/vector-cache.js";
export type {
  SpaceState,
  SpaceVector,
  StoredSpace,
  VectorSpace,
} from "../contracts/vector-space.js";
export type {
  Authorship,
  DeleteOp,
  EarlierOp,
  EmbedOp,
  PutOp,
  RestoreOp,
  SearchEntry,
  SpaceOp,
  TombstoneOp,
  WriteOp,
  WriteResult,
} from "../contracts/write-op.js";
export type { RecordId } from "../model/record.js";
export { valuesInOrder } from "../embedding/check-answer.js";
export { checkProfile } from "../embedding/check-embedder.js";
export { DEFAULT_BATCH_SIZE, embedTexts, textsAtOnce } from "../embedding/embed-texts.js";
export type { EmbedTextsOptions, EmbedTextsResult } from "../embedding/embed-texts.js";
export { measureProfile } from "../embedding/measure-profile.js";
export { ownTexts } from "../embedding/own-texts.js";
export { planBatches } from "../embedding/plan-batches.js";
export type { Batch, BatchLimits } from "../embedding/plan-batches.js";
export { checkPlugins } from "../engine/check-memory-options.js";
export { embedderOf, memoryIdentity, layersOf } from "../engine/memory-parts.js";
export { EmbedderProfiles } from "../engine/embedder-profiles.js";
export { HOOKS, collectHooks } from "../engine/hooks/collect-hooks.js";
export { stateOf } from "../engine/memory-state.js";
export { listLayers } from "../engine/layer/list-layers.js";
export { askReranker } from "../engine/read/ask-reranker.js";
export type { RerankQuestion } from "../engine/read/ask-reranker.js";
export { checkRecallOptions } from "../engine/read/check-recall-query.js";
export type { IncomingRecord } from "../engine/transfer/check-exported-record.js";
export { jsonLines } from "../engine/transfer/json-lines.js";
export { LineChecksum } from "../engine/transfer/line-checksum.js";
export { LineReader } from "../engine/transfer/line-reader.js";
export type { LineOptions, TextSource } from "../engine/transfer/text-lines.js";
export { memoryVectors } from "../engine/vectors/memory-vectors.js";
export type {
  MemoryVectors,
  MemoryVectorsOptions,
  VectorInput,
  VectorQuery,
  VectorSearch,
} from "../engine/vectors/vector-inputs.js";
export { checkRememberInput } from "../engine/write/check-remember-input.js";
export { PATCHABLE } from "../engine/write/patch-record.js";
export {
  attempt,
  notify,
  onRejection,
  safeLogger,
  safeProgress,
} from "../internal/async/notify.js";
export { MAX_DELAY_MS, waitedTimer } from "../internal/async/timers.js";
export { unlessAborted } from "../internal/async/unless-aborted.js";
export { canonicalJson } from "../internal/canonical-json.js";
export {
  callCallback,
  checkedClock,
  checkedCount,
  checkedIds,
  checkedRandom,
  checkedSchedule,
  invalidReturn,
} from "../internal/check/callback-answers.js";
export {
  checkCallOptions,
  checkJson,
  checkJsonObject,
  checkScope,
  checkWriteOptions,
} from "../internal/check/check-inputs.js";
export {
  checkBoolean,
  checkFunction,
  checkInstant,
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
  isIterable,
} from "../internal/check/check.js";
export type { NumberLimits } from "../internal/check/check.js";
export { checkSchema, issuePaths, validateBySchema } from "../internal/check/standard-schema.js";
export { decodeCursor, encodeCursor } from "../internal/cursor.js";
export type { CursorParts } from "../internal/cursor.js";
export { secureRandom } from "../internal/generate-id.js";
export { dotProduct, toUnitVector } from "../internal/unit-vector.js";
export { compareText } from "../model/compare-text.js";
export { MAX_BATCH, MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from "../model/limits.js";
export { ORIGINS } from "../model/record.js";
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
} from "../model/filter.js";
export { recordFromJson, recordToJson } from "../model/record-json.js";
export { isWithin, pathToScope, pathsBelow, scopeToPath } from "../model/scope.js";
export type { PathRange } from "../model/scope.js";
export { MOST_UNTRUSTED, derivableTrust, isTrusted } from "../model/trust.js";
export { checkPromptOptions } from "../prompt/check-prompt-options.js";
export { resolveCitations } from "../prompt/citations.js";
export type { Labelled, ResolvedCitations } from "../prompt/citations.js";
export { escapeAttribute, escapeText, visibleText } from "../prompt/escape.js";
export { writeNotes } from "../prompt/prompt-notes.js";
export type { PromptNote } from "../prompt/prompt-notes.js";
export { calibrate } from "../ranking/calibrate.js";
export type { SimilarityAnchors } from "../ranking/calibrate.js";
export { initialStabilityDays, retrievability } from "../ranking/forgetting.js";
export { fuse } from "../ranking/fuse.js";
export type { Evidence, Fused } from "../ranking/fuse.js";
export { maximalMarginalRelevance } from "../ranking/maximal-marginal-relevance.js";
export type { DiverseChoice, DiversityInput } from "../ranking/maximal-marginal-relevance.js";
export { memoryTier, strengthAfterUse } from "../ranking/strength.js";
export type { MemoryTier, UseTimes } from "../ranking/strength.js";
export { textScorer, textWeights } from "../ranking/text-scorer.js";
export type { TextScorer, TextStatistics, TextWeights } from "../ranking/text-scorer.js";
export { estimateTokens } from "../text/estimate-tokens.js";
export { hashText } from "../text/hash.js";
export { toStorableText } from "../text/normalize.js";
export { textScripts } from "../text/scripts.js";
export { documentTerms, queryTerms } from "../text/terms.js";
export { continueOnError, recallSettings, rememberTurn } from "./adapter.js";
export type { FailurePolicy, RecallSettings, RememberTurnOptions } from "./adapter.js";
export { rangeKey, rangesOf, isInRange, isOneScope, pathSlices } from "./scope-range.js";
export type { ScopeRange, PagedScopes, PathSlice } from "./scope-range.js";
export { TopK, replaceTop } from "./top-k.js";
export {
  RECORD_COLUMNS,
  columnsToRecord,
  currentToRevision,
  endedToRevision,
  fromToken,
  recordToColumns,
  strengthToColumns,
  toToken,
} from "./columns.js";
export type {
  AuthorColumns,
  EndedColumns,
  ReadColumns,
  RecordColumns,
  StoredColumns,
  StrengthColumns,
  TokenColumns,
} from "./columns.js";
