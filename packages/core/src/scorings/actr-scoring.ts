import type { Scoring } from "../contracts/scoring.js";
import { daysSinceCreation, daysSinceUse } from "../ranking/forgetting.js";
import { resolveNumbers, toResult } from "./scoring-parts.js";

/** Parameters of ACT-R; most defaults are those that Anderson et al. 2004 call usual. */
export interface ActrScoringOptions {
  /** Exponent d by which a use fades; above 0, at most 0.95. @defaultValue 0.5 */
  readonly decay?: number;
  /**
   * Activation that is recalled half of the time, τ, -100 to 100. One use of a day ago has the
   * activation 0. @defaultValue 0
   */
  readonly threshold?: number;
  /** Noise s of the activation; above 0, at most 100. @defaultValue 0.4 */
  readonly noise?: number;
  /** Activation that a relevance of 1 adds, 0 to 100. @defaultValue 2 */
  readonly spread?: number;
}

const LIMITS = {
  decay: { usual: 0.5, above: 0, max: 0.95 },
  threshold: { usual: 0, min: -100, max: 100 },
  noise: { usual: 0.4, above: 0, max: 100 },
  spread: { usual: 2, min: 0, max: 100 },
};

/**
 * ACT-R: the probability that a memory is recalled, from its base-level activation (the writing and
 * each use, fading by the power law, in days) and the activation that spreads to it from the query,
 * in proportion to its relevance. A record keeps the number of its uses, the first time and the
 * last; those between count as evenly spread. The first day counts as one moment.
 *
 * @see Anderson et al. 2004, "An Integrated Theory of the Mind"
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function actrScoring(options: ActrScoringOptions = {}): Scoring {
  const { decay, threshold, noise, spread } = resolveNumbers("actrScoring", options, LIMITS);
  return {
    name: "act-r",
    score(input) {
      const history = {
        recent: [daysSinceUse(input)],
        uses: 1 + input.record.strength.uses,
        lifetime: daysSinceCreation(input),
      };
      const activation = baseLevelActivation(history, decay) + spread * input.relevance;
      const recall = activationToProbability(activation, { threshold, noise });
      return toResult({ recall }, {});
    },
  };
}

/** The uses of a memory, as far as known. All times in one unit; less than 1 of it counts as 1. */
interface UseHistory {
  /** Times since the latest uses, the latest first. */
  readonly recent: readonly number[];
  /** All uses, those in `recent` among them; at least 1. */
  readonly uses: number;
  /** Time since the first use. */
  readonly lifetime: number;
}

/**
 * Returns the base-level activation of ACT-R, `B = ln Σ t_j ^ -d`, for a memory of which only the
 * latest uses are known one by one. The others are taken as spread evenly between the oldest known
 * one and the first, or up to now if none is known.
 *
 * With all uses known it is the exact equation, with none the optimised one,
 * `ln(n / (1 - d)) - d · ln L`. It has no bounds, and the unit matters: seconds instead of days
 * lower it by 5.7.
 *
 * @see Anderson & Schooler 1991, "Reflections of the Environment in Memory"
 * @see Petrov 2006, "Computationally Efficient Approximation of the Base-Level Learning Equation in
 *   ACT-R"
 */
export function baseLevelActivation(history: UseHistory, decay: number): number {
  const recent = history.recent.map((time) => Math.max(time, 1));
  const exact = recent.reduce((sum, time) => sum + time ** -decay, 0);
  const others = history.uses - recent.length;
  if (others <= 0) return Math.log(exact);
  const from = recent.at(-1) ?? 0;
  const to = Math.max(history.lifetime, from, 1);
  return Math.log(exact + others * meanPower(from, to, decay));
}

/** Returns the mean of `t ^ -decay` between two times, exact also where they are close. */
function meanPower(from: number, to: number, decay: number): number {
  const rest = 1 - decay;
  if (from === 0) return to ** -decay / rest;
  const ratio = Math.log(to / from);
  if (ratio === 0) return to ** -decay;
  return (from ** -decay * Math.expm1(rest * ratio)) / (rest * Math.expm1(ratio));
}

/** Returns the probability of recall at an activation, `1 / (1 + e ^ ((τ - A) / s))`, 0 to 1. */
export function activationToProbability(
  activation: number,
  { threshold, noise }: Required<Pick<ActrScoringOptions, "threshold" | "noise">>,
): number {
  return 1 / (1 + Math.exp((threshold - activation) / noise));
}
