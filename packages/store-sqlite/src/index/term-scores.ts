import type { TextWeights } from "@kioku/core/toolkit";

import type { Pause } from "../sql/scheduling.js";
import type { BestOrdinals } from "./best-ordinals.js";
import type { TermCounts } from "./columns.js";
import { CommonTerms, ROUNDING } from "./common-terms.js";
import { MANY_TIMES, type PostingList } from "./postings.js";
import type { RecordTable } from "./record-table.js";
import { ScoreWindow } from "./score-window.js";
import { TermCursor } from "./term-cursor.js";

/** Term counts below this have their damping in a table. */
const MAX_TABLE = 4_096;

/** Windows between two pauses, less than a millisecond. */
const WINDOWS_PER_CHECK = 8;

/** Postings that are added in the time of one lookup. */
const POSTINGS_PER_LOOKUP = 8;

type Allows = ((ordinal: number) => boolean) | undefined;

type Scored = Pick<RecordTable, "size" | "termCounts">;

/** Numbers of records, aligned with their ordinals. */
interface RatedOrdinals {
  /** `NaN` for a record with none of the terms. */
  readonly scores: Float64Array;
  readonly coverages: Float64Array;
}

/**
 * Scores the records of an index by the lists of a query's terms, with exactly the results of
 * core's `textScorer` and `termCoverage`.
 */
export class TermScores {
  readonly #size: number;
  readonly #termCounts: TermCounts;
  readonly #damping: TextWeights["damping"];
  readonly #dampings: Float64Array;
  /** Terms that some record has, in the order of the query. */
  readonly #terms: readonly TermCursor[];
  /** Divisor of coverages. */
  readonly #wholeWeight: number;

  constructor({ size, termCounts }: Scored, lists: readonly PostingList[], weights: TextWeights) {
    this.#size = size;
    this.#termCounts = termCounts;
    const { damping, originals = lists.length } = weights;
    this.#damping = damping;
    const known = Math.min(termCounts.most + 1, MAX_TABLE);
    this.#dampings = new Float64Array(known);
    for (let count = 0; count < known; count += 1) this.#dampings[count] = damping(count);
    const leastDamping = damping(termCounts.least);
    const terms: TermCursor[] = [];
    let wholeWeight = 0;
    for (const [index, list] of lists.entries()) {
      const weight = weights.weights[index] ?? 0;
      if (index < originals) wholeWeight += weight;
      if (list.length > 0) terms.push(new TermCursor(list, weight, leastDamping));
    }
    this.#terms = terms;
    this.#wholeWeight = wholeWeight;
  }

