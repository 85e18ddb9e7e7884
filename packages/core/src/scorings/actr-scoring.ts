import type { Scoring } from "../contracts/scoring.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";
import { daysSinceCreation, daysSinceUse } from "../ranking/forgetting.js";
import { activationToProbability } from "./curves/activation-to-probability.js";
import { baseLevelActivation } from "./curves/base-level-activation.js";
import { toResult } from "./to-result.js";

/**
 * Parameters of ACT-R. The defaults of `decay`, `noise` and `spread` are those that Anderson et al.
 * 2004 call usual.
 */
export interface ActrScoringOptions {
  /** How fast a use fades, the exponent d; above 0, at most 0.95. @defaultValue 0.5 */
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
  const { decay, threshold, noise, spread } = resolveActrScoringOptions(options);
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

function resolveActrScoringOptions(options: ActrScoringOptions): Required<ActrScoringOptions> {
  checkMembers(options, "actrScoring", ["decay", "threshold", "noise", "spread"]);
  const { decay = 0.5, threshold = 0, noise = 0.4, spread = 2 } = options;
  return {
    decay: checkNumber(decay, "actrScoring.decay", { above: 0, max: 0.95 }),
    threshold: checkNumber(threshold, "actrScoring.threshold", { min: -100, max: 100 }),
    noise: checkNumber(noise, "actrScoring.noise", { above: 0, max: 100 }),
    spread: checkNumber(spread, "actrScoring.spread", { min: 0, max: 100 }),
  };
}
