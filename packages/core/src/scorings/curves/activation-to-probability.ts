/** Parameters of the ACT-R recall equation. */
export interface RecallThreshold {
  /** The activation that is recalled half of the time. */
  readonly threshold: number;
  /** Spread of the noise; greater than 0. */
  readonly noise: number;
}

/**
 * Probability that a memory of this activation is recalled, `1 / (1 + e ^ ((τ - A) / s))`, 0 to 1.
 *
 * @see Anderson et al. 2004, "An Integrated Theory of the Mind"
 */
export function activationToProbability(
  activation: number,
  { threshold, noise }: RecallThreshold,
): number {
  return 1 / (1 + Math.exp((threshold - activation) / noise));
}
