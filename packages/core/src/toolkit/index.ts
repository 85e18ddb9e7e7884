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
} from "../api/export-line.js";
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
export type { SkillSearchOptions } from "../api/skill-context.js";
export type { SkillCause, SkillStatus } from "../api/skill-event.js";
export type { SkillMatch, WakeReason } from "../api/skill-match.js";
export type { ScopeGrant, SkillPermissions, WriteQuota } from "../api/skill-permissions.js";
export type { AnySkill } from "../api/skill.js";
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
  ScopePage,
  StoreCapabilities,
  StrengthMethods,
  StrengthUpdate,
  ThreadMethods,
  VectorMethods,
} from "../contracts/memory-store.js";
export { completeStore, hasMethods, STORE_METHODS } from "../engine/complete-store.js";
export type { StoreGroup } from "../engine/complete-store.js";
export {
  HISTORY_PAGE_LENGTH,
  PAGE_LENGTH,
  recordLength,
  takePage,
} from "../contracts/page-length.js";
export type { PageTaking, TakenPage } from "../contracts/page-length.js";
export { requireKept } from "../contracts/require-kept.js";
export type { RerankOptions, RerankScore } from "../contracts/reranker.js";
export type {
  SearchHit,
  SearchLeg,
  SearchRequest,
  TextLeg,
  VectorLeg,
} from "../contracts/search.js";
export type { ListOrder, ListRequest, Selection } from "../contracts/selection.js";
export { requireFreeKey } from "../contracts/store-helpers/require-free-key.js";
export { requireWidth } from "../contracts/store-helpers/require-width.js";
export { takesWholeScopes } from "../contracts/store-helpers/takes-whole-scopes.js";
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
  RecordId,
  RestoreOp,
  SearchEntry,
  SpaceOp,
  TombstoneOp,
  WriteOp,
  WriteResult,
} from "../contracts/write-op.js";
export { checkProfile, ownTexts, valuesInOrder } from "../embedding/check-embedder.js";
export { DEFAULT_BATCH_SIZE, embedTexts, textsAtOnce } from "../embedding/embed-texts.js";
export type { EmbedTextsOptions, EmbedTextsResult } from "../embedding/embed-texts.js";
export { measureProfile } from "../embedding/measure-profile.js";
export { planBatches } from "../embedding/plan-batches.js";
export type { Batch, BatchLimits } from "../embedding/plan-batches.js";
export { checkPlugins } from "../engine/check-memory-options.js";
export { embedderOf } from "../engine/embedder-of.js";
export { EmbedderProfiles } from "../engine/embedder-profiles.js";
export { HOOKS, collectHooks } from "../engine/hooks/collect-hooks.js";
export { stateOf } from "../engine/memory-state.js";
export { identityOf } from "../engine/identity-of.js";
export { listLayers } from "../engine/layer/list-layers.js";
export { layersOf } from "../engine/layers-of.js";
export { askReranker } from "../engine/read/ask-reranker.js";
export type { RerankQuestion } from "../engine/read/ask-reranker.js";
export { checkRecallOptions } from "../engine/read/check-recall-query.js";
export type { IncomingRecord } from "../engine/transfer/check-exported-record.js";
export { jsonLines } from "../engine/transfer/json-lines.js";
export { LineChecksum, LineReader } from "../engine/transfer/line-reader.js";
export type { LineOptions, TextSource } from "../engine/transfer/json-lines.js";
export { memoryVectors } from "../engine/vectors/memory-vectors.js";
export type {
  MemoryVectors,
  MemoryVectorsOptions,
  VectorInput,
  VectorQuery,
  VectorSearch,
} from "../engine/vectors/vector-inputs.js";
export { checkRememberInput } from "../engine/write/check-remember-input.js";
export { PATCHABLE } from "../engine/write/update.js";
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
  askCallback,
  checkedClock,
  checkedCount,
  checkedIds,
  checkedRandom,
  checkedSchedule,
  wrongAnswer,
} from "../internal/check/callback-answers.js";
export { checkCallOptions, checkWriteOptions } from "../internal/check/check-call-options.js";
export { checkJson, checkJsonObject } from "../internal/check/check-json.js";
export { checkScope } from "../internal/check/check-scope.js";
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
} from "../internal/check/check.js";
export type { NumberLimits } from "../internal/check/check.js";
export { invalidInput } from "../internal/check/invalid-input.js";
export { isIterable } from "../internal/check/is-iterable.js";
export { checkSchema, placesOf, validateBySchema } from "../internal/check/standard-schema.js";
export { decodeCursor, encodeCursor } from "../internal/cursor.js";
export type { CursorParts } from "../internal/cursor.js";
export { secureRandom } from "../internal/generate-id.js";
export { dotProduct, toUnitVector } from "../internal/unit-vector.js";
export { compareText } from "../model/compare-text.js";
export { MAX_BATCH, MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from "../model/limits.js";
export { ORIGINS } from "../model/origins.js";
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
} from "../model/predicate.js";
export { recordFromJson, recordToJson } from "../model/record-json.js";
export { isWithin, pathToScope, pathsBelow, scopeToPath } from "../model/scope-path.js";
export type { PathRange } from "../model/scope-path.js";
export { MOST_UNTRUSTED, derivableTrust, isTrusted } from "../model/trust.js";
export { checkPromptOptions } from "../prompt/check-prompt-options.js";
export { resolveCitations } from "../prompt/citations.js";
export type { Labelled, ResolvedCitations } from "../prompt/citations.js";
export { escapeAttribute, escapeText, visibleText } from "../prompt/escape.js";
export { writeNotes } from "../prompt/prompt-notes.js";
export type { PromptNote } from "../prompt/prompt-notes.js";
export { calibrate } from "../ranking/fuse.js";
export type { SimilarityAnchors } from "../ranking/fuse.js";
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
export { orContinue } from "./adapter/or-continue.js";
export type { FailureRules } from "./adapter/or-continue.js";
export { recallSettings } from "./adapter/recall-settings.js";
export type { RecallSettings } from "./adapter/recall-settings.js";
export { rememberTurn } from "./adapter/remember-turn.js";
export type { RememberTurnOptions } from "./adapter/remember-turn.js";
export { areaKey, areasOf, isInArea } from "./store/area.js";
export type { Area } from "./store/area.js";
export { BestSlots } from "./store/best-slots.js";
export { changedCursor, isCursorText } from "./store/cursor-text.js";
export { historiesCursor, historiesStart } from "./store/histories-cursor.js";
export type { HistoriesStart } from "./store/histories-cursor.js";
export { fromToken, toToken } from "./store/job-token.js";
export type { TokenColumns } from "./store/job-token.js";
export { LIST_COLUMNS, listCursor, listPosition } from "./store/list-position.js";
export type { ListPosition } from "./store/list-position.js";
export { pageOfRows } from "./store/page-of-rows.js";
export type { PagedRow } from "./store/page-of-rows.js";
export { isOneScope, pathSlices } from "./store/path-slices.js";
export type { PagedScopes, PathSlice } from "./store/path-slices.js";
export {
  RECORD_COLUMNS,
  columnsToRecord,
  recordToColumns,
  strengthToColumns,
} from "./store/record-columns.js";
export type {
  ReadColumns,
  RecordColumns,
  StoredColumns,
  StrengthColumns,
} from "./store/record-columns.js";
export { replaceTop } from "./store/replace-top.js";
export { currentToRevision, endedToRevision } from "./store/revision-columns.js";
export type { AuthorColumns, EndedColumns } from "./store/revision-columns.js";
