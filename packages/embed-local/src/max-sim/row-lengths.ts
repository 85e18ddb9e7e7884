import { DIMENSIONS, HASH_ROWS, VOCABULARY_ROWS } from "../static-table/asset-files.js";
import type { StaticTable } from "../static-table/static-table.js";

function squaredLength(row: number, { values }: StaticTable): number {
  let sum = 0;
  let at = (row * DIMENSIONS) / 2;
  for (let index = 0; index < DIMENSIONS; index += 2) {
    const pair = values[at] ?? 0;
    const low = (pair & 15) - 8;
    const high = (pair >> 4) - 8;
    sum += low * low + high * high;
    at += 1;
  }
  return sum;
}

/**
 * Remembers the squared lengths of rows, without their scales; 120 kB. All tables have the same
 * content.
 */
export class RowLengths {
  /** 0: not known yet. At most 256 × 8². */
  readonly #squared = new Uint16Array(VOCABULARY_ROWS + HASH_ROWS);

  /** The dot product of a row with itself: a whole number. */
  squared(row: number, table: StaticTable): number {
    const known = this.#squared[row] ?? 0;
    if (known > 0) return known;
    const squared = squaredLength(row, table);
    this.#squared[row] = squared;
    return squared;
  }
}
