/**
 * Probability that a cue recalls a memory, `(1 - exp(-r · e ^ (-t / g))) / (1 - 1 / e)`, 0 to 1,
 * for a relevance `r` from 0 to 1, the time `t` since the last recall and the consolidation `g` of
 * at least 1.
 *
 * @see Hou, Tamoto & Miyashita 2024, "My agent understands me better",
 *   https://arxiv.org/abs/2404.00573
 */
export function houRecallProbability(
  relevance: number,
  elapsed: number,
  consolidation: number,
): number {
  const cue = relevance * Math.exp(-Math.max(elapsed, 0) / consolidation);
  return Math.expm1(-cue) / Math.expm1(-1);
}

/**
 * How much one more recall consolidates, `(1 - e ^ -t) / (1 + e ^ -t)`, 0 to 1, by the time since
 * the one before: nearly nothing for one that follows at once, and never more than 1.
 */
export function houConsolidationGain(elapsed: number): number {
  return Math.tanh(Math.max(elapsed, 0) / 2);
}
