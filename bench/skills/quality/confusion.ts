/** Skills that an utterance woke, and those that it should have woken. */
export interface Answer {
  readonly expected: readonly string[];
  readonly woken: readonly string[];
}

/** Numbers of right and wrong pairs of an utterance and a skill, and their shares. */
export interface Confusion {
  /** Skills that woke and should have. */
  readonly right: number;
  /** Skills that woke and should not have. */
  readonly wrong: number;
  /** Skills that should have woken and did not. */
  readonly missed: number;
  /**
   * Share of what woke that should have, 0 to 1; 0 where nothing woke, so that silence is never
   * praised.
   */
  readonly precision: number;
  /** Share of what should have woken that did, 0 to 1; 0 where nothing should have. */
  readonly recall: number;
  /** Harmonic mean of both, 0 to 1. */
  readonly f1: number;
}

/**
 * Counts over all pairs at once, so that each pair weighs the same (micro-average). With `skill`,
 * only its own pairs.
 */
export function countConfusion(answers: readonly Answer[], skill?: string): Confusion {
  let [right, wrong, missed] = [0, 0, 0];
  for (const { expected, woken } of answers) {
    for (const name of woken) {
      if (skill !== undefined && name !== skill) continue;
      if (expected.includes(name)) right += 1;
      else wrong += 1;
    }
    missed += expected.filter(
      (name) => (skill === undefined || name === skill) && !woken.includes(name),
    ).length;
  }
  return {
    right,
    wrong,
    missed,
    precision: rounded(shareOf(right, right + wrong)),
    recall: rounded(shareOf(right, right + missed)),
    f1: rounded(shareOf(2 * right, 2 * right + wrong + missed)),
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Rounds a share to four digits. */
export function rounded(value: number): number {
  return Number(value.toFixed(4));
}
