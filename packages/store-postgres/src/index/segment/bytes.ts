const FIRST_SIZE = 64;

const HIGH_BIT = 0x80;

/** Writes bytes. Numbers are varints (seven bits a byte, the lowest first) or of a fixed width. */
export class ByteWriter {
  #bytes: Uint8Array = new Uint8Array(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds a whole number from 0 to 2^53 - 1. */
  varint(value: number): void {
    let rest = value;
    while (rest >= HIGH_BIT) {
      this.#push((rest % HIGH_BIT) + HIGH_BIT);
      rest = Math.floor(rest / HIGH_BIT);
    }
    this.#push(rest);
  }

  /** Adds a whole number of 1, 2 or 4 bytes, the lowest first. */
  fixed(value: number, width: number): void {
    for (let byte = 0; byte < width; byte += 1) this.#push((value >>> (8 * byte)) & 0xff);
  }

  /** Adds bytes as they are. */
  bytes(bytes: Uint8Array): void {
    this.#require(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns a copy of the written bytes. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#require(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  #require(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** Reads what a `ByteWriter` wrote, from the beginning. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= HIGH_BIT) {
      const byte = this.#bytes[this.#offset] ?? 0;
      this.#offset += 1;
      if (byte < HIGH_BIT) return value + byte * factor;
      value += (byte - HIGH_BIT) * factor;
    }
  }

  /** Reads bytes without copying them. */
  bytes(length: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.#offset, this.#offset + length);
    this.#offset += length;
    return bytes;
  }

  /** Reads numbers of 1, 2 or 4 bytes each. */
  fixed(count: number, width: number): Uint8Array | Uint32Array {
    const bytes = this.bytes(count * width);
    if (width === 1) return bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const numbers = new Uint32Array(count);
    for (let index = 0; index < count; index += 1) {
      const offset = index * width;
      numbers[index] = width === 2 ? view.getUint16(offset, true) : view.getUint32(offset, true);
    }
    return numbers;
  }
}
