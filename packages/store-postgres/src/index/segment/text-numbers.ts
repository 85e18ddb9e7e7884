import { ByteReader, ByteWriter } from "./bytes.js";

/** Encodes ascending numbers as runs without gaps. */
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

/** The texts of a segment; their ordinals follow their numbers. */
export class TextNumbers {
  readonly size: number;
  /** First number of each run. */
  readonly #firsts: Float64Array;
  /** Ordinal of the first text of each run; at the end, the number of texts. */
  readonly #ordinals: Uint32Array;

  /** @param bytes - What `encodeNumbers` made. */
  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    const firsts = new Float64Array(bytes.length / 2);
    const ordinals = new Uint32Array(firsts.length + 1);
    let runs = 0;
    let ordinal = 0;
    let last = 0;
    while (!reader.isAtEnd) {
      const first = last + reader.varint();
      const length = reader.varint();
      firsts[runs] = first;
      ordinals[runs] = ordinal;
      last = first + length - 1;
      ordinal += length;
      runs += 1;
    }
    ordinals[runs] = ordinal;
    this.size = ordinal;
    this.#firsts = firsts.subarray(0, runs);
    this.#ordinals = ordinals.subarray(0, runs + 1);
  }

  /** Returns the size in memory. */
  get bytes(): number {
    return this.#firsts.buffer.byteLength + this.#ordinals.buffer.byteLength;
  }

  numberOf(ordinal: number): number {
    const run = lastUpTo(this.#ordinals.subarray(0, -1), ordinal);
    return (this.#firsts[run] ?? 0) + ordinal - (this.#ordinals[run] ?? 0);
  }

  /** Returns the ordinal of a text, or -1 if it is not in the segment. */
  ordinalOf(number: number): number {
    const run = lastUpTo(this.#firsts, number);
    if (run < 0) return -1;
    const ordinal = (this.#ordinals[run] ?? 0) + number - (this.#firsts[run] ?? 0);
    return ordinal < (this.#ordinals[run + 1] ?? 0) ? ordinal : -1;
  }
}

/** Returns the index of the last value that is not greater, or -1. */
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
