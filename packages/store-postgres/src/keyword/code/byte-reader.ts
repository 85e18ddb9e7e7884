const HIGH_BIT = 0x80;

/** Reads what a `ByteWriter` wrote, from the beginning. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether everything was read. */
  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** The next varint. */
  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= HIGH_BIT) {
      const byte = this.#bytes[this.#offset] ?? 0;
      this.#offset += 1;
      if (byte < HIGH_BIT) return value + byte * factor;
      value += (byte - HIGH_BIT) * factor;
    }
  }

  /** The next bytes, which stay where they are. */
  bytes(length: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.#offset, this.#offset + length);
    this.#offset += length;
    return bytes;
  }

  /** The next numbers of 1, 2 or 4 bytes each. One byte each are not copied. */
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
