import { encodeNumbers, TextNumbers } from "../code/text-numbers.js";

/**
 * Gives the texts of a build their slots. Whoever is not read the first time, because it was gone,
 * gets none.
 */
export class Numbering {
  readonly #numbers: number[] = [];
  #finished: TextNumbers | undefined;

  /** How many texts there are. */
  get documents(): number {
    return this.#numbers.length;
  }

  /** The numbers as a segment keeps them. */
  get numbers(): Uint8Array {
    return encodeNumbers(this.#numbers);
  }

  /** The slot of a text, or -1. Texts come by ascending number; after `finish`, in any order. */
  slotOf(number: number): number {
    return this.#finished?.slotOf(number) ?? this.#numbers.push(number) - 1;
  }

  /** Ends the first reading. */
  finish(): void {
    this.#finished ??= new TextNumbers(this.numbers);
  }
}
