import { range } from "./range.ts";

/** Numbers of records that nothing has taken yet, from the first on. */
export class Numbers {
  readonly #first: number;
  #next: number;

  constructor(first: number) {
    this.#first = first;
    this.#next = first;
  }

  /** Takes more numbers. */
  take(count: number): readonly number[] {
    this.#next += count;
    return range(this.#next - count, this.#next);
  }

  /** Takes back the last ones, which were not needed. */
  giveBack(count: number): void {
    this.#next -= count;
  }

  /** Returns how many were taken. */
  get taken(): number {
    return this.#next - this.#first;
  }
}
