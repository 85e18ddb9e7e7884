/** Finds the slots of the best scores in one pass, and a heap of so many of them. */
export class TopK {
  readonly #scores: Float64Array;
  readonly #allows: (slot: number) => boolean;
  /**
   * The least on top: whatever beats the top takes its place. Not full, it holds what any score
   * beats.
   */
  readonly #heap: Float64Array;
  /** What was good enough when it came. */
  readonly #candidates: number[] = [];

  /**
   * @param scores - By slot; 0 is no score.
   * @param count - How many are wanted, at least 1.
   */
  constructor(scores: Float64Array, count: number, allows: (slot: number) => boolean) {
    this.#scores = scores;
    this.#allows = allows;
    this.#heap = new Float64Array(count).fill(Number.MIN_VALUE);
  }

  /** Offers these slots, each once. */
  offerThese(slots: Uint32Array): void {
    for (let index = -1; ;) {
      index = nextOfThese(this.#scores, this.#least, { slots, from: index + 1 });
      if (index >= slots.length) return;
      this.#offer(slots[index] ?? 0);
    }
  }

  /** Offers all slots that have a score. */
  offerAll(): void {
    for (let slot = -1; ;) {
      slot = nextOfAll(this.#scores, this.#least, slot + 1);
      if (slot >= this.#scores.length) return;
      this.#offer(slot);
    }
  }

  /** The best slots, best first, and all whose scores equal the last of them. */
  slots(): number[] {
    const scores = this.#scores;
    const least = this.#least;
    const score = (slot: number): number => scores[slot] ?? 0;
    const better = this.#candidates.filter((slot) => score(slot) > least);
    const equal = this.#candidates.filter((slot) => score(slot) === least);
    return [...better.toSorted((a, b) => score(b) - score(a)), ...equal];
  }

  /** What a score has to be. */
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

/**
 * The next slot with at least this score: a loop of its own, because nothing else in it keeps it
 * fast.
 */
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

/** Puts a number in place of the least one of a heap, which lies on top. */
export function replaceTop(heap: Float64Array, value: number): void {
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child += 1;
    const least = heap[child] ?? 0;
    if (least >= value) break;
    heap[place] = least;
    place = child;
  }
  heap[place] = value;
}
