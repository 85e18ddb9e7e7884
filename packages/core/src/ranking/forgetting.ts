/** Exponent of the FSRS-6 forgetting curve with the published default weights (w20 = 0.1542). */
const DECAY = -0.1542;
/** Chosen so that retrievability is 0.9 when the elapsed time equals the stability. */
const FACTOR = 0.9 ** (1 / DECAY) - 1;

/**
 * Probability of recall after `elapsedDays` without use, by the FSRS-6 power curve
 * `(1 + FACTOR · t / S) ^ DECAY`, in (0, 1]. Time that runs backwards counts as none.
 *
 * @see https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm
 */
export function retrievability(elapsedDays: number, stabilityDays: number): number {
  return (1 + (FACTOR * Math.max(elapsedDays, 0)) / stabilityDays) ** DECAY;
}

/**
 * Stability of a new memory in days: 8.0 at importance 0.5, 2.3 at 0, 28 at 1; half as much again
 * when fully aroused.
 */
export function initialStabilityDays(importance: number, arousal = 0): number {
  const anchor = 1 + 9 * importance;
  return 7 * 4 ** ((anchor - 5) / 5) * (1 + 0.5 * arousal);
}
