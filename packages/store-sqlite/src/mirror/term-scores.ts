import type { TextWeights } from "@kioku/core/toolkit";
import { TopK } from "@kioku/core/toolkit";

import { grownLength } from "./grown-length.js";
import { MANY_TIMES } from "./posting-list.js";
import type { PostingList } from "./posting-list.js";
import type { TermCounts } from "./term-counts.js";

/** Records of fewer terms have their damping in a table. */
const MAX_TABLE = 4_096;

/**
 * Up to this part of all slots is listed; to read and clear the scores of all of them costs about
 * as much as to list more.
 */
const MAX_FEW = 1 / 8;

/** What scoring has to know of the records. */
export interface ScoredRecords {
  /** Number of slots. */
  readonly size: number;
  /** How many terms each of them has. */
  readonly termCounts: TermCounts;
}

/** Places of a list, from the first one up to the last one, which is left out. */
export interface PlaceRange {
  /** Default: 0. */
  readonly from?: number;
  /** Default: `places` of the list. */
  readonly to?: number;
}

type Places = Required<PlaceRange>;

const NO_COUNTS = new Uint16Array(0);

/**
 * Scores records term after term, by slot, with the very results of core's `textScorer`. It is used
 * again for the next query, and works only on what the query touches.
 */
export class TermScores {
  #scores = new Float64Array(0);
  /** Slots with a score, in the order in which they got one, as long as they are few. */
  #touched = new Uint32Array(0);
  #count = 0;
  #areFew = true;
  #termCounts: TermCounts | undefined;
  #damping: TextWeights["damping"] = () => 0;
  /** By number of terms. */
  #dampings = new Float64Array(0);

  /** What it takes in memory. */
  get bytes(): number {
    return this.#scores.byteLength + this.#touched.byteLength + this.#dampings.byteLength;
  }

  /** Begins a query: all scores are 0. */
  begin({ size, termCounts }: ScoredRecords, { damping }: TextWeights): void {
    this.clear();
    if (size > this.#scores.length) this.#scores = new Float64Array(grownLength(size));
    this.#termCounts = termCounts;
    this.#damping = damping;
    const known = Math.min(termCounts.most + 1, MAX_TABLE);
    if (known > this.#dampings.length) this.#dampings = new Float64Array(grownLength(known));
    for (let count = 0; count < known; count += 1) this.#dampings[count] = damping(count);
  }

  /**
   * Adds what a term brings to each record that has it. Terms come in the order of the query. A
   * long list can be taken in portions, one range after the other.
   */
  add(list: PostingList, weight: number, { from = 0, to = list.places }: PlaceRange = {}): void {
    if (weight === 0) return;
    this.#touch(list, from, to);
    const isPlain = !list.hasMany && (this.#termCounts?.most ?? 0) < MAX_TABLE;
    if (isPlain) this.#addPlain(list, weight, { from, to });
    else this.#addWithCare(list, weight, { from, to });
  }

  /** Adds where each number is in its table. Without a branch in the loop it runs twice as fast. */
  #addPlain({ slots, frequencies }: PostingList, weight: number, { from, to }: Places): void {
    const scores = this.#scores;
    const dampings = this.#dampings;
    const column = this.#termCounts?.column ?? NO_COUNTS;
    for (let place = from; place < to; place += 1) {
      const slot = slots[place] ?? 0;
      // 0 where the posting is gone, which adds 0.
      const frequency = frequencies[place] ?? 0;
      const damping = dampings[column[slot] ?? 0] ?? 0;
      scores[slot] = (scores[slot] ?? 0) + (weight * frequency) / (frequency + damping);
    }
  }

  #addWithCare(list: PostingList, weight: number, { from, to }: Places): void {
    const scores = this.#scores;
    for (let place = from; place < to; place += 1) {
      const slot = list.slots[place] ?? 0;
      let frequency = list.frequencies[place] ?? 0;
      if (frequency === MANY_TIMES) frequency = list.frequencyOf(slot);
      const damping = this.#dampingOf(slot);
      scores[slot] = (scores[slot] ?? 0) + (weight * frequency) / (frequency + damping);
    }
  }

  #dampingOf(slot: number): number {
    const count = this.#termCounts?.at(slot) ?? 0;
    return count < MAX_TABLE ? (this.#dampings[count] ?? 0) : this.#damping(count);
  }

  /** The score of a slot, 0 if it has none of the terms. */
  scoreOf(slot: number): number {
    return this.#scores[slot] ?? 0;
  }

  /**
   * Slots of the best `count` scores, best first, and of all scores that equal the last of them, so
   * that who comes first among equals can still be decided.
   * @param allows - Only of slots that this holds for; it is asked of few.
   */
  best(count: number, allows: (slot: number) => boolean = () => true): number[] {
    const best = new TopK(this.#scores, count, allows);
    if (this.#areFew) best.offerThese(this.#touched.subarray(0, this.#count));
    else best.offerAll();
    return best.slots();
  }

  /** Forgets all scores. */
  clear(): void {
    if (this.#areFew) {
      for (let index = 0; index < this.#count; index += 1) {
        this.#scores[this.#touched[index] ?? 0] = 0;
      }
    } else this.#scores.fill(0);
    this.#count = 0;
    this.#areFew = true;
  }

  /**
   * Lists the slots that get their first score, or gives up listing: then it is quicker to look at
   * all scores.
   */
  #touch({ slots, frequencies }: PostingList, from: number, to: number): void {
    if (this.#count + to - from > this.#scores.length * MAX_FEW) this.#areFew = false;
    if (!this.#areFew) return;
    const touched = this.#roomFor(to - from);
    for (let place = from; place < to; place += 1) {
      const slot = slots[place] ?? 0;
      if (this.#scores[slot] !== 0 || frequencies[place] === 0) continue;
      touched[this.#count] = slot;
      this.#count += 1;
    }
  }

  #roomFor(more: number): Uint32Array {
    if (this.#count + more > this.#touched.length) {
      const touched = new Uint32Array(grownLength(this.#count + more));
      touched.set(this.#touched.subarray(0, this.#count));
      this.#touched = touched;
    }
    return this.#touched;
  }
}
