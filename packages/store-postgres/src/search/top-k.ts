import { replaceTop } from "@kioku/core/toolkit";

/** Finds the ordinals of the best scores in one pass with a bounded heap. */
export class TopK {
  readonly #scores: Float64Array;
  readonly #allows: (slot: number) => boolean;
  /** The least score on top; not full, it holds the least number. */
  readonly #heap: Float64Array;
  /** Ordinals that beat the heap when they were offered. */
  readonly #candidates: number[] = [];

  /** @param scores - By ordinal; 0 is no score. @param count - Number of results, at least 1. */
  constructor(scores: Float64Array, count: number, allows: (slot: number) => boolean) {
    this.#scores = scores;
    this.#allows = allows;
    this.#heap = new Float64Array(count).fill(Number.MIN_VALUE);
  }

  /** Offers these ordinals, each once. */
  offerThese(slots: Uint32Array): void {
    for (let index = -1; ;) {
      index = nextOfThese(this.#scores, this.#least, { slots, from: index + 1 });
      if (index >= slots.length) return;
      this.#offer(slots[index] ?? 0);
    }
  }

  /** Offers all ordinals with a score. */
  offerAll(): void {
    for (let slot = -1; ;) {
      slot = nextOfAll(this.#scores, this.#least, slot + 1);
      if (slot >= this.#scores.length) return;
      this.#offer(slot);
    }
  }

  /** Returns the best ordinals, best first, and all whose scores equal the last of them. */
  slots(): number[] {
    const scores = this.#scores;
    const least = this.#least;
    const score = (slot: number): number => scores[slot] ?? 0;
    const better = this.#candidates.filter((slot) => score(slot) > least);
    const equal = this.#candidates.filter((slot) => score(slot) === least);
    return [...better.toSorted((a, b) => score(b) - score(a)), ...equal];
  }

  get #least(): number {
    return this.#heap[0] ?? Number.POSITIVE_INFINITY;
  }

  #offer(slot: number): void {
    if (!this.#allows(slot)) return;
    this.#candidates.push(slot);
    const score = this.#scores[slot] ?? 0;
    if (score > this.#least) replaceTop(this.#heap, score);
  }
}

/** Finds the next score of at least `least`, in a tight loop of its own for speed. */
function nextOfAll(scores: Float64Array, least: number, from: number): number {
  let slot = from;
  while (slot < scores.length && (scores[slot] ?? 0) < least) slot += 1;
  return slot;
}

function nextOfThese(
  scores: Float64Array,
  least: number,
  { slots, from }: { readonly slots: Uint32Array; readonly from: number },
): number {
  let index = from;
  while (index < slots.length && (scores[slots[index] ?? 0] ?? 0) < least) index += 1;
  return index;
}
