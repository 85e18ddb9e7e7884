import type { Emotion } from "@kioku/core";

import { feelingsOf } from "./lexicon/feelings.js";
import { readSentences } from "./lexicon/sentences.js";

/** Longest part of a text that is read, in UTF-16 units. */
const MAX_LENGTH = 2_000;
/** Square of the score at which valence is 0.71. */
const SOFTNESS = 12;
/** Shares below this count for nothing. */
const LEAST_SHARE = 0.01;

/**
 * Returns the emotion that the words and signs of a text express, in English and Chinese;
 * `undefined` for a text without such words. It reads the first 2,000 characters.
 *
 * ```ts
 * emotionOf("I'm not happy at all"); // { valence: -0.54, arousal: 0.45 }
 * emotionOf("太开心了！！！"); // { valence: 0.82, arousal: 0.82 }
 * ```
 */
export function emotionOf(text: string): Emotion | undefined {
  const felt = feelingsOf(readSentences(text.slice(0, MAX_LENGTH)));
  let [shares, sum, weights, arousals] = [0, 0, 0, 0];
  for (const { score, arousal, share } of felt) {
    const weight = Math.abs(score) * share;
    shares += share;
    sum += score * share;
    weights += weight;
    arousals += weight * arousal;
  }
  if (shares < LEAST_SHARE || weights === 0) return undefined;
  // Many words say more than one, but not in proportion.
  const score = sum / Math.sqrt(Math.max(shares, 1));
  return { valence: score / Math.sqrt(score * score + SOFTNESS), arousal: arousals / weights };
}
