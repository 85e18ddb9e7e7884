import type { MemoryRecord, Scoring } from "@kioku/core";
import { daysBetween, daysSinceUse, resolveNumbers } from "@kioku/core/toolkit";

import { daysSinceCreation, toResult } from "./scoring-parts.js";

/** Options of `hou2024Scoring`. */
export interface Hou2024ScoringOptions {
  /**
   * Least recall probability that is returned, 0 to 1. The paper's trigger is 0.86, which even a
   * memory of this moment passes only with a relevance of 0.7845. It decides there when an agent
   * remembers unasked; a recall asks, so by default there is none. @defaultValue 0
   */
  readonly minProbability?: number;
}

/**
 * Hou et al. 2024: the probability that the query recalls a memory, from its relevance, the days
 * since its last use and how consolidated its uses left it. A record keeps their number and not
 * their times, so they count as evenly spread from its writing to the last one, the spacing that
 * consolidates most.
 *
 * @see Hou, Tamoto & Miyashita 2024, "My agent understands me better",
 *   https://arxiv.org/abs/2404.00573
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function hou2024Scoring(options: Hou2024ScoringOptions = {}): Scoring {
  const { minProbability } = resolveNumbers("hou2024Scoring", options, {
    minProbability: { usual: 0, min: 0, max: 1 },
  });
  return {
    name: "hou-2024",
    score(input) {
      const { record, relevance } = input;
      const recall = houRecallProbability(relevance, daysSinceUse(input), consolidation(record));
      return toResult({ recall }, { gate: recall >= minProbability ? 1 : 0 });
    },
  };
}

/** Returns 1 and the gain of each use. */
function consolidation({ createdAt, strength: { uses, lastUsedAt } }: MemoryRecord): number {
  if (uses === 0 || !lastUsedAt) return 1;
  return 1 + uses * houConsolidationGain(daysBetween(createdAt, lastUsedAt) / uses);
}

/**
 * Returns the probability of recall, `(1 - exp(-r · e ^ (-t / g))) / (1 - 1 / e)`, 0 to 1, for a
 * relevance `r`, the time `t` since the last recall and the consolidation `g` of at least 1.
 */
export function houRecallProbability(
  relevance: number,
  elapsed: number,
  consolidated: number,
): number {
  const cue = relevance * Math.exp(-Math.max(elapsed, 0) / consolidated);
  return Math.expm1(-cue) / Math.expm1(-1);
}

/** Returns the gain of a recall, `(1 - e ^ -t) / (1 + e ^ -t)`, by the time since the last one. */
export function houConsolidationGain(elapsed: number): number {
  return Math.tanh(Math.max(elapsed, 0) / 2);
}

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
  const { decay, threshold, noise, spread } = resolveNumbers("actrScoring", options, {
    decay: { usual: 0.5, above: 0, max: 0.95 },
    threshold: { usual: 0, min: -100, max: 100 },
    noise: { usual: 0.4, above: 0, max: 100 },
    spread: { usual: 2, min: 0, max: 100 },
  });
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

interface UseHistory {
  /** Times since the latest uses, the latest first, in one unit; less than 1 of it counts as 1. */
  readonly recent: readonly number[];
  /** All uses, those in `recent` among them; at least 1. */
  readonly uses: number;
  /** Time since the first use. */
  readonly lifetime: number;
}

/**
 * Returns the base-level activation of ACT-R, `B = ln Σ t_j ^ -d`, of a memory of which only the
 * latest uses are known. The others count as spread evenly between the oldest known one and the
 * first, or up to now if none is known. It has no bounds, and the unit matters.
 * @see Petrov 2006, "Efficient Approximation of the Base-Level Learning Equation in ACT-R"
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
