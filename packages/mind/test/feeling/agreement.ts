import { emotionOf } from "../../src/feeling/emotion-of.js";
import type { RatedSentence } from "./own-sentences.js";

/** Least valence that counts as a feeling. */
const LEAST = 0.1;

/** Agreement of the lexicon with a reader. */
export interface Agreement {
  /** Share of the sentences with the reader's sign, or without feeling as for the reader. */
  readonly sign: number;
  /** Share of the pairs, rated apart, that have the reader's order of valence. */
  readonly order: number;
  /** The same for arousal. */
  readonly arousalOrder: number;
  /** Sentences whose sign differs. */
  readonly wrong: readonly string[];
}

/** Measures the agreement of `emotionOf` with rated sentences. */
export function agreementOf(sentences: readonly RatedSentence[]): Agreement {
  const read = sentences.map(([text, valence, arousal]) => {
    const emotion = emotionOf(text) ?? { valence: 0, arousal: 0 };
    return { text, valence, arousal, emotion };
  });
  const wrong = read.filter((one) => signOf(one.emotion.valence) !== signOf(one.valence));
  return {
    sign: 1 - wrong.length / read.length,
    order: orderOf(read.map(({ valence, emotion }) => [valence, emotion.valence])),
    arousalOrder: orderOf(
      read
        .filter(({ valence }) => valence !== 0)
        .map(({ arousal, emotion }) => [arousal, emotion.arousal]),
    ),
    wrong: wrong.map(({ text, valence, emotion }) => `${valence} ${emotion.valence}: ${text}`),
  };
}

function signOf(valence: number): number {
  return Math.abs(valence) < LEAST ? 0 : Math.sign(valence);
}

function orderOf(pairs: readonly (readonly [rated: number, read: number])[]): number {
  let [right, all] = [0, 0];
  for (const [index, a] of pairs.entries()) {
    for (const b of pairs.slice(index + 1)) {
      if (Math.abs(a[0] - b[0]) < 0.15) continue;
      all += 1;
      if (Math.sign(a[0] - b[0]) === Math.sign(a[1] - b[1])) right += 1;
    }
  }
  return right / all;
}
