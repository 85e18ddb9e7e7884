import { foldCharacter } from "./fold-character.js";
import { hashRow } from "./hash-row.js";
import { rowOfWord } from "./row-of-word.js";
import type { RowSum } from "./row-sum.js";
import type { StaticTable } from "./static-table.js";
import { wordPieces } from "./word-pieces.js";

function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/**
 * Cuts a text, given code point by code point, into tokens, and adds their rows to a sum. Tokens
 * are English words (`[a-z0-9]+` after folding), single Chinese characters and pairs of
 * neighbouring ones.
 */
export class TokenReader {
  readonly #table: StaticTable;
  readonly #sum: RowSum;
  #word = "";
  /** The sign right before this one unless that was ASCII: the first half of a bigram. */
  #previous = "";

  constructor(table: StaticTable, sum: RowSum) {
    this.#table = table;
    this.#sum = sum;
  }

  /** Takes the next code point of the text. */
  read(character: string): void {
    const folded = foldCharacter(character, this.#table.simplified);
    if (folded.length === 1) this.#take(folded);
    else for (const sign of folded) this.#take(sign);
  }

  /** To be called once, after the last code point. */
  end(): void {
    if (this.#word !== "") this.#addWord(this.#word);
    this.#word = "";
  }

  #take(sign: string): void {
    const code = sign.charCodeAt(0);
    if (isWordCode(code)) {
      this.#word += sign;
      this.#previous = "";
      return;
    }
    this.end();
    if (code < 0x80) {
      this.#previous = "";
      return;
    }
    // Only Chinese is in the vocabulary, so other scripts need no check: they are never found.
    this.#addKnown(this.#previous + sign);
    if (this.#previous !== "") this.#addKnown(sign);
    this.#previous = sign;
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
