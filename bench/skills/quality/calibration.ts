import type { AskedUtterance } from "./ask-utterances.ts";
import { rounded } from "./confusion.ts";

/** Utterances whose best match has a score within a tenth. */
interface CalibrationBin {
  /** Lowest score of the bin, 0 to 0.9. */
  readonly from: number;
  readonly utterances: number;
  /** Mean score of their best matches. */
  readonly score: number;
  /** Share of them whose best match is a skill that they should wake, 0 to 1. */
  readonly right: number;
}

/** Agreement of scores with how often they are right. */
export interface Calibration {
  /**
   * Expected calibration error: the mean distance between score and share over all utterances, 0 to
   * 1.
   */
  readonly ece: number;
  /** Bins of equal width that hold an utterance, from low scores to high ones. */
  readonly bins: readonly CalibrationBin[];
}

const BINS = 10;
const NONE = { skill: "", score: 0 };

/** Compares the score of the best match of each utterance with whether that match is right. */
export function measureCalibration(
  utterances: readonly Pick<AskedUtterance, "expected" | "matches">[],
): Calibration {
  const best = utterances.map(({ expected, matches }) => {
    const [first = NONE, ...others] = matches;
    const { skill, score } = others.reduce((a, b) => (b.score > a.score ? b : a), first);
    return { score, isRight: expected.includes(skill) };
  });
  const byBin = Map.groupBy(best, ({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)));
  const bins = [...byBin]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, own]) => ({
      from: bin / BINS,
      utterances: own.length,
      score: rounded(own.reduce((sum, { score }) => sum + score, 0) / own.length),
      right: rounded(own.filter(({ isRight }) => isRight).length / own.length),
    }));
  const distance = bins.reduce(
    (sum, bin) => sum + bin.utterances * Math.abs(bin.score - bin.right),
    0,
  );
  return { ece: rounded(distance / Math.max(1, best.length)), bins };
}
