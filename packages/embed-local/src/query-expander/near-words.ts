import { NEAR_WORDS, VOCABULARY_ROWS } from "../static-table/asset-files.js";
import type { TableHandle } from "../static-table/static-table.js";

/** Nearest words of the other language for each word of the table, found when it was made. */
export class NearWords {
  /** Start of the list of each row, and the end of the last. */
  readonly #starts: Uint32Array;
  readonly #rows: DataView;
  readonly #weights: Uint8Array;

  private constructor(content: Buffer) {
    this.#starts = new Uint32Array(VOCABULARY_ROWS + 1);
    for (let row = 0; row < VOCABULARY_ROWS; row += 1) {
      this.#starts[row + 1] = (this.#starts[row] ?? 0) + (content[row] ?? 0);
    }
    const count = this.#starts[VOCABULARY_ROWS] ?? 0;
    this.#rows = new DataView(content.buffer, content.byteOffset + VOCABULARY_ROWS, count * 2);
    this.#weights = content.subarray(VOCABULARY_ROWS + count * 2);
  }

  /** Reads the file: lengths of lists (bytes), rows (uint16, little-endian), weights (bytes). */
  static async load(table: TableHandle): Promise<NearWords> {
    return new NearWords(await table.read(NEAR_WORDS));
  }

  /** Returns the place of the first of the nearest words of a row, which are in order. */
  startOf(row: number): number {
    return this.#starts[row] ?? 0;
  }

  /** Returns the place after the last of them. */
  endOf(row: number): number {
    return this.#starts[row + 1] ?? 0;
  }

  /** Returns the row of the word at a place. */
  rowAt(place: number): number {
    return this.#rows.getUint16(place * 2, true);
  }

  /** Returns how near the word at a place is: above 0, at most 1. */
  weightAt(place: number): number {
    return (this.#weights[place] ?? 0) / 255;
  }
}
