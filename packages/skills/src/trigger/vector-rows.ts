/** Rows of a flat matrix that grows by doubling, to compare a vector with thousands in one pass. */
export class VectorRows {
  #values = new Float32Array(0);
  #similarities = new Float32Array(0);
  readonly #free: number[] = [];
  #used = 0;
  #width = 0;

  /** Adds a vector and returns its row. All vectors have the width of the first. */
  add(vector: Float32Array): number {
    if (this.#width === 0) this.#width = vector.length;
    const row = this.#free.pop() ?? this.#used++;
    this.#makeRoom();
    this.#values.set(vector.subarray(0, this.#width), row * this.#width);
    return row;
  }

  remove(rows: Iterable<number>): void {
    for (const row of rows) {
      this.#values.fill(0, row * this.#width, (row + 1) * this.#width);
      this.#free.push(row);
    }
  }

  similarity(vector: Float32Array, row: number): number {
    return dot(this.#values, row * this.#width, vector);
  }

  /** Returns the dot products of a vector and all rows, valid until the next call. */
  similarities(vector: Float32Array): Float32Array {
    const values = this.#values;
    const found = this.#similarities;
    // Four rows at a time read each number of the vector once; there is room for whole fours.
    for (let row = 0; row < this.#used; row += 4) fourDots(values, { row, vector, found });
    return this.#similarities.subarray(0, this.#used);
  }

  #makeRoom(): void {
    if (this.#similarities.length >= this.#used) return;
    const rows = Math.max(2 * this.#similarities.length, 64);
    const values = new Float32Array(rows * this.#width);
    values.set(this.#values);
    this.#values = values;
    this.#similarities = new Float32Array(rows);
  }
}

/** Returns the dot product of a vector and a row. The processor computes four sums at a time. */
export function dot(matrix: Float32Array, start: number, vector: Float32Array): number {
  const end = vector.length - (vector.length % 4);
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0, at = start; index < end; index += 4, at += 4) {
    first += (matrix[at] ?? 0) * (vector[index] ?? 0);
    second += (matrix[at + 1] ?? 0) * (vector[index + 1] ?? 0);
    third += (matrix[at + 2] ?? 0) * (vector[index + 2] ?? 0);
    fourth += (matrix[at + 3] ?? 0) * (vector[index + 3] ?? 0);
  }
  for (let index = end; index < vector.length; index += 1) {
    first += (matrix[start + index] ?? 0) * (vector[index] ?? 0);
  }
  return first + second + (third + fourth);
}

interface FourRows {
  readonly row: number;
  readonly vector: Float32Array;
  readonly found: Float32Array;
}

/** Computes the dot products of a vector and four rows in a row. */
function fourDots(matrix: Float32Array, { row, vector, found }: FourRows): void {
  const width = vector.length;
  const start = row * width;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0, at = start; index < width; index += 1, at += 1) {
    const value = vector[index] ?? 0;
    first += (matrix[at] ?? 0) * value;
    second += (matrix[at + width] ?? 0) * value;
    third += (matrix[at + 2 * width] ?? 0) * value;
    fourth += (matrix[at + 3 * width] ?? 0) * value;
  }
  found[row] = first;
  found[row + 1] = second;
  found[row + 2] = third;
  found[row + 3] = fourth;
}
