import { dot, VectorRows } from "./vector-rows.js";

/** Fit of a vector with unrelated texts: what is to be expected by chance. */
export interface Chance {
  readonly mean: number;
  /** Their standard deviation, more than 0. */
  readonly deviation: number;
  readonly highest: number;
}

/** Smallest standard deviation to use; below it, the model makes one vector of everything. */
const LEAST_DEVIATION = 0.01;
/** Standard deviations by which a landmark has to lead to count, and the exponent of its lead. */
const SIGHT = 1;
const EMPHASIS = 1.5;

/** Revision of the rules below. Count the first number up to have stored values computed anew. */
export const SURROUNDINGS_REVISION: string = `2 ${LEAST_DEVIATION} ${SIGHT} ${EMPHASIS}`;

/** The background and the landmarks in a vector space, with which vectors are compared. */
export class Surroundings {
  readonly width: number;
  readonly #background: VectorRows;
  readonly #landmarks: VectorRows;
  readonly #landmarkVectors: readonly Float32Array[];
  /** Fits of the landmarks by chance, by row; computed with the first profile. */
  #chances: readonly Chance[] | undefined;

  constructor(background: readonly Float32Array[], landmarks: readonly Float32Array[]) {
    this.width = landmarks[0]?.length ?? 0;
    this.#background = rowsOf(background);
    this.#landmarks = rowsOf(landmarks);
    this.#landmarkVectors = landmarks;
  }

  /** Measures how a vector of length 1 fits the background. */
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

  /** Computes the topic of a vector: its lead over chance for each landmark, at length 1 or 0. */
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

/** Scales a vector to length 1, in place. Zero stays as it is. */
export function atLengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, 0, vector));
  if (length > 0) for (const [index, value] of vector.entries()) vector[index] = value / length;
  return vector;
}

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
