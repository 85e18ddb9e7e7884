/** How a sample is drawn. */
export interface SpontaneousSample {
  /** How many to draw at most. */
  readonly count: number;
  /** 1: by weight; lower: the heavy ones more often; 0: the heaviest, always. */
  readonly temperature: number;
  /** In [0, 1). Asked once per weight, unless the temperature is 0. */
  readonly random: () => number;
}

/** The least positive that is used for a random number of 0, of which there is no logarithm. */
const TINY = 2 ** -53;

/**
 * Draws places of a list without putting back, in the order drawn: the first is `i` with
 * probability `weights[i] ** (1 / temperature)` over the sum of these, the next likewise among the
 * rest. Weights are greater than 0; equal ones at temperature 0 keep their order.
 *
 * It takes the largest sums of log weight and Gumbel noise, which needs neither the sum nor powers
 * of the weights.
 *
 * @see https://arxiv.org/abs/1903.06059 (Kool, van Hoof and Welling 2019, "Stochastic Beams and
 *   Where to Find Them")
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
