import { dot, VectorRows } from "./vector-rows.js";

/** How well something fits what has nothing to do with it: what is to be expected by chance. */
export interface Chance {
  /** Mean of the cosines with the background. */
  readonly mean: number;
  /** Their standard deviation, more than 0. */
  readonly deviation: number;
  /** Mean of the three highest. */
  readonly highest: number;
}

/** Below this a standard deviation says nothing: the model makes the same vector of everything. */
const LEAST_DEVIATION = 0.01;
/**
 * By how many standard deviations a landmark has to be nearer than the others to be seen, and how
 * much more the nearest count.
 */
const SIGHT = 1;
const EMPHASIS = 1.5;

/**
 * Says by which rules chances, profiles and the concepts of texts are worked out: what was kept by
 * others is worked out anew. Whoever changes a rule counts the first number up.
 */
export const SURROUNDINGS_REVISION: string = `2 ${LEAST_DEVIATION} ${SIGHT} ${EMPHASIS}`;

/**
 * The background and the landmarks in a vector space: what a vector is compared with to learn what
 * it is worth and what it is about.
 */
export class Surroundings {
  /** How wide the vectors are that it can be compared with. */
  readonly width: number;
  readonly #background: VectorRows;
  readonly #landmarks: VectorRows;
  readonly #landmarkVectors: readonly Float32Array[];
  /**
   * What is to be expected of the landmarks, by row; worked out when a text is first compared with
   * them.
   */
  #chances: readonly Chance[] | undefined;

  /** Takes vectors of length 1. */
  constructor(background: readonly Float32Array[], landmarks: readonly Float32Array[]) {
    this.width = landmarks[0]?.length ?? 0;
    this.#background = rowsOf(background);
    this.#landmarks = rowsOf(landmarks);
    this.#landmarkVectors = landmarks;
  }

  /** How well a vector of length 1 fits the background. */
  chanceOf(vector: Float32Array): Chance {
    const cosines = this.#background.similarities(vector).toSorted();
    const count = Math.max(cosines.length, 1);
    let sum = 0;
    for (const cosine of cosines) sum += cosine;
    const mean = sum / count;
    let squares = 0;
    for (const cosine of cosines) squares += (cosine - mean) ** 2;
    let highest = 0;
    for (const cosine of cosines.subarray(-3)) highest += cosine / 3;
    const deviation = Math.max(Math.sqrt(squares / count), LEAST_DEVIATION);
    return { mean, deviation, highest };
  }

  /**
   * What a vector is about: how near it is to each landmark, beyond chance and beyond the others,
   * at length 1; zero if to none.
   */
  profileOf(vector: Float32Array): Float32Array {
    this.#chances ??= this.#landmarkVectors.map((landmark) => this.chanceOf(landmark));
    const profile = this.#landmarks.similarities(vector).slice();
    let sum = 0;
    for (let row = 0; row < profile.length; row += 1) {
      const { mean = 0, deviation = 1 } = this.#chances[row] ?? {};
      const value = ((profile[row] ?? 0) - mean) / deviation;
      profile[row] = value;
      sum += value;
    }
    const seen = sum / profile.length + SIGHT;
    for (let row = 0; row < profile.length; row += 1) {
      const beyond = (profile[row] ?? 0) - seen;
      profile[row] = beyond > 0 ? beyond ** EMPHASIS : 0;
    }
    return atLengthOne(profile);
  }
}

function rowsOf(vectors: readonly Float32Array[]): VectorRows {
  const rows = new VectorRows();
  for (const vector of vectors) rows.add(vector);
  return rows;
}

/** Scales a vector to length 1, in place; zero stays as it is. */
export function atLengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, 0, vector));
  if (length > 0) for (const [index, value] of vector.entries()) vector[index] = value / length;
  return vector;
}

/** The mean of some vectors of one width. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const [first] = vectors;
  const mean = new Float32Array(first?.length ?? 0);
  for (const vector of vectors) {
    for (let index = 0; index < mean.length; index += 1) {
      mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0) / vectors.length;
    }
  }
  return mean;
}

/** The means of what is to be expected of some texts. */
export function meanChance(
  chances: readonly Pick<Chance, "mean" | "deviation">[],
): Pick<Chance, "mean" | "deviation"> {
  const count = Math.max(chances.length, 1);
  return {
    mean: chances.reduce((sum, { mean }) => sum + mean / count, 0),
    deviation: chances.reduce((sum, { deviation }) => sum + deviation / count, 0),
  };
}
