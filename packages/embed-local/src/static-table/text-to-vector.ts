import { DIMENSIONS } from "./asset-files.js";
import { foldCharacter } from "./fold-character.js";
import type { StaticTable } from "./static-table.js";
import { hashRow, isWordCode, rowOfWord, wordPieces } from "./word-rows.js";
import type { WorkPacer } from "./work-pacer.js";

/** A text with the means of reading it. */
interface Reading {
  readonly text: string;
  readonly table: StaticTable;
  readonly pacer: WorkPacer;
}

/**
 * Returns the vector of a text, of length 1. One without known tokens (emoji, other scripts,
 * nothing) gets a vector from hashes of its characters, which has no meaning.
 */
export async function textToVector(reading: Reading): Promise<Float32Array> {
  const sum = new RowSum(reading.table);
  await addTokens(sum, reading);
  if (sum.isZero) await addPieces(sum, reading);
  return sum.toUnitVector();
}

async function addTokens(sum: RowSum, { text, table, pacer }: Reading): Promise<void> {
  const reader = new TokenReader(table, sum);
  for (const character of text) {
    reader.read(character);
    if (pacer.isDue()) await pacer.pause();
  }
  reader.end();
}

/** Adds the hash of every three neighbouring code points of `<text>`, folded, or that of `<>`. */
async function addPieces(sum: RowSum, { text, table, pacer }: Reading): Promise<void> {
  let first = "";
  let second = "<";
  const take = (third: string): void => {
    if (first !== "") sum.add(hashRow(first + second + third));
    first = second;
    second = third;
  };
  for (const character of text) {
    for (const part of foldCharacter(character, table.simplified)) take(part);
    if (pacer.isDue()) await pacer.pause();
  }
  if (first === "") sum.add(hashRow("<>"));
  else take(">");
}

/**
 * Cuts a text into tokens and adds their rows to a sum: English words (`[a-z0-9]+` after folding),
 * single Chinese characters and neighbouring pairs.
 */
class TokenReader {
  readonly #table: StaticTable;
  readonly #sum: RowSum;
  #word = "";
  /** The character right before this one unless that was ASCII: the first half of a bigram. */
  #previous = "";

  constructor(table: StaticTable, sum: RowSum) {
    this.#table = table;
    this.#sum = sum;
  }

  /** Reads the next code point of the text. */
  read(character: string): void {
    const folded = foldCharacter(character, this.#table.simplified);
    if (folded.length === 1) this.#readFolded(folded);
    else for (const part of folded) this.#readFolded(part);
  }

  /** Ends the text. */
  end(): void {
    if (this.#word !== "") this.#addWord(this.#word);
    this.#word = "";
  }

  #readFolded(character: string): void {
    const code = character.charCodeAt(0);
    if (isWordCode(code)) {
      this.#word += character;
      this.#previous = "";
      return;
    }
    this.end();
    if (code < 0x80) {
      this.#previous = "";
      return;
    }
    // Only Chinese is in the vocabulary, so other scripts need no check: they are never found.
    this.#addKnown(this.#previous + character);
    if (this.#previous !== "") this.#addKnown(character);
    this.#previous = character;
  }

  #addKnown(token: string): void {
    const row = this.#table.vocabulary.rowOf(token);
    if (row !== undefined) this.#sum.add(row);
  }

  #addWord(word: string): void {
    const row = rowOfWord(word, this.#table.vocabulary);
    if (row !== undefined) {
      this.#sum.add(row);
      return;
    }
    const pieces = wordPieces(word);
    // Together they weigh as much as one word: at full weight each, names drowned the rest (LoCoMo
    // recall@10 31 instead of 46).
    for (const piece of pieces) this.#sum.add(hashRow(piece), 1 / pieces.length);
  }
}

/** The two values of each byte of the table. To convert them takes four times as long. */
const PAIRS = /* @__PURE__ */ Float64Array.from({ length: 512 }, (_, at) => {
  const pair = at >> 1;
  return (at % 2 === 0 ? pair & 15 : pair >> 4) - 8;
});

/** A weighted sum of rows, in float64 and in the order of calls: the same bits everywhere. */
class RowSum {
  readonly #table: StaticTable;
  readonly #sum = new Float64Array(DIMENSIONS);

  constructor(table: StaticTable) {
    this.#table = table;
  }

  /** True if nothing was added. */
  get isZero(): boolean {
    return this.#sum.every((value) => value === 0);
  }

  /** Adds `weight × row`. */
  add(row: number, weight = 1): void {
    const { values, scales } = this.#table;
    const sum = this.#sum;
    const factor = scales.getFloat32(row * 4, true) * weight;
    let from = (row * DIMENSIONS) / 2;
    for (let index = 0; index < DIMENSIONS; index += 2) {
      const pair = 2 * (values[from] ?? 0);
      sum[index] = (sum[index] ?? 0) + factor * (PAIRS[pair] ?? 0);
      sum[index + 1] = (sum[index + 1] ?? 0) + factor * (PAIRS[pair + 1] ?? 0);
      from += 1;
    }
  }

  /** Returns the sum at length 1, which has the direction of the mean. */
  toUnitVector(): Float32Array {
    // Plain loops: six times as fast as iterators and callbacks here.
    let squares = 0;
    for (let index = 0; index < DIMENSIONS; index += 1) {
      const value = this.#sum[index] ?? 0;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    const vector = new Float32Array(DIMENSIONS);
    for (let index = 0; index < DIMENSIONS; index += 1) {
      vector[index] = (this.#sum[index] ?? 0) / length;
    }
    return vector;
  }
}
