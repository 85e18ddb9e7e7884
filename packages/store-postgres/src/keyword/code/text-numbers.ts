import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";

/**
 * The numbers of the texts of a segment, ascending, as runs without a gap: what was written at once
 * takes a few bytes.
 */
export function encodeNumbers(numbers: ArrayLike<number>): Uint8Array {
  const writer = new ByteWriter();
  let last = 0;
  for (let index = 0; index < numbers.length;) {
    const first = numbers[index] ?? 0;
    let length = 1;
    while (numbers[index + length] === first + length) length += 1;
    writer.varint(first - last);
    writer.varint(length);
    last = first + length - 1;
    index += length;
  }
  return writer.toBytes();
}

/** The texts of a segment: each has a slot, 0 and up, by ascending number. */
export class TextNumbers {
  /** How many texts there are. */
  readonly size: number;
  /** The first number of each run. */
  readonly #firsts: Float64Array;
  /** The slot of that number; and at the end, how many texts there are. */
  readonly #slots: Uint32Array;

  /** @param bytes - What `encodeNumbers` made. */
  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    // A run takes two bytes at least.
    const firsts = new Float64Array(bytes.length / 2);
    const slots = new Uint32Array(firsts.length + 1);
    let runs = 0;
    let slot = 0;
    let last = 0;
    while (!reader.isAtEnd) {
      const first = last + reader.varint();
      const length = reader.varint();
      firsts[runs] = first;
      slots[runs] = slot;
      last = first + length - 1;
      slot += length;
      runs += 1;
    }
    slots[runs] = slot;
    this.size = slot;
    this.#firsts = firsts.subarray(0, runs);
    this.#slots = slots.subarray(0, runs + 1);
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#firsts.buffer.byteLength + this.#slots.buffer.byteLength;
  }

  /** The number of the text in a slot. */
  numberOf(slot: number): number {
    const run = lastUpTo(this.#slots.subarray(0, -1), slot);
    return (this.#firsts[run] ?? 0) + slot - (this.#slots[run] ?? 0);
  }

  /** The slot of a text, or -1 if it is not in the segment. */
  slotOf(number: number): number {
    const run = lastUpTo(this.#firsts, number);
    if (run < 0) return -1;
    const slot = (this.#slots[run] ?? 0) + number - (this.#firsts[run] ?? 0);
    return slot < (this.#slots[run + 1] ?? 0) ? slot : -1;
  }
}

/** The index of the last value that is not greater, or -1. */
function lastUpTo(values: Float64Array | Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
