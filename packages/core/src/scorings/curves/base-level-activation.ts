/**
 * When a memory was used, as far as that is known. All times in one unit, and less than 1 of it
 * counts as 1.
 */
export interface UseHistory {
  /** Times since the latest uses, the latest first. */
  readonly recent: readonly number[];
  /** All uses, those in `recent` among them; at least 1. */
  readonly uses: number;
  /** Time since the first use. */
  readonly lifetime: number;
}

/**
 * Base-level activation of ACT-R, `B = ln Σ t_j ^ -d`, for a memory of which only the latest uses
 * are known one by one. The others are taken as spread evenly between the oldest known one and the
 * first, or up to now if none is known.
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

/**
 * Mean of `t ^ -decay` for t between `from` and `to`, without the loss of digits where they are
 * close.
 */
function meanPower(from: number, to: number, decay: number): number {
  const rest = 1 - decay;
  if (from === 0) return to ** -decay / rest;
  const ratio = Math.log(to / from);
  if (ratio === 0) return to ** -decay;
  return (from ** -decay * Math.expm1(rest * ratio)) / (rest * Math.expm1(ratio));
}
