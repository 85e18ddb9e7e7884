import { DIMENSIONS } from "./asset-files.js";
import type { StaticTable } from "./static-table.js";

/**
 * A weighted sum of table rows, in float64 and in the order of the calls: the same bits on every
 * platform.
 */
export class RowSum {
  readonly #table: StaticTable;
  readonly #sum = new Float64Array(DIMENSIONS);

  constructor(table: StaticTable) {
    this.#table = table;
  }

  /** Whether nothing was added yet. */
  get isZero(): boolean {
    return this.#sum.every((value) => value === 0);
  }

  /** Adds `weight × row`. */
  add(row: number, weight = 1): void {
    const { values, scales } = this.#table;
    const sum = this.#sum;
    const factor = scales.getFloat32(row * 4, true) * weight;
    let at = (row * DIMENSIONS) / 2;
    for (let index = 0; index < DIMENSIONS; index += 2) {
      const pair = values[at] ?? 0;
      sum[index] = (sum[index] ?? 0) + factor * ((pair & 15) - 8);
      sum[index + 1] = (sum[index + 1] ?? 0) + factor * ((pair >> 4) - 8);
      at += 1;
    }
  }

  /** The sum at length 1; the mean of the rows points the same way. */
  toUnitVector(): Float32Array {
    let squares = 0;
    for (let index = 0; index < DIMENSIONS; index += 1) {
      const value = this.#sum[index] ?? 0;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    const vector = new Float32Array(DIMENSIONS);
    // Plain loops: six times as fast as iterators and callbacks here.
    for (let index = 0; index < DIMENSIONS; index += 1) {
      vector[index] = (this.#sum[index] ?? 0) / length;
    }
    return vector;
  }
}
