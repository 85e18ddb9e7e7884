import type { Emotion } from "@kioku/core";
import { congruence } from "@kioku/core/toolkit";

/** Feeling of what is calm and neither pleasant nor unpleasant. */
export const REST: Emotion = { valence: 0, arousal: 0 };

/** Days after which half of a mood is left. `talk` is the rate of `moodOf`: 2.8 hours. */
export const HALF_DAYS = {
  talk: Math.LN2 / 6,
  day: 1,
  days: 3,
  week: 7,
  never: Infinity,
} as const;
/** Pace at which a mood returns to rest. */
export type Resting = keyof typeof HALF_DAYS;

/** Lets a mood return towards rest for some days; two steps go as far as one of their length. */
export function rested(mood: Emotion, days: number, resting: Resting): Emotion {
  return approach(mood, REST, (Math.LN2 / HALF_DAYS[resting]) * days);
}

/** Moves a mood by a feeling that acts on it: as far as `moodOf` does for a turn. */
export function moved(mood: Emotion, emotion: Emotion): Emotion {
  const intensity = Math.hypot(emotion.valence, emotion.arousal) / Math.SQRT2;
  return approach(mood, emotion, 0.055 * (6 + 18 * intensity));
}

/** Returns how alike a mood and a memory feel, 0 to 1; 0.5 if the memory has no feeling. */
export function moodMatch(mood: Emotion, emotion: Emotion | undefined): number {
  return emotion === undefined ? 0.5 : congruence(stretch(mood), stretch(emotion));
}

function approach(from: Emotion, to: Emotion, rateTimesTime: number): Emotion {
  const share = -Math.expm1(-rateTimesTime);
  return {
    valence: from.valence + (to.valence - from.valence) * share,
    arousal: from.arousal + (to.arousal - from.arousal) * share,
  };
}

/** Stretches arousal to -1 to 1, so that both axes count alike. */
function stretch({ valence, arousal }: Emotion): Emotion {
  return { valence, arousal: 2 * arousal - 1 };
}
