const FIRST_SIZE = 64;

/** From this number on a varint has another byte. */
const HIGH_BIT = 0x80;

/**
 * Bytes that grow. Numbers are varints: seven bits a byte, the lowest first; or of a fixed width.
 */
export class ByteWriter {
  #bytes: Uint8Array = new Uint8Array(FIRST_SIZE);
  #length = 0;

  /** How many bytes there are. */
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

  /** A copy of what was written. */
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
