/**
 * What embedders are made of, for those who write one or wrap one: a cache, a fallback, batches,
 * checks of options, and the system's timer and randomness.
 *
 * @module @kioku/core/embedders
 */
export {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
} from "../check/check.js";
export type { NumberLimits } from "../check/check.js";
export {
  checkedClock,
  checkedCount,
  checkedRandom,
  checkedSchedule,
} from "../check/callback-answers.js";
export { invalidInput } from "../check/invalid-input.js";
export { safeProgress } from "../model/notify.js";
export { unlessAborted } from "../model/unless-aborted.js";
export { secureRandom } from "../memory/secure-random.js";
export { waitedTimer } from "../memory/timers.js";
export { checkProfile } from "../embed/check-profile.js";
export { ownTexts } from "../embed/own-texts.js";
export { planBatches } from "../embed/plan-batches.js";
export type { Batch, BatchLimits } from "../embed/plan-batches.js";
export { cachedEmbedder } from "../embed/cached-embedder.js";
export type { CachedEmbedder, CacheStatistics } from "../embed/cached-embedder.js";
export type { CachedEmbedderOptions } from "../embed/cached-embedder-options.js";
export { fallbackEmbedder } from "../embed/fallback-embedder.js";
export type { FallbackEmbedderOptions } from "../embed/fallback-embedder.js";
export type { CachedVector, VectorCache } from "../embed/vector-cache.js";
