/**
 * What adapters to other libraries are made of: the vectors of a memory, the contract of text models, and the checks that the rest
 * of Kioku uses.
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
export { derivableTrust } from "../memory/trust.js";
export { embedderOf } from "../memory/embedder-of.js";
export { embedTexts } from "../embed/embed-texts.js";
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
export { checkJsonObject } from "../check/check-json.js";
export { checkRecallOptions } from "../memory/read/check-recall-query.js";
export { invalidInput } from "../check/invalid-input.js";
export { resolveCitations } from "../prompt/citations.js";
export type { Labelled, ResolvedCitations } from "../prompt/citations.js";
export { writeNotes } from "../prompt/prompt-notes.js";
export type { PromptNote } from "../prompt/prompt-notes.js";
export { dotProduct } from "../embed/unit-vector.js";
export { maximalMarginalRelevance } from "../rank/maximal-marginal-relevance.js";
export type { DiverseChoice, DiversityInput } from "../rank/maximal-marginal-relevance.js";
export { isTrusted } from "../memory/trust.js";
export { unlessAborted } from "../model/unless-aborted.js";
export { MAX_BATCH, MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from "../memory/limits.js";
export { ORIGINS } from "../model/origins.js";
export { checkPromptOptions } from "../prompt/check-prompt-options.js";
