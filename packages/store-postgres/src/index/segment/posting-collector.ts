import { compareText } from "@kioku/core/toolkit";

import { encodePostings, type TermList } from "./postings.js";
import { encodeNumbers, TextNumbers } from "./text-numbers.js";

/** Numbers the texts of a build. A text that is missing in the first pass gets no ordinal. */
export class Numbering {
  readonly #numbers: number[] = [];
  #finished: TextNumbers | undefined;

  get documents(): number {
    return this.#numbers.length;
  }

  /** Returns the numbers as a segment stores them. */
  get numbers(): Uint8Array {
    return encodeNumbers(this.#numbers);
  }

  /** Returns the ordinal of a text, or -1. In the first pass texts come by ascending number. */
  ordinalOf(number: number): number {
    return this.#finished?.ordinalOf(number) ?? this.#numbers.push(number) - 1;
  }

  finish(): void {
    this.#finished ??= new TextNumbers(this.numbers);
  }
}

const FIRST_LENGTH = 1_024;

/** Collects postings of texts that come by ascending ordinal, in twelve bytes each. */
export class PostingCollector {
  readonly #numbers = new Map<string, number>();
  /** Index of the last posting, by number of the term. */
  readonly #last: number[] = [];
  /** Columns by posting: number of the term, ordinal, frequency. */
  #terms = new Uint32Array(FIRST_LENGTH);
  #ordinals = new Uint32Array(FIRST_LENGTH);
  #frequencies = new Uint32Array(FIRST_LENGTH);
  #length = 0;
  readonly #termCounts: number[] = [];

  /** Adds the postings of a text; `termCount` counts all its terms. */
  add(ordinal: number, terms: readonly string[], termCount: number): void {
    this.#termCounts[ordinal] = termCount;
    for (const term of terms) {
      const number = this.#numberOf(term);
      const last = this.#last[number] ?? -1;
      if (last >= 0 && this.#ordinals[last] === ordinal) {
        this.#frequencies[last] = (this.#frequencies[last] ?? 0) + 1;
      } else this.#push(number, ordinal);
    }
  }

  /** Yields all lists, by ascending term. */
  *lists(): Generator<TermList> {
    const { ends, order } = this.#byTerm();
    const names = [...this.#numbers].toSorted(([a], [b]) => compareText(a, b));
    for (const [term, number] of names) {
      const postings = order.subarray(ends[number - 1] ?? 0, ends[number]);
      const ordinals = Uint32Array.from(postings, (position) => this.#ordinals[position] ?? 0);
      const list = encodePostings({
        ordinals,
        frequencies: Uint32Array.from(postings, (position) => this.#frequencies[position] ?? 0),
        termCounts: Uint32Array.from(ordinals, (ordinal) => this.#termCounts[ordinal] ?? 0),
      });
      yield { term, list };
    }
  }

  #byTerm(): { readonly ends: Uint32Array; readonly order: Uint32Array } {
    const ends = new Uint32Array(this.#numbers.size);
    for (let position = 0; position < this.#length; position += 1) {
      const term = this.#terms[position] ?? 0;
      ends[term] = (ends[term] ?? 0) + 1;
    }
    let end = 0;
    for (const [term, count] of ends.entries()) {
      end += count;
      ends[term] = end;
    }
    const order = new Uint32Array(this.#length);
    const next = ends.slice();
    for (let position = this.#length - 1; position >= 0; position -= 1) {
      const term = this.#terms[position] ?? 0;
      const target = (next[term] ?? 0) - 1;
      next[term] = target;
      order[target] = position;
    }
    return { ends, order };
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(term, number);
    return number;
  }

  #push(term: number, ordinal: number): void {
    const position = this.#length;
    if (position === this.#ordinals.length) this.#grow();
    this.#terms[position] = term;
    this.#ordinals[position] = ordinal;
    this.#frequencies[position] = 1;
    this.#last[term] = position;
    this.#length += 1;
  }

  #grow(): void {
    this.#terms = grown(this.#terms);
    this.#ordinals = grown(this.#ordinals);
    this.#frequencies = grown(this.#frequencies);
  }
}

function grown(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(column.length * 2);
  longer.set(column);
  return longer;
}
