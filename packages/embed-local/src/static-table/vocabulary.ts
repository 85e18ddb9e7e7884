/** More than twice the number of entries, so that probes stay short. */
const SLOTS = 2 ** 17;
const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;
const LINE_FEED = 0x0a;

/**
 * Rows by word, Chinese character or bigram: a hash table with open addressing over the text of the
 * file, ready in a third of the time of a `Map` of 56,248 strings.
 */
export class Vocabulary {
  readonly #text: string;
  /** Start of each entry in the text, and the end of the last. */
  readonly #starts: Int32Array;
  /** Row + 1, or 0 if free. */
  readonly #slots = new Int32Array(SLOTS);

  /** Takes the distinct entries, one a line, and their number. */
  constructor(text: string, entries: number) {
    this.#text = text;
    this.#starts = new Int32Array(entries + 1);
    let row = 0;
    let hash = FNV_OFFSET;
    for (let at = 0; at <= text.length; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : LINE_FEED;
      if (code === LINE_FEED) {
        this.#occupy(hash, row);
        row += 1;
        this.#starts[row] = at + 1;
        hash = FNV_OFFSET;
      } else {
        hash = Math.imul(hash ^ code, FNV_PRIME);
      }
    }
  }

  /** Returns the row of a token, if it has one. */
  rowOf(token: string): number | undefined {
    let hash = FNV_OFFSET;
    for (let at = 0; at < token.length; at += 1) {
      hash = Math.imul(hash ^ token.charCodeAt(at), FNV_PRIME);
    }
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row === -1) return undefined;
      if (this.#isAt(row, token)) return row;
    }
  }

  /** Returns the token of a row. */
  wordAt(row: number): string {
    return this.#text.slice(this.#starts[row], (this.#starts[row + 1] ?? 0) - 1);
  }

  #occupy(hash: number, row: number): void {
    let slot = hash & (SLOTS - 1);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    this.#slots[slot] = row + 1;
  }

  #isAt(row: number, token: string): boolean {
    const start = this.#starts[row] ?? 0;
    const length = (this.#starts[row + 1] ?? 0) - 1 - start;
    if (length !== token.length) return false;
    // Not `startsWith`, which takes longer for a few characters.
    for (let at = 0; at < length; at += 1) {
      if (this.#text.charCodeAt(start + at) !== token.charCodeAt(at)) return false;
    }
    return true;
  }
}
