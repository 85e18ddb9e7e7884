import { ENTRY_BYTES, textBytes } from "./memory-size.js";
import type { PostingList } from "./posting-list.js";

/** Posting lists of terms that were asked for, kept in line with what is written. */
export class PostingCache {
  /** Least recently used first. */
  readonly #lists = new Map<string, PostingList>();
  #bytes = 0;

  /** Number of lists. */
  get size(): number {
    return this.#lists.size;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns true if the list of a term is here. */
  has(term: string): boolean {
    return this.#lists.has(term);
  }

  /** The list of a term, if it is here; that is a use. */
  get(term: string): PostingList | undefined {
    const list = this.#lists.get(term);
    if (!list) return undefined;
    this.#lists.delete(term);
    this.#lists.set(term, list);
    return list;
  }

  /** Keeps the list of a term, which only this cache may change from now on. */
  keep(term: string, list: PostingList): void {
    this.drop(term);
    this.#lists.set(term, list);
    this.#bytes += bytesOf(term, list);
  }

  /** Forgets the list of a term. */
  drop(term: string): void {
    const list = this.#lists.get(term);
    if (!list) return;
    this.#lists.delete(term);
    this.#bytes -= bytesOf(term, list);
  }

  /** Forgets all. */
  clear(): void {
    this.#lists.clear();
    this.#bytes = 0;
  }

  /**
   * Lets the least recently used lists go until so many bytes have become free, or none is left.
   * Returns how many became free.
   */
  makeRoom(bytes: number): number {
    const before = this.#bytes;
    for (const term of this.#lists.keys()) {
      if (before - this.#bytes >= bytes) break;
      this.drop(term);
    }
    return before - this.#bytes;
  }

  /** Brings the lists in line with a record that no list knows: its slot is new. */
  append(slot: number, terms: readonly string[]): void {
    for (const [term, frequency] of this.#frequencies(terms)) {
      this.#change(term, (list) => list.append(slot, frequency));
    }
  }

  /**
   * Brings the lists in line with a record that some may know.
   * @param terms - Its terms, each as often as it has it; absent: there is no record any more.
   */
  replace(slot: number, terms: readonly string[] = []): void {
    const frequencies = this.#frequencies(terms);
    for (const [term, list] of this.#lists) {
      const frequency = frequencies.get(term) ?? 0;
      if (list.frequencyOf(slot) === frequency) continue;
      this.#change(term, () => {
        if (frequency === 0) list.delete(slot);
        else list.set(slot, frequency);
      });
    }
  }

  /** How often each of these terms comes, of those that have a list. */
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
  return ENTRY_BYTES + textBytes(term) + list.bytes;
}
