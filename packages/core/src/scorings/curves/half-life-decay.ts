/**
 * What is left after a time that halves it again and again, `2 ^ (-t / h)`, 0 to 1. Both times in
 * the same unit.
 *
 * @see Settles & Meeder 2016, "A Trainable Spaced Repetition Model for Language Learning"
 */
export function halfLifeDecay(elapsed: number, halfLife: number): number {
  return 2 ** (-Math.max(elapsed, 0) / halfLife);
}
