/** What is left of recency after each hour. Half of it is left after 5.8 days. */
const KEPT_PER_HOUR = 0.995;

/**
 * Recency by the hours since a memory was last retrieved, `0.995 ^ h`, 0 to 1. As in the paper: the
 * code published with it takes 0.99 to the power of the rank, and ranks the oldest first.
 *
 * @see Park et al. 2023, "Generative Agents", https://arxiv.org/abs/2304.03442, section 4.1
 */
export function parkRecency(elapsedHours: number): number {
  return KEPT_PER_HOUR ** Math.max(elapsedHours, 0);
}
