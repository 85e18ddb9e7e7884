import { replaceTop } from "@kioku/core/toolkit";

const FIRST_CAPACITY = 1_024;

/**
 * Slots with what their scores are at least and at most: those stay that could be among the best
 * `count`. The heap holds the best `count` lower bounds, the least on top: who cannot come up to it
 * is beaten by `count` others.
 */
export class CandidateList {
  readonly #heap: Float64Array;
  readonly #margin: number;
  #slots = new Uint32Array(FIRST_CAPACITY);
  #most = new Float64Array(FIRST_CAPACITY);
  #length = 0;

  /**
   * @param margin - How much all bounds of two slots may err against each other, beyond what `add`
   * is told.
   */
  constructor(count: number, margin: number) {
    this.#heap = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.#margin = margin;
  }

  /** What a slot's score has to reach at most to stay. */
  get threshold(): number {
    return (this.#heap[0] ?? Number.POSITIVE_INFINITY) - this.#margin;
  }

  /** The slots that are left, in the order in which they came. */
  get slots(): Uint32Array {
    this.#prune();
    return this.#slots.slice(0, this.#length);
  }

  /** Takes a slot whose score is between `least` and `most`. */
  add(slot: number, least: number, most: number): void {
    if (most < this.threshold) return;
    if (least > (this.#heap[0] ?? Number.POSITIVE_INFINITY)) replaceTop(this.#heap, least);
    if (this.#length === this.#slots.length) this.#makeRoom();
    this.#slots[this.#length] = slot;
    this.#most[this.#length] = most;
    this.#length += 1;
  }

  #makeRoom(): void {
    this.#prune();
    if (this.#length * 2 <= this.#slots.length) return;
    const [slots, most] = [this.#slots, this.#most];
    this.#slots = new Uint32Array(slots.length * 2);
    this.#most = new Float64Array(slots.length * 2);
    this.#slots.set(slots);
    this.#most.set(most);
  }

  /** Takes out those that cannot come up to the threshold any more. */
  #prune(): void {
    const { threshold } = this;
    let kept = 0;
    for (let index = 0; index < this.#length; index += 1) {
      const most = this.#most[index] ?? 0;
      if (most < threshold) continue;
      this.#slots[kept] = this.#slots[index] ?? 0;
      this.#most[kept] = most;
      kept += 1;
    }
    this.#length = kept;
  }
}
