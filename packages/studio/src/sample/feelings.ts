import type { Emotion } from "@kioku/core";

/** Pleasant and excited. */
export const DELIGHT: Emotion = { valence: 0.85, arousal: 0.7 };
/** Pleasant and calm. */
export const CONTENT: Emotion = { valence: 0.6, arousal: 0.2 };
/** Unpleasant and excited. */
export const FEAR: Emotion = { valence: -0.8, arousal: 0.85 };
/** Unpleasant and calm. */
export const SORROW: Emotion = { valence: -0.7, arousal: 0.3 };
