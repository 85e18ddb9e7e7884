/**
 * Feeling: the emotion of texts, the mood of talks, and memories that flash back.
 *
 * @module @kioku/mind/feeling
 */

export { emotionOf } from "./emotion-of.js";
export { feeling, type FeelingOptions } from "./feeling.js";
export { flashback, type FlashbackQuery } from "./flashback.js";
export type { MoodRates } from "./integrate.js";
export { moodOf, moodOverTime } from "./mood-of.js";
export type { MoodOverTimeQuery, MoodPoint, MoodQuery } from "./mood-of.js";
