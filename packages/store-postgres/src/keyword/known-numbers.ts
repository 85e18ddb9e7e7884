import type { Names } from "../sql/names.js";
import type { TextNumbers } from "./code/text-numbers.js";

/** What all that is kept takes at most. */
const MAX_BYTES = 32 * 2 ** 20;

/** What takes less is not kept: it is read as quickly. */
const LEAST_BYTES = 4_096;

/** The numbers of the texts of one generation of a segment. */
export interface SegmentNumbers {
  readonly generation: number;
  readonly covers: number;
  readonly numbers: TextNumbers;
}

const STORES = new WeakMap<Names, KnownNumbers>();

/**
 * The numbers of the texts of segments that were read last, as they never change within a
 * generation: of a large scope whose texts were written in turns with those of others, they are the
 * most that a search would read.
 */
export class KnownNumbers {
  /** By scope, what was used last at the end. */
  readonly #known = new Map<string, SegmentNumbers>();
  #bytes = 0;

  /** Those that an open store knows. */
  static of(names: Names): KnownNumbers {
    const known = STORES.get(names) ?? new KnownNumbers();
    STORES.set(names, known);
    return known;
  }

  /** What is known of the segment of a scope, whether or not there is another generation by now. */
  get(scope: string): SegmentNumbers | undefined {
    const known = this.#known.get(scope);
    if (!known) return undefined;
    this.#known.delete(scope);
    this.#known.set(scope, known);
    return known;
  }

  /** Keeps numbers that were read, in place of those that were not used for the longest time. */
  add(scope: string, read: SegmentNumbers): void {
    this.#forget(scope);
    if (read.numbers.bytes < LEAST_BYTES) return;
    this.#known.set(scope, read);
    this.#bytes += read.numbers.bytes;
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#forget(oldest);
    }
  }

  #forget(scope: string): void {
    this.#bytes -= this.#known.get(scope)?.numbers.bytes ?? 0;
    this.#known.delete(scope);
  }
}
