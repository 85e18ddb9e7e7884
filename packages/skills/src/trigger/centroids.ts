import type { MarkedText } from "./text-marks.js";
import { dot, VectorRows } from "./vector-rows.js";

/** Skills that name a mark, and the weights of the mark in their centroids. */
interface Posting {
  readonly skills: number[];
  readonly weights: number[];
}

/** Fit of an example with the others of a skill that has no others. */
const LONE_FIT = 0.4;
/** Share of the examples of a skill that fit the others worse than `ownFit` tells. */
const QUANTILE = 0.3;

/** Centroids of the texts of skills, numbered in the order of adding. */
export class Centroids {
  readonly #rows = new VectorRows();
  readonly #postings = new Map<number | string, Posting>();
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** Adds a skill. Returns how its texts fit each other: a low quantile, each left out in turn. */
  add(texts: readonly MarkedText[]): number {
    const sum = sumOf(texts);
    const length = Math.sqrt(sum.squares);
    this.#rows.add(sum.vector.map((value) => value / length));
    for (const [mark, weight] of sum.weights) {
      const posting = this.#postings.get(mark) ?? { skills: [], weights: [] };
      posting.skills.push(this.#count);
      posting.weights.push(weight / length);
      this.#postings.set(mark, posting);
    }
    this.#count += 1;
    if (texts.length < 2) return LONE_FIT;
    const fits = texts.map((text) => {
      const fit = product(text, sum);
      return (fit - 1) / Math.sqrt(Math.max(sum.squares - 2 * fit + 1, 1e-6));
    });
    return quantileOf(fits, QUANTILE);
  }

  /** Returns the cosines of a text with all centroids, by number. */
  cosines({ vector, scale, weights }: MarkedText): Float32Array {
    const cosines = this.#rows.similarities(vector).slice(0, this.#count);
    for (let index = 0; index < cosines.length; index += 1) {
      cosines[index] = (cosines[index] ?? 0) * scale;
    }
    for (const [mark, weight] of weights) {
      const posting = this.#postings.get(mark);
      if (!posting) continue;
      for (const [index, skill] of posting.skills.entries()) {
        cosines[skill] = (cosines[skill] ?? 0) + weight * (posting.weights[index] ?? 0);
      }
    }
    return cosines;
  }
}

interface TextSum {
  readonly vector: Float32Array;
  readonly weights: ReadonlyMap<number | string, number>;
  /** Square of its length. */
  readonly squares: number;
}

function sumOf(texts: readonly MarkedText[]): TextSum {
  const vector = new Float32Array(texts[0]?.vector.length ?? 0);
  const weights = new Map<number | string, number>();
  for (const text of texts) {
    for (let index = 0; index < vector.length; index += 1) {
      vector[index] = (vector[index] ?? 0) + (text.vector[index] ?? 0) * text.scale;
    }
    for (const [mark, weight] of text.weights) {
      weights.set(mark, (weights.get(mark) ?? 0) + weight);
    }
  }
  let squares = dot(vector, 0, vector);
  for (const weight of weights.values()) squares += weight ** 2;
  return { vector, weights, squares: Math.max(squares, 1e-6) };
}

function product({ vector, scale, weights }: MarkedText, sum: TextSum): number {
  let total = scale * dot(sum.vector, 0, vector);
  for (const [mark, weight] of weights) total += weight * (sum.weights.get(mark) ?? 0);
  return total;
}

/** Returns a quantile, interpolated between the values beside it. */
function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
