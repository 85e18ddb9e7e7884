import { compareText } from "@kioku/core/toolkit";

import { encodePostings } from "../code/encode-postings.js";
import type { TermList } from "../code/term-block.js";

const FIRST_LENGTH = 1_024;

/** Collects the postings of texts that come by ascending slot: twelve bytes each, and the terms. */
export class PostingCollector {
  readonly #numbers = new Map<string, number>();
  /** By number of a term, where its last posting is. */
  readonly #last: number[] = [];
  /** By posting: the number of its term, its slot, and how often the text has the term. */
  #terms = new Uint32Array(FIRST_LENGTH);
  #slots = new Uint32Array(FIRST_LENGTH);
  #frequencies = new Uint32Array(FIRST_LENGTH);
  #length = 0;
  readonly #termCounts: number[] = [];

  /**
   * Adds the postings of a text.
   * @param termCount - How many terms it has in all.
   */
  add(slot: number, terms: readonly string[], termCount: number): void {
    this.#termCounts[slot] = termCount;
    for (const term of terms) {
      const number = this.#numberOf(term);
      const last = this.#last[number] ?? -1;
      if (last >= 0 && this.#slots[last] === slot) {
        this.#frequencies[last] = (this.#frequencies[last] ?? 0) + 1;
      } else this.#push(number, slot);
    }
  }

  /** All lists, by ascending term. */
  *lists(): Generator<TermList> {
    const { ends, order } = this.#byTerm();
    const names = [...this.#numbers].toSorted(([a], [b]) => compareText(a, b));
    for (const [term, number] of names) {
      const postings = order.subarray(ends[number - 1] ?? 0, ends[number]);
      const slots = Uint32Array.from(postings, (place) => this.#slots[place] ?? 0);
      const list = encodePostings({
        slots,
        frequencies: Uint32Array.from(postings, (place) => this.#frequencies[place] ?? 0),
        termCounts: Uint32Array.from(slots, (slot) => this.#termCounts[slot] ?? 0),
      });
      yield { term, list };
    }
  }

  /** The postings by number of the term, each term's in their order; and where each term's end. */
  #byTerm(): { readonly ends: Uint32Array; readonly order: Uint32Array } {
    const ends = new Uint32Array(this.#numbers.size);
    for (let place = 0; place < this.#length; place += 1) {
      const term = this.#terms[place] ?? 0;
      ends[term] = (ends[term] ?? 0) + 1;
    }
    let end = 0;
    for (const [term, count] of ends.entries()) {
      end += count;
      ends[term] = end;
    }
    const order = new Uint32Array(this.#length);
    const next = ends.slice();
    for (let place = this.#length - 1; place >= 0; place -= 1) {
      const term = this.#terms[place] ?? 0;
      const target = (next[term] ?? 0) - 1;
      next[term] = target;
      order[target] = place;
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

  #push(term: number, slot: number): void {
    const place = this.#length;
    if (place === this.#slots.length) this.#grow();
    this.#terms[place] = term;
    this.#slots[place] = slot;
    this.#frequencies[place] = 1;
    this.#last[term] = place;
    this.#length += 1;
  }

  #grow(): void {
    this.#terms = grown(this.#terms);
    this.#slots = grown(this.#slots);
    this.#frequencies = grown(this.#frequencies);
  }
}

function grown(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(column.length * 2);
  longer.set(column);
  return longer;
}
