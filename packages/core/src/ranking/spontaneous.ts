import type { Emotion } from "../model/record.js";
import { hashText } from "../text/hash.js";
import { daysSinceUse, type Remembered, retrievability } from "./forgetting.js";
import { moodMatch } from "./fsrs-scoring.js";

/** The most important memory comes twice as easily as the least. */
const IMPORTANCE_WEIGHT = 1;
/** A perfect fit to the cue comes eleven times as easily as none: Rasmussen and Berntsen 2011. */
const CUE_WEIGHT = 10;
/** A memory that felt like the mood comes twice as easily as one that felt the opposite. */
const MOOD_WEIGHT = 1;
/** Stands for a random number of 0, which has no logarithm. */
const TINY = 2 ** -53;

interface SpontaneousCandidate extends Remembered {
  /** 0 to 1. */
  readonly importance: number;
  /** Fit to the cue, 0 to 1; absent if there is no cue. */
  readonly cueRelevance?: number | undefined;
  /** Emotion of the memory, if known. */
  readonly emotion?: Emotion | undefined;
  /** Mood of the moment, if known. */
  readonly mood?: Emotion | undefined;
}

/** Weighs a memory by all that brings it back; `share` is that of the heaviest weight. */
export function weighSpontaneous(
  candidate: SpontaneousCandidate,
  now: Date,
): { weight: number; share: number; factors: Readonly<Record<string, number>> } {
  const { strength, cueRelevance, mood } = candidate;
  const retained = retrievability(daysSinceUse({ record: candidate, now }), strength.stabilityDays);
  const importance = 1 + IMPORTANCE_WEIGHT * candidate.importance;
  const cue = 1 + CUE_WEIGHT * (cueRelevance ?? 0);
  const felt = mood ? { mood: 1 + MOOD_WEIGHT * moodMatch(mood, candidate.emotion) } : {};
  const weight = retained * importance * cue * (felt.mood ?? 1);
  const withCue = (1 + IMPORTANCE_WEIGHT) * (cueRelevance === undefined ? 1 : 1 + CUE_WEIGHT);
  const heaviest = withCue * (mood ? 1 + MOOD_WEIGHT : 1);
  return { weight, share: weight / heaviest, factors: { retained, importance, cue, ...felt } };
}

interface SpontaneousSample {
  /** Most to draw. */
  readonly count: number;
  /** 1: by weight; lower: the heavy ones more often; 0: the heaviest, always. */
  readonly temperature: number;
  /** In [0, 1). Called once per weight, unless the temperature is 0. */
  readonly random: () => number;
}

/**
 * Draws indexes without putting back, with probabilities in proportion to
 * `weights[i] ** (1 / temperature)`: the largest sums of log weight and Gumbel noise come first.
 * @see https://arxiv.org/abs/1903.06059
 */
export function sampleSpontaneous(
  weights: readonly number[],
  { count, temperature, random }: SpontaneousSample,
): readonly number[] {
  const noise = (): number => -Math.log(-Math.log(Math.max(random(), TINY)));
  return weights
    .map((weight, index) => {
      const log = Math.log(weight);
      return { index, rank: temperature === 0 ? log : log / temperature + noise() };
    })
    .toSorted((a, b) => b.rank - a.rank || a.index - b.index)
    .slice(0, count)
    .map(({ index }) => index);
}

const WORD = /[0-9a-f]{8}/gu;

/** Makes numbers in [0, 1) from a seed: sfc32, https://pracrand.sourceforge.net/RNG_engines.txt */
export function seededRandom(seed: string): () => number {
  const words = hashText(seed).match(WORD) ?? [];
  let [a = 0, b = 0, c = 0, counter = 0] = words.map((word) => Number.parseInt(word, 16));
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
