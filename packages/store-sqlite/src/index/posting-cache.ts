import { entryBytes } from "./columns.js";
import { PostingList } from "./postings.js";
import type { TermSet } from "./term-set.js";

/** Posting lists of recently searched terms, kept up to date with writes. */
export class PostingCache {
  readonly #lists = new Map<string, PostingList>();
  /** All terms of the records; absent: any term may be there. */
  readonly #terms: TermSet | undefined;
  readonly #none = new PostingList();
  #bytes = 0;

  constructor(terms?: TermSet) {
    this.#terms = terms;
  }

  get size(): number {
    return this.#lists.size;
  }

  get bytes(): number {
    return this.#bytes + (this.#terms?.bytes ?? 0);
  }

  /** True if it has to see the terms of every changed record. */
  get needsTerms(): boolean {
    return this.#terms !== undefined || this.#lists.size > 0;
  }

  /** Notes a term of a changed record. Returns true if the list of the term is kept. */
  see(term: string): boolean {
    this.#terms?.add(term);
    return this.#lists.has(term);
  }

  /** Returns the terms with at least this many records. */
  terms(minLength: number): readonly string[] {
    return [...this.#lists].filter(([, { length }]) => length >= minLength).map(([term]) => term);
  }

  /** Returns the list of a term without touching it. */
  peek(term: string): PostingList | undefined {
    return this.#lists.get(term);
  }

  /** Returns and touches the list of a term, an empty one of a term that no record has. */
  get(term: string): PostingList | undefined {
    const list = this.#lists.get(term);
    if (!list && this.#terms && !this.#terms.has(term)) return this.#none;
    // Most empty ones are asked for once.
    if (!list || list.positions === 0) return list;
    this.#lists.delete(term);
    this.#lists.set(term, list);
    return list;
  }

  /** Adds the list of a term; only the cache may change it from now on. */
  keep(term: string, list: PostingList): void {
    this.drop(term);
    this.#lists.set(term, list);
    this.#bytes += bytesOf(term, list);
  }

  drop(term: string): void {
    const list = this.#lists.get(term);
    if (!list) return;
    this.#lists.delete(term);
    this.#bytes -= bytesOf(term, list);
  }

  clear(): void {
    this.#lists.clear();
    this.#bytes = 0;
  }

  /** Evicts least recently used lists until this many bytes are free. Returns the freed bytes. */
  makeRoom(bytes: number): number {
    const before = this.#bytes;
    for (const term of this.#lists.keys()) {
      if (before - this.#bytes >= bytes) break;
      this.drop(term);
    }
    return before - this.#bytes;
  }

  /** Adds a record with a new ordinal to the lists. */
  append(ordinal: number, terms: readonly string[]): void {
    for (const [term, frequency] of this.#frequencies(terms)) {
      this.#change(term, (list) => list.append(ordinal, frequency));
    }
  }

  /** Updates the lists for a changed record with these terms, repeated; none: it was deleted. */
  replace(ordinal: number, terms: readonly string[] = []): void {
    const frequencies = this.#frequencies(terms);
    for (const [term, list] of this.#lists) {
      const frequency = frequencies.get(term) ?? 0;
      if (list.frequencyOf(ordinal) === frequency) continue;
      this.#change(term, () => {
        if (frequency === 0) list.delete(ordinal);
        else list.set(ordinal, frequency);
      });
    }
  }

  #frequencies(terms: readonly string[]): ReadonlyMap<string, number> {
    const frequencies = new Map<string, number>();
    for (const term of terms) {
      if (this.#lists.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
    return frequencies;
  }

  #change(term: string, change: (list: PostingList) => void): void {
    const list = this.#lists.get(term);
    if (!list) return;
    const before = list.bytes;
    change(list);
    this.#bytes += list.bytes - before;
  }
}

function bytesOf(term: string, list: PostingList): number {
  return entryBytes(term) + list.bytes;
}
