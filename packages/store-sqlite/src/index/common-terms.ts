import type { TermCursor } from "./term-cursor.js";

/** More than the rounding errors of two sums in different orders, as a share of them. */
export const ROUNDING: number = 1 + 1e-9;

/** The terms that are too common for a record with nothing else to be among the best. */
export class CommonTerms {
  /** All terms, those first that can bring least. */
  readonly #byBound: readonly TermCursor[];
  /** The common terms, those first that can bring most. */
  terms: readonly TermCursor[] = [];
  /** The most that each of `terms` and all after it bring together. */
  bounds: readonly number[] = [];

  constructor(terms: readonly TermCursor[]) {
    this.#byBound = terms.toSorted((a, b) => a.bound - b.bound);
  }

  /** Adds the terms that have become too common. @param least - The score to reach. */
  update(least: number): void {
    let sum = 0;
    const bounds: number[] = [];
    for (const { bound } of this.#byBound) {
      sum += bound;
      if (sum * ROUNDING >= least) break;
      bounds.push(sum);
    }
    if (bounds.length === this.terms.length) return;
    this.terms = this.#byBound.slice(0, bounds.length).toReversed();
    this.bounds = bounds.toReversed();
    for (const term of this.terms) term.isCommon = true;
  }
}
