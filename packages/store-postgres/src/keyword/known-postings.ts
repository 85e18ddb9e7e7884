import type { Names } from "../sql/names.js";
import type { Postings } from "./code/postings.js";

/** What all that is kept takes at most. */
const MAX_BYTES = 32 * 2 ** 20;
/** Of so many scopes the generation is remembered. */
const MAX_SCOPES = 10_000;
/** What a term takes beside its list. */
const TERM_BYTES = 200;

/** The list of a term in a segment; `undefined` where no text has it. */
export type TermPostings = Postings | undefined;

const STORES = new WeakMap<Names, KnownPostings>();

/**
 * The lists of terms that were read last, as they never change within a generation: words that are
 * asked for often are in many texts, and long lists take longer to send and to read than to score.
 */
export class KnownPostings {
  /** Of the generation that a scope had when it was searched last. */
  readonly #generations = new Map<string, number>();
  /** By scope, generation and term, what was used last at the end. */
  readonly #known = new Map<string, TermPostings>();
  #bytes = 0;

  /** Those that an open store knows. */
  static of(names: Names): KnownPostings {
    const known = STORES.get(names) ?? new KnownPostings();
    STORES.set(names, known);
    return known;
  }

  /** The generation that the segment of a scope had when it was read last. */
  generationOf(scope: string): number | undefined {
    return this.#generations.get(scope);
  }

  /** Those of the terms that are known in a generation. */
  find(
    scope: string,
    generation: number | undefined,
    terms: readonly string[],
  ): Map<string, TermPostings> {
    const found = new Map<string, TermPostings>();
    for (const term of terms) {
      const key = keyOf(scope, generation, term);
      if (!this.#known.has(key)) continue;
      const postings = this.#known.get(key);
      found.set(term, postings);
      this.#known.delete(key);
      this.#known.set(key, postings);
    }
    return found;
  }

  /** Keeps lists that were read, in place of those that were not used for the longest time. */
  add(scope: string, generation: number, read: ReadonlyMap<string, TermPostings>): void {
    // Without a generation the lists of its scope are read again, and those that are kept run out.
    if (this.#generations.size >= MAX_SCOPES) this.#generations.clear();
    if (read.size > 0) this.#generations.set(scope, generation);
    for (const [term, postings] of read) {
      const key = keyOf(scope, generation, term);
      this.#forget(key);
      this.#known.set(key, postings);
      this.#bytes += bytesOf(postings);
    }
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    if (!this.#known.has(key)) return;
    this.#bytes -= bytesOf(this.#known.get(key));
    this.#known.delete(key);
  }
}

function keyOf(scope: string, generation: number | undefined, term: string): string {
  return `${scope}\0${generation ?? ""}\0${term}`;
}

function bytesOf(postings: TermPostings): number {
  if (!postings) return TERM_BYTES;
  const { slots, kinds, frequencies } = postings;
  return TERM_BYTES + slots.byteLength + kinds.byteLength + 2 * 8 * frequencies.length;
}
