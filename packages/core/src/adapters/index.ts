/**
 * What adapters to other libraries are made of: the vectors of a memory, the contract of text
 * models, and the checks that the rest of Kioku uses.
 *
 * @module @kioku/core/adapters
 */
export { memoryVectors } from "../memory/vectors/memory-vectors.js";
export type {
  MemoryVectors,
  MemoryVectorsOptions,
  VectorInput,
  VectorQuery,
  VectorSearch,
} from "../memory/vectors/vector-inputs.js";
export type { TextAnswer, TextModel, TextRequest } from "../generate/text-model.js";
export { embedderOf } from "../memory/embedder-of.js";
export { EmbedderProfiles } from "../memory/embedder-profiles.js";
export { embedTexts, textsAtOnce } from "../embed/embed-texts.js";
export type { EmbedTextsOptions, EmbedTextsResult } from "../embed/embed-texts.js";
export {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
  checkTexts,
} from "../check/check.js";
export type { NumberLimits } from "../check/check.js";
export { checkedClock } from "../check/callback-answers.js";
export { checkJsonObject } from "../check/check-json.js";
export { canonicalJson } from "../formats/canonical-json.js";
export { checkRecallOptions } from "../memory/read/check-recall-query.js";
export { invalidInput } from "../check/invalid-input.js";
export { resolveCitations } from "../prompt/citations.js";
export type { Labelled, ResolvedCitations } from "../prompt/citations.js";
export { orContinue } from "./or-continue.js";
export type { FailureRules } from "./or-continue.js";
export { rememberTurn } from "./remember-turn.js";
export type { RememberTurnOptions } from "./remember-turn.js";
export { askReranker } from "../rerank/ask-reranker.js";
export type { RerankQuestion } from "../rerank/ask-reranker.js";
export { recallSettings } from "../prompt/recall-settings.js";
export type { RecallSettings } from "../prompt/recall-settings.js";
export { writeNotes } from "../prompt/prompt-notes.js";
export type { PromptNote } from "../prompt/prompt-notes.js";
export { dotProduct } from "../embed/unit-vector.js";
export { calibrate } from "../rank/calibrate.js";
export type { SimilarityAnchors } from "../rank/calibrate.js";
export { fuse } from "../rank/fuse.js";
export type { Evidence, Fused } from "../rank/fuse.js";
export { maximalMarginalRelevance } from "../rank/maximal-marginal-relevance.js";
export type { DiverseChoice, DiversityInput } from "../rank/maximal-marginal-relevance.js";
export { derivableTrust, isTrusted, MOST_UNTRUSTED } from "../memory/trust.js";
export { notify, safeLogger } from "../model/notify.js";
export { unlessAborted } from "../model/unless-aborted.js";
export { MAX_BATCH, MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from "../memory/limits.js";
export { ORIGINS } from "../model/origins.js";
export { checkPromptOptions } from "../prompt/check-prompt-options.js";
