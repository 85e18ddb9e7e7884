import { NEAR_WORDS, VOCABULARY_ROWS } from "../static-table/asset-files.js";
import type { TableHandle } from "../static-table/static-table.js";
import type { Vocabulary } from "../static-table/vocabulary.js";

/** A word of the other language, and how near it is. */
export interface NearWord {
  readonly word: string;
  /** Above 0, at most 1. */
  readonly weight: number;
}

/** Nearest words of the other language for each word of the table, found when it was made. */
export class NearWords {
  readonly #vocabulary: Vocabulary;
  /** Start of the list of each row, and the end of the last. */
  readonly #starts: Uint32Array;
  readonly #rows: DataView;
  readonly #weights: Uint8Array;

  private constructor(content: Buffer, vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#starts = new Uint32Array(VOCABULARY_ROWS + 1);
    for (let row = 0; row < VOCABULARY_ROWS; row += 1) {
      this.#starts[row + 1] = (this.#starts[row] ?? 0) + (content[row] ?? 0);
    }
    const count = this.#starts[VOCABULARY_ROWS] ?? 0;
    this.#rows = new DataView(content.buffer, content.byteOffset + VOCABULARY_ROWS, count * 2);
    this.#weights = content.subarray(VOCABULARY_ROWS + count * 2);
  }

  /** Reads the file: lengths of lists (bytes), rows (uint16, little-endian), weights (bytes). */
  static async load(table: TableHandle, vocabulary: Vocabulary): Promise<NearWords> {
    return new NearWords(await table.read(NEAR_WORDS), vocabulary);
  }

  /** Returns the number of the nearest words of a row. */
  countOf(row: number): number {
    return (this.#starts[row + 1] ?? 0) - (this.#starts[row] ?? 0);
  }

  /** Returns the nearest words of a row, best first. */
  of(row: number): readonly NearWord[] {
    const near: NearWord[] = [];
    const end = this.#starts[row + 1] ?? 0;
    for (let at = this.#starts[row] ?? 0; at < end; at += 1) {
      const word = this.#vocabulary.wordAt(this.#rows.getUint16(at * 2, true));
      near.push({ word, weight: (this.#weights[at] ?? 0) / 255 });
    }
    return near;
  }
}
