import type { Emotion } from "@kioku/core";

/** Feeling of what is calm and neither pleasant nor unpleasant. */
export const REST: Emotion = { valence: 0, arousal: 0 };

/** Rates at which a mood changes. */
export interface MoodRates {
  /** Rate at which mood approaches the emotion of a turn, while the turn acts. */
  readonly approachPerSecond: number;
  /** Rate at which mood returns to rest. */
  readonly decayPerHour: number;
}

/** Rates at which a turn of full intensity moves mood by 73 %, and half is left after 2.8 hours. */
export const USUAL_RATES: MoodRates = { approachPerSecond: 0.055, decayPerHour: 0.25 };

/** Time that a turn acts for, by its intensity: as long as AIRI holds an expression. */
const LEAST_SECONDS = 6;
const FURTHER_SECONDS = 18;

/**
 * Returns the share of the way that is gone at a rate in some time, 0 to 1. Two steps go as far as
 * one of their length, which `rate * time` would not.
 */
export function approachShare(rate: number, time: number): number {
  return -Math.expm1(-rate * Math.max(time, 0));
}

/** Moves a feeling towards another at a rate for some time. */
export function approach(
  from: Emotion,
  to: Emotion,
  { rate, time }: { readonly rate: number; readonly time: number },
): Emotion {
  const share = approachShare(rate, time);
  return {
    valence: from.valence + (to.valence - from.valence) * share,
    arousal: from.arousal + (to.arousal - from.arousal) * share,
  };
}

/** Moves a mood by the emotion of a turn. */
export function moved(mood: Emotion, emotion: Emotion, rates: MoodRates): Emotion {
  const time = LEAST_SECONDS + FURTHER_SECONDS * intensityOf(emotion);
  return approach(mood, emotion, { rate: rates.approachPerSecond, time });
}

/** Lets a mood return towards rest for some hours. */
export function rested(mood: Emotion, hours: number, rates: MoodRates): Emotion {
  return approach(mood, REST, { rate: rates.decayPerHour, time: hours });
}

/** Returns how strong a feeling is, 0 to 1. */
export function intensityOf({ valence, arousal }: Emotion): number {
  return Math.hypot(valence, arousal) / Math.SQRT2;
}
