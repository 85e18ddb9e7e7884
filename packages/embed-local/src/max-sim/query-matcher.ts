import type { StaticTable } from "../static-table/static-table.js";
import { wordPieces } from "../static-table/word-rows.js";
import { PackedRows, type RowLengths } from "./packed-rows.js";
import { isChinese, queryWords, readWords } from "./query-words.js";
import type { KnownWord, QueryWords } from "./query-words.js";

/**
 * A word and its translation have a cosine of 0.5 to 0.8, too little beside equal words (recall@1
 * of a mixed set: 57 without reranking, 54 at a factor of 1, 60 at this one).
 */
const TRANSLATION_FACTOR = 1.6;
/** Initial capacity in words. */
const CAPACITY = 512;

/** Compares documents with one query, each distinct word once. */
export class QueryMatcher {
  readonly #table: StaticTable;
  readonly #words: QueryWords;
  readonly #packed: PackedRows;
  readonly #lengths: RowLengths;
  /** Squared lengths of the query's known words. */
  readonly #queryLengths: Float64Array;
  readonly #queryIsChinese: readonly boolean[];
  /** Start of each document word's similarities in the array below. */
  readonly #starts = new Map<number | string, number>();
  #similarities: Float64Array;
  readonly #dots: Float64Array;
  /** Highest similarity of each query word with a word of the current document. */
  readonly #best: Float64Array;
  #work = 0;

  constructor(query: string, table: StaticTable, lengths: RowLengths) {
    this.#table = table;
    this.#lengths = lengths;
    this.#words = queryWords(query, table);
    const { known, unknown } = this.#words;
    const rows = known.map(({ row }) => row);
    this.#packed = new PackedRows(rows, table);
    this.#dots = new Float64Array(this.#packed.width);
    this.#queryLengths = Float64Array.from(rows, (row) => lengths.squared(row, table));
    this.#queryIsChinese = known.map((word) => word.isChinese);
    this.#best = new Float64Array(known.length + unknown.length);
    this.#similarities = new Float64Array(this.#best.length * CAPACITY);
  }

  /** Number of comparisons so far, in units of a `WorkPacer`. */
  get work(): number {
    return this.#work;
  }

  /**
   * Returns the mean similarity of the query's words with their nearest words of the document, 0 to
   * 1. Whole dot products, roots and divisions give the same bits everywhere.
   */
  score(document: string): number {
    const best = this.#best.fill(0);
    if (best.length === 0) return 0;
    const hasUnknown = this.#words.unknown.length > 0;
    readWords(document, this.#table, (word, row) => {
      if (row !== undefined || hasUnknown) this.#raise(this.#startOf(word, row));
    });
    return best.reduce((sum, similarity) => sum + similarity, 0) / best.length;
  }

  #raise(start: number): void {
    const best = this.#best;
    const similarities = this.#similarities;
    for (let index = 0; index < best.length; index += 1) {
      const similarity = similarities[start + index] ?? 0;
      if (similarity > (best[index] ?? 0)) best[index] = similarity;
    }
  }

  #startOf(word: string, row: number | undefined): number {
    const compared = this.#starts.get(row ?? word);
    if (compared !== undefined) return compared;
    const start = this.#starts.size * this.#best.length;
    this.#starts.set(row ?? word, start);
    this.#reserve(start + this.#best.length);
    if (row === undefined) this.#compareUnknown(word, start);
    else this.#compareKnown({ row, isChinese: isChinese(word) }, start);
    return start;
  }

  #reserve(length: number): void {
    if (length <= this.#similarities.length) return;
    const larger = new Float64Array(this.#similarities.length * 2);
    larger.set(this.#similarities);
    this.#similarities = larger;
  }

  #compareKnown(word: KnownWord, start: number): void {
    this.#packed.multiply(word.row, this.#dots);
    const length = this.#lengths.squared(word.row, this.#table);
    for (let index = 0; index < this.#queryLengths.length; index += 1) {
      const product = length * (this.#queryLengths[index] ?? 0);
      const cosine = (this.#dots[index] ?? 0) / Math.sqrt(product);
      const factor = word.isChinese === this.#queryIsChinese[index] ? 1 : TRANSLATION_FACTOR;
      this.#similarities[start + index] = Math.min(1, cosine * factor);
    }
    this.#work += this.#packed.passes;
  }

  #compareUnknown(word: string, start: number): void {
    const { known, unknown } = this.#words;
    for (const [index, other] of unknown.entries()) {
      this.#similarities[start + known.length + index] = spellingSimilarity(word, other);
    }
    this.#work += 4 * unknown.length;
  }
}

/** Compares the spelling of two words, 0 to 1: the cosine of their sets of letter triples. */
function spellingSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const pieces = new Set(wordPieces(one));
  const others = new Set(wordPieces(other));
  const shared = [...pieces].filter((piece) => others.has(piece)).length;
  return shared / Math.sqrt(pieces.size * others.size);
}
