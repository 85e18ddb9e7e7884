/**
 * Most terms are beginnings of the words of a text, in its order. So a term is stored as its place
 * near the end of the one before it and its length, in one byte or two; only others are stored as
 * they are.
 */

/** Where terms are looked for, and how many characters are skipped at most. */
interface Reach {
  /** Characters before the end of the last term: parts of a word follow the whole word. */
  readonly back: number;
  readonly skips: number;
  readonly minLength: number;
  readonly maxLength: number;
}

/** `0ssssnnn`: the skip, and the length less one. */
const NEAR: Reach = { back: 4, skips: 16, minLength: 1, maxLength: 8 };
/** `10nnnnnn`, the length, and a byte of the skip. Two characters may be anywhere by chance. */
const FAR: Reach = { back: 64, skips: 256, minLength: 3, maxLength: 63 };
const FAR_TERM = 0x80;
/** `11nnnnnn`, the number of bytes in UTF-8, or `MANY` and a number of 4 bytes, and the bytes. */
const LITERAL = 0xc0;
const MANY = 63;
const NUMBER_BYTES = 4;

/** Stores terms beside the text that holds most of them; null if there are none. */
export function packTerms(terms: readonly string[], content: string): Uint8Array | null {
  if (terms.length === 0) return null;
  const lower = content.toLowerCase();
  // Some letters change their number, and then nothing is where it was.
  const folded = lower.length === content.length ? lower : content;
  const text = { content, folded, isAscii: ASCII.test(content), end: 0 };
  const packed = new ByteList(terms.length);
  let end = 0;
  for (const term of terms) {
    text.end = end;
    const near = skipTo(term, text, NEAR);
    const far = near === -1 ? skipTo(term, text, FAR) : -1;
    if (near !== -1) packed.push(near * NEAR.maxLength + term.length - 1);
    else if (far === -1) pushLiteral(packed, term);
    else {
      packed.push(FAR_TERM + term.length);
      packed.push(far);
    }
    if (near !== -1) end = startOf(near, end, NEAR) + term.length;
    else if (far !== -1) end = startOf(far, end, FAR) + term.length;
  }
  return packed.bytes;
}

/** Returns where a term begins. */
function startOf(skip: number, end: number, { back }: Reach): number {
  return Math.max(0, end - back) + skip;
}

interface Text {
  readonly content: string;
  readonly folded: string;
  readonly isAscii: boolean;
  /** End of the last term. */
  readonly end: number;
}

/** Returns how many characters to skip to a term, -1 if it is not in reach. */
function skipTo(term: string, { content, folded, isAscii, end }: Text, reach: Reach): number {
  const { length } = term;
  if (length < reach.minLength || length > reach.maxLength) return -1;
  const from = startOf(0, end, reach);
  // The next word, more often than not.
  const skip = folded.startsWith(term, end + 1)
    ? end + 1 - from
    : folded.slice(from, from + reach.skips + length - 1).indexOf(term);
  if (isAscii || skip === -1) return skip;
  const found = foldWord(content.slice(from + skip, from + skip + length));
  // Half a character is replaced where it is stored, so it would come back as another one.
  return found === term && term.isWellFormed() ? skip : -1;
}

const ASCII = /^[\0-\u007F]*$/u;

/** Lowers ASCII only, which every version of JavaScript does alike. */
function foldWord(word: string): string {
  return ASCII.test(word) ? word.toLowerCase() : word;
}

function pushLiteral(packed: ByteList, term: string): void {
  const bytes = Buffer.from(term, "utf8");
  packed.push(LITERAL + Math.min(bytes.length, MANY));
  if (bytes.length >= MANY) {
    const length = Buffer.alloc(NUMBER_BYTES);
    length.writeUInt32LE(bytes.length);
    for (const byte of length) packed.push(byte);
  }
  for (const byte of bytes) packed.push(byte);
}

/** Bytes that grow, outside of the heap of JavaScript. */
class ByteList {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(capacity, NUMBER_BYTES));
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const before = this.#bytes;
      this.#bytes = new Uint8Array(before.length * 2);
      this.#bytes.set(before);
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}

/** Returns the terms that were stored beside a text. */
export function unpackTerms(packed: Uint8Array | null, content: string): string[] {
  const terms: string[] = [];
  if (packed === null) return terms;
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let end = 0;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    at += 1;
    if (first >= LITERAL) {
      const isLong = first === LITERAL + MANY;
      // Damaged.
      if (isLong && at + NUMBER_BYTES > bytes.length) break;
      const length = isLong ? bytes.readUInt32LE(at) : first - LITERAL;
      if (isLong) at += NUMBER_BYTES;
      terms.push(bytes.toString("utf8", at, at + length));
      at += length;
      continue;
    }
    const isNear = first < FAR_TERM;
    const reach = isNear ? NEAR : FAR;
    const skip = isNear ? Math.floor(first / NEAR.maxLength) : (bytes[at] ?? 0);
    const length = isNear ? (first % NEAR.maxLength) + 1 : first - FAR_TERM;
    if (!isNear) at += 1;
    const start = startOf(skip, end, reach);
    end = start + length;
    terms.push(foldWord(content.slice(start, end)));
  }
  return terms;
}