  /**
   * Offers every record that could be among the best. Walks the lists in windows of ordinals
   * (MaxScore): once the best ones are so good that no record with only the common terms can join
   * them, these are looked up only where the rarer terms leave a chance.
   * @param allows - Filter of ordinals; checked for few.
   */
  async offerTo(
    best: BestOrdinals,
    { allows, pause }: { readonly allows?: Allows; readonly pause: Pause },
  ): Promise<void> {
    const window = new ScoreWindow(this.#size);
    const common = new CommonTerms(this.#terms);
    for (let windows = 1; ; windows += 1) {
      const pausing = windows % WINDOWS_PER_CHECK === 0 ? pause() : undefined;
      if (pausing) await pausing;
      common.update(best.least);
      const next = this.#nextOrdinal();
      if (next === Number.POSITIVE_INFINITY) return;
      window.moveTo(next);
      for (const term of this.#terms) if (!term.isCommon) this.#addTerm(term, window);
      window.choose();
      for (const [index, term] of common.terms.entries())
        this.#addCommon(term, window, { least: best.least, bound: common.bounds[index] ?? 0 });
      this.#offerChosen(window, common.terms.length > 0, { best, allows });
      window.clear();
    }
  }

  /** Returns the scores and coverages of ascending ordinals. */
  rate(ordinals: Uint32Array): RatedOrdinals {
    const scores = new Float64Array(ordinals.length);
    const coverages = new Float64Array(ordinals.length);
    for (const term of this.#terms) {
      const { list, weight } = term;
      let position = 0;
      for (let index = 0; index < ordinals.length; index += 1) {
        const ordinal = ordinals[index] ?? 0;
        position = list.positionFrom(position, ordinal);
        if (position >= list.positions) break;
        const frequency = list.frequencyAt(position, ordinal);
        if (frequency === 0) continue;
        scores[index] = (scores[index] ?? 0) + this.#contribution(weight, frequency, ordinal);
        coverages[index] = (coverages[index] ?? 0) + weight;
      }
    }
    const whole = this.#wholeWeight;
    for (let index = 0; index < coverages.length; index += 1) {
      if (scores[index] === 0) scores[index] = Number.NaN;
      coverages[index] = whole === 0 ? 0 : Math.min((coverages[index] ?? 0) / whole, 1);
    }
    return { scores, coverages };
  }

  #contribution(weight: number, frequency: number, ordinal: number): number {
    const count = this.#termCounts.at(ordinal);
    const damping = count < MAX_TABLE ? (this.#dampings[count] ?? 0) : this.#damping(count);
    return (weight * frequency) / (frequency + damping);
  }

  /** Returns the next ordinal with a rare term, maybe removed. */
  #nextOrdinal(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { list, at, isCommon } of this.#terms) {
      if (!isCommon && at < list.positions) next = Math.min(next, list.ordinals[at] ?? next);
    }
    return next;
  }

  #addTerm(term: TermCursor, window: ScoreWindow): void {
    const { list, weight } = term;
    const to = list.positionFrom(term.at, window.to);
    const isPlain = list.most < MANY_TIMES && this.#termCounts.most < MAX_TABLE;
    if (isPlain) this.#addPlain(term, to, window);
    else {
      for (let position = term.at; position < to; position += 1) {
        const ordinal = list.ordinals[position] ?? 0;
        const frequency = list.frequencyAt(position, ordinal);
        if (frequency > 0) window.add(ordinal, this.#contribution(weight, frequency, ordinal));
      }
    }
    term.pass(to);
  }

  /** Adds where all numbers are in tables: without a branch the loop is twice as fast. */
  #addPlain({ list, weight, at }: TermCursor, to: number, window: ScoreWindow): void {
    const { ordinals, frequencies } = list;
    const { sums, marks, from } = window;
    const dampings = this.#dampings;
    const { column } = this.#termCounts;
    for (let position = at; position < to; position += 1) {
      const ordinal = ordinals[position] ?? 0;
      // 0 for a removed posting, which adds 0.
      const frequency = frequencies[position] ?? 0;
      const damping = dampings[column[ordinal] ?? 0] ?? 0;
      const place = ordinal - from;
      sums[place] = (sums[place] ?? 0) + (weight * frequency) / (frequency + damping);
      marks[place >>> 5] = (marks[place >>> 5] ?? 0) | (1 << (place & 31));
    }
  }

  /**
   * Adds a common term to the chosen records. Drops those before that cannot reach the least score.
   * @param bound - The most that this term and all that are still to come bring together.
   */
  #addCommon(
    term: TermCursor,
    window: ScoreWindow,
    { least, bound }: { readonly least: number; readonly bound: number },
  ): void {
    window.drop(least / ROUNDING - bound);
    const { list, weight } = term;
    term.at = list.positionFrom(term.at, window.from);
    const to = list.positionFrom(term.at, window.to);
    if (to - term.at <= window.chosenCount * POSTINGS_PER_LOOKUP) {
      this.#addTerm(term, window);
      return;
    }
    const { chosen, chosenCount, sums, from } = window;
    let position = term.at;
    for (let index = 0; index < chosenCount; index += 1) {
      const place = chosen[index] ?? 0;
      const ordinal = from + place;
      position = list.positionFrom(position, ordinal);
      const frequency = list.frequencyAt(position, ordinal);
      if (frequency > 0)
        sums[place] = (sums[place] ?? 0) + this.#contribution(weight, frequency, ordinal);
    }
    term.pass(to);
  }

  #offerChosen(
    { chosen, chosenCount, sums, from }: ScoreWindow,
    isPartial: boolean,
    { best, allows }: { readonly best: BestOrdinals; readonly allows: Allows },
  ): void {
    for (let index = 0; index < chosenCount; index += 1) {
      const place = chosen[index] ?? 0;
      const ordinal = from + place;
      let score = sums[place] ?? 0;
      if (score * ROUNDING < best.least) continue;
      // Again in the order of the query, since the sum depends on it in its last bits.
      if (isPartial) score = this.#scoreInWindow(ordinal);
      if (best.admits(ordinal, score) && (!allows || allows(ordinal))) best.add(ordinal, score);
    }
  }

  #scoreInWindow(ordinal: number): number {
    let score = 0;
    for (const term of this.#terms) {
      const frequency = term.frequencyInWindow(ordinal);
      if (frequency > 0) score += this.#contribution(term.weight, frequency, ordinal);
    }
    return score;
  }
}
