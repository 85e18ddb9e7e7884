import { resized } from "./columns.js";

const MIN_LENGTH = 128;

/** Compares two ordinals of equal scores; negative if the first is better. */
type Compare = (a: number, b: number) => number;

/** The best ordinals that were offered so far, best first, in sorted arrays. */
export class BestOrdinals {
  readonly #limit: number;
  readonly #compare: Compare;
  #ordinals = new Uint32Array(0);
  #scores = new Float64Array(0);
  #length = 0;
  #least = Number.NEGATIVE_INFINITY;

  /** @param limit - Number of ordinals that it keeps, at least 1. */
  constructor(limit: number, compare: Compare) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Scores below this have no chance any more. */
  get least(): number {
    return this.#least;
  }

  /** The kept ordinals, best first. */
  get ordinals(): Uint32Array {
    return this.#ordinals.subarray(0, this.#length);
  }

  /** The scores of the kept ordinals. */
  get scores(): Float64Array {
    return this.#scores.subarray(0, this.#length);
  }

  /** Returns true if an ordinal would be kept. */
  admits(ordinal: number, score: number): boolean {
    if (score !== this.#least || this.#length < this.#limit) return score >= this.#least;
    return this.#compare(ordinal, this.#ordinals[this.#length - 1] ?? 0) < 0;
  }

  /** Adds an ordinal that it admits; the worst one goes when there are too many. */
  add(ordinal: number, score: number): void {
    const place = this.#placeOf(ordinal, score);
    if (this.#length < this.#limit) this.#length += 1;
    if (this.#length > this.#ordinals.length) {
      const length = Math.min(Math.max(this.#length * 2, MIN_LENGTH), this.#limit);
      this.#ordinals = resized(this.#ordinals, length);
      this.#scores = resized(this.#scores, length);
    }
    this.#ordinals.copyWithin(place + 1, place, this.#length - 1);
    this.#scores.copyWithin(place + 1, place, this.#length - 1);
    this.#ordinals[place] = ordinal;
    this.#scores[place] = score;
    if (this.#length === this.#limit) this.#least = this.#scores[this.#length - 1] ?? 0;
  }

  /** Returns the number of kept ordinals that are better. */
  #placeOf(ordinal: number, score: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const difference = (this.#scores[middle] ?? 0) - score;
      const isBetter =
        difference > 0 ||
        (difference === 0 && this.#compare(this.#ordinals[middle] ?? 0, ordinal) < 0);
      if (isBetter) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
