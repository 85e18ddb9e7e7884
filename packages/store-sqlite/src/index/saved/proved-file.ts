import { createHmac, timingSafeEqual, type Hmac } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

/** Length of the chunks that are read and written, hashed in a millisecond. */
const CHUNK = 2_097_152;
/** The length of the text, 4 bytes, and a code that proves all before it. */
const CODE_BYTES = 32;
const END_BYTES = 4 + CODE_BYTES;
/** Limit of the text: parsing it takes 20 ms. */
const MAX_TEXT = 4_194_304;

/** "KiokuIdx", the version of the format, and a number whose bytes show their order. */
function beginningOf(version: number): Uint8Array {
  const beginning = new Uint8Array(16);
  beginning.set(new TextEncoder().encode("KiokuIdx"));
  beginning.set(new Uint8Array(Uint32Array.of(version, 0x01_02_03_04).buffer), 8);
  return beginning;
}

/** Identity of the format and of the database that a file belongs to. */
export interface FileProof {
  /** Secret of the database. */
  readonly key: Uint8Array;
  readonly version: number;
}

/** Writes bytes, then a text, and a code that only an owner of the key can make. */
export class ProvedWriter {
  readonly #handle: FileHandle;
  readonly #hmac: Hmac;
  readonly #chunk = new Uint8Array(CHUNK);
  #used = 0;

  constructor(handle: FileHandle, { key, version }: FileProof) {
    this.#handle = handle;
    this.#hmac = createHmac("sha256", key);
    this.#used = 16;
    this.#chunk.set(beginningOf(version));
  }

  /** Writes bytes, which must not change meanwhile. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const some = bytes.subarray(from, from + CHUNK - this.#used);
      this.#chunk.set(some, this.#used);
      this.#used += some.length;
      from += some.length;
      if (this.#used === CHUNK) await this.#flush();
    }
  }

  /** Ends the file. */
  async end(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > MAX_TEXT) throw new RangeError("the text is too long to be read again");
    await this.write(bytes);
    await this.write(new Uint8Array(Uint32Array.of(bytes.length).buffer));
    await this.#flush();
    await this.#handle.write(this.#hmac.digest());
  }

  async #flush(): Promise<void> {
    const chunk = this.#chunk.subarray(0, this.#used);
    this.#hmac.update(chunk);
    for (let from = 0; from < chunk.length;) {
      from += (await this.#handle.write(chunk, from)).bytesWritten;
    }
    this.#used = 0;
  }
}

/** Reads what a `ProvedWriter` wrote. Trust nothing before `isProved` returns true. */
export class ProvedReader {
  readonly #handle: FileHandle;
  readonly #hmac: Hmac;
  /** Where the code is. */
  readonly #end: number;
  #position = 0;
  #chunk = new Uint8Array(CHUNK);
  /** Used and read bytes of the chunk. */
  #used = 0;
  #length = 0;
  #spare = new Uint8Array(CHUNK);
  /** Bytes of the next chunk, being read to the spare one. */
  #next: Promise<number> = Promise.resolve(0);

  private constructor(handle: FileHandle, { key }: FileProof, end: number) {
    this.#handle = handle;
    this.#hmac = createHmac("sha256", key);
    this.#end = end;
    this.#readAhead();
  }

  /** Begins to read a file; `undefined` if its beginning or its length is not of this format. */
  static async open(handle: FileHandle, proof: FileProof): Promise<UnprovedFile | undefined> {
    const { size } = await handle.stat();
    const beginning = beginningOf(proof.version);
    if (size < beginning.length + END_BYTES) return undefined;
    const found = await readAt(handle, 0, beginning.length);
    if (Buffer.compare(found, beginning) !== 0) return undefined;
    const last = await readAt(handle, size - END_BYTES, 4);
    const length = new Uint32Array(last.buffer)[0] ?? 0;
    const start = size - END_BYTES - length;
    if (length > MAX_TEXT || start < beginning.length) return undefined;
    const text = new TextDecoder().decode(await readAt(handle, start, length));
    const reader = new ProvedReader(handle, proof, size - CODE_BYTES);
    await reader.read(new Uint8Array(beginning.length));
    return { reader, text, bytes: start - beginning.length };
  }

  /**
   * Fills a target with the next bytes.
   * @throws `RangeError` if there are no more.
   */
  async read(target: Uint8Array): Promise<void> {
    for (let from = 0; from < target.length;) {
      if (this.#used === this.#length && !(await this.#take())) {
        throw new RangeError("the file ends early");
      }
      const to = Math.min(this.#length, this.#used + target.length - from);
      target.set(this.#chunk.subarray(this.#used, to), from);
      from += to - this.#used;
      this.#used = to;
    }
  }

  /** Reads the rest and returns true if all of it is as it was written, by an owner of the key. */
  async isProved(): Promise<boolean> {
    for (;;) if (!(await this.#take())) break;
    const code = await readAt(this.#handle, this.#end, CODE_BYTES);
    const expected = this.#hmac.digest();
    return code.length === expected.length && timingSafeEqual(code, expected);
  }

  /** Waits for a read that goes on; call it before closing the file. */
  async settle(): Promise<void> {
    await this.#next.catch(() => undefined);
  }

  /** Makes the next chunk the current one. Returns false at the end. */
  async #take(): Promise<boolean> {
    this.#length = await this.#next;
    [this.#chunk, this.#spare] = [this.#spare, this.#chunk];
    this.#used = 0;
    if (this.#length === 0) return false;
    this.#readAhead();
    this.#hmac.update(this.#chunk.subarray(0, this.#length));
    return true;
  }

  #readAhead(): void {
    const length = Math.min(CHUNK, this.#end - this.#position);
    this.#next = this.#readChunk(length);
    // The next call sees the failure.
    this.#next.catch(() => undefined);
  }

  async #readChunk(length: number): Promise<number> {
    if (length === 0) return 0;
    const { bytesRead } = await this.#handle.read(this.#spare, 0, length, this.#position);
    this.#position += bytesRead;
    return bytesRead;
  }
}

/** A file that may be anything yet. */
export interface UnprovedFile {
  readonly reader: ProvedReader;
  readonly text: string;
  /** Number of bytes before the text, without the beginning. */
  readonly bytes: number;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
