import { LruMap } from "@kioku/core/toolkit";

import type { Postings } from "./postings.js";
import type { TextNumbers } from "./text-numbers.js";

const MAX_BYTES = 32 * 2 ** 20;
/** Numbers that take less are not cached: they are read as quickly. */
const LEAST_BYTES = 4_096;
/** Scopes whose generation is remembered. */
const MAX_SCOPES = 10_000;
/** Bytes of a term beside its list. */
const TERM_BYTES = 200;

/** The numbers of the texts of one generation of a segment. */
export interface SegmentNumbers {
  readonly generation: number;
  readonly covers: number;
  readonly numbers: TextNumbers;
}

/** The list of a term in a segment; `undefined` where no text has it. */
export type TermPostings = Postings | undefined;

/** Lists of terms that were read last. They never change within a generation. */
export class PostingCache {
  readonly #generations = new LruMap<string, number>({ maxEntries: MAX_SCOPES });
  readonly #lists = new LruMap<string, { readonly postings: TermPostings }>({
    maxEntries: Infinity,
    maxSize: MAX_BYTES,
    sizeOf: ({ postings }) => bytesOf(postings),
  });

  /** Returns the generation that the segment of a scope had when it was read last. */
  generationOf(scope: string): number | undefined {
    return this.#generations.get(scope);
  }

  /** Returns the cached lists of these terms in a generation. */
  find(
    scope: string,
    generation: number | undefined,
    terms: readonly string[],
  ): Map<string, TermPostings> {
    const found = new Map<string, TermPostings>();
    for (const term of terms) {
      const list = this.#lists.get(keyOf(scope, generation, term));
      if (list) found.set(term, list.postings);
    }
    return found;
  }

  add(scope: string, generation: number, read: ReadonlyMap<string, TermPostings>): void {
    if (read.size > 0) this.#generations.set(scope, generation);
    for (const [term, postings] of read) {
      this.#lists.set(keyOf(scope, generation, term), { postings });
    }
  }
}

/** Parts of segments that were read last, so that the next search need not read them. */
export class SegmentCache {
  readonly postings: PostingCache = new PostingCache();
  readonly #numbers = new LruMap<string, SegmentNumbers>({
    maxEntries: Infinity,
    maxSize: MAX_BYTES,
    sizeOf: ({ numbers }) => numbers.bytes,
  });

  /** Returns the numbers of a scope's segment, perhaps of an earlier generation. */
  numbersOf(scope: string): SegmentNumbers | undefined {
    return this.#numbers.get(scope);
  }

  addNumbers(scope: string, read: SegmentNumbers): void {
    if (read.numbers.bytes < LEAST_BYTES) this.#numbers.delete(scope);
    else this.#numbers.set(scope, read);
  }
}

function keyOf(scope: string, generation: number | undefined, term: string): string {
  return `${scope}\0${generation ?? ""}\0${term}`;
}

function bytesOf(postings: TermPostings): number {
  if (!postings) return TERM_BYTES;
  const { ordinals, kinds, frequencies } = postings;
  return TERM_BYTES + ordinals.byteLength + kinds.byteLength + 2 * 8 * frequencies.length;
}
