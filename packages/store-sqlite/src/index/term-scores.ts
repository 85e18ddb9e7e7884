import { termCoverage, TopK, type TextWeights } from "@kioku/core/toolkit";

import { grownLength, resized, type TermCounts } from "./columns.js";
import { MANY_TIMES, type PostingList } from "./postings.js";
import type { RecordTable } from "./record-table.js";

/** Term counts below this have their damping in a table. */
const MAX_TABLE = 4_096;

/** Share of ordinals up to which scored ones are listed; beyond, a full scan is as fast. */
const MAX_FEW = 1 / 8;

/** Positions of a list, `from` inclusive, `to` exclusive. */
interface Positions {
  readonly from: number;
  readonly to: number;
}

type Scored = Pick<RecordTable, "size" | "termCounts">;

const NO_COUNTS = new Uint16Array(0);

/**
 * Scores records term by term, with exactly the results of core's `textScorer`. Reusable; its work
 * depends only on what a query touches.
 */
export class TermScores {
  #scores = new Float64Array(0);
  /** Ordinals with a score, in order of their first one, as long as they are few. */
  #touched = new Uint32Array(0);
  #count = 0;
  #areFew = true;
  #termCounts: TermCounts | undefined;
  #damping: TextWeights["damping"] = () => 0;
  #dampings = new Float64Array(0);

  get bytes(): number {
    return this.#scores.byteLength + this.#touched.byteLength + this.#dampings.byteLength;
  }

  /** Begins a query: all scores are 0. */
  begin({ size, termCounts }: Scored, { damping }: TextWeights): void {
    this.clear();
    if (size > this.#scores.length) this.#scores = new Float64Array(grownLength(size));
    this.#termCounts = termCounts;
    this.#damping = damping;
    const known = Math.min(termCounts.most + 1, MAX_TABLE);
    if (known > this.#dampings.length) this.#dampings = new Float64Array(grownLength(known));
    for (let count = 0; count < known; count += 1) this.#dampings[count] = damping(count);
  }

  /** Adds the contribution of a term; a long list can be added in successive ranges. */
  add(list: PostingList, weight: number, positions: Partial<Positions> = {}): void {
    if (weight === 0) return;
    const { from = 0, to = list.positions } = positions;
    this.#touch(list, from, to);
    const isPlain = !list.hasMany && (this.#termCounts?.most ?? 0) < MAX_TABLE;
    if (isPlain) this.#addPlain(list, weight, { from, to });
    else this.#addWithCare(list, weight, { from, to });
  }

  /** Adds where all numbers are in tables: without a branch the loop is twice as fast. */
  #addPlain({ ordinals, frequencies }: PostingList, weight: number, { from, to }: Positions): void {
    const scores = this.#scores;
    const dampings = this.#dampings;
    const column = this.#termCounts?.column ?? NO_COUNTS;
    for (let position = from; position < to; position += 1) {
      const ordinal = ordinals[position] ?? 0;
      // 0 for a removed posting, which adds 0.
      const frequency = frequencies[position] ?? 0;
      const damping = dampings[column[ordinal] ?? 0] ?? 0;
      scores[ordinal] = (scores[ordinal] ?? 0) + (weight * frequency) / (frequency + damping);
    }
  }

  #addWithCare(list: PostingList, weight: number, { from, to }: Positions): void {
    const scores = this.#scores;
    for (let position = from; position < to; position += 1) {
      const ordinal = list.ordinals[position] ?? 0;
      let frequency = list.frequencies[position] ?? 0;
      if (frequency === MANY_TIMES) frequency = list.frequencyOf(ordinal);
      const damping = this.#dampingOf(ordinal);
      scores[ordinal] = (scores[ordinal] ?? 0) + (weight * frequency) / (frequency + damping);
    }
  }

  #dampingOf(ordinal: number): number {
    const count = this.#termCounts?.at(ordinal) ?? 0;
    return count < MAX_TABLE ? (this.#dampings[count] ?? 0) : this.#damping(count);
  }

  /** Returns the score of an ordinal, 0 if it has none of the terms. */
  scoreOf(ordinal: number): number {
    return this.#scores[ordinal] ?? 0;
  }

  /**
   * Returns the ordinals of the best `count` scores, best first, and all ties of the last one.
   * @param allows - Filter of ordinals; checked for few.
   */
  best(count: number, allows: (ordinal: number) => boolean = () => true): number[] {
    const best = new TopK(this.#scores, count, allows);
    if (this.#areFew) best.offerThese(this.#touched.subarray(0, this.#count));
    else best.offerAll();
    return best.slots();
  }

  clear(): void {
    if (this.#areFew) {
      for (let index = 0; index < this.#count; index += 1) {
        this.#scores[this.#touched[index] ?? 0] = 0;
      }
    } else this.#scores.fill(0);
    this.#count = 0;
    this.#areFew = true;
  }

  /** Lists newly scored ordinals, or gives up if a full scan is faster. */
  #touch({ ordinals, frequencies }: PostingList, from: number, to: number): void {
    if (this.#count + to - from > this.#scores.length * MAX_FEW) this.#areFew = false;
    if (!this.#areFew) return;
    const length = this.#count + to - from;
    if (length > this.#touched.length) this.#touched = resized(this.#touched, grownLength(length));
    const touched = this.#touched;
    for (let position = from; position < to; position += 1) {
      const ordinal = ordinals[position] ?? 0;
      if (this.#scores[ordinal] !== 0 || frequencies[position] === 0) continue;
      touched[this.#count] = ordinal;
      this.#count += 1;
    }
  }
}

/** Returns a function that returns the coverage of an ordinal by the lists of a query's terms. */
export function termCoverages(
  lists: readonly PostingList[],
  weights: TextWeights,
): (ordinal: number) => number {
  const filled = [...lists.entries()].filter(([, { positions }]) => positions > 0);
  const frequencies = new Float64Array(lists.length);
  return (ordinal) => {
    for (const [index, list] of filled) frequencies[index] = list.frequencyOf(ordinal);
    return termCoverage(weights, (index) => frequencies[index] ?? 0);
  };
}
