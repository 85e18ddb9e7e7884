import type { Emotion } from "../../model/record.js";
import { checkMembers, checkNumber } from "./check.js";

/** @throws `invalid-input` if it is no emotion. */
export function checkEmotion(value: unknown, name: string): Emotion {
  checkMembers(value, name, ["valence", "arousal"]);
  const { valence, arousal } = value as Emotion;
  return {
    valence: checkNumber(valence, `${name}.valence`, { min: -1, max: 1 }),
    arousal: checkNumber(arousal, `${name}.arousal`, { min: 0, max: 1 }),
  };
}
