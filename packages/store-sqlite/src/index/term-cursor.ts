import { MANY_TIMES, type PostingList } from "./postings.js";

/** A term of a query, and the place in its list that a walk by ascending ordinals has reached. */
export class TermCursor {
  readonly list: PostingList;
  readonly weight: number;
  /** At least what the term brings to any record. */
  readonly bound: number;
  /** True once it is only looked up for the records of rarer terms. */
  isCommon = false;
  /** Positions before this are done. */
  at = 0;
  /** First position of the window that was passed last. */
  #windowStart = 0;

  /** @param leastDamping - Damping of the shortest record. */
  constructor(list: PostingList, weight: number, leastDamping: number) {
    this.list = list;
    this.weight = weight;
    const { most } = list;
    this.bound = most < MANY_TIMES ? (weight * most) / (most + leastDamping) : weight;
  }

  /** Ends a window at a position. */
  pass(to: number): void {
    this.#windowStart = this.at;
    this.at = to;
  }

  /** Returns the frequency in a record of the window that was passed last. */
  frequencyInWindow(ordinal: number): number {
    const position = this.list.positionFrom(this.#windowStart, ordinal);
    return this.list.frequencyAt(position, ordinal);
  }
}
