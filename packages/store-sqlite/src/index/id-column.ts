import { compareText } from "@kioku/core/toolkit";

import {
  arrayBytes,
  COLUMN_BYTES,
  entryBytes,
  grownLength,
  NO_WORDS,
  OBJECT_BYTES,
  resized,
} from "./columns.js";

/** The ids of an `IdColumn`. */
export interface IdsState {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Ordinals with another id than a UUID, and these ids. */
  readonly others: Uint32Array<ArrayBuffer>;
  readonly texts: readonly string[];
}

/** Ids by ordinal: UUIDs in 16 bytes, other texts as they are. */
export class IdColumn {
  readonly #expected: number;
  #words = NO_WORDS;
  #texts: Map<number, string> | undefined;
  #textBytes = 0;

  constructor(expected = 0) {
    this.#expected = expected;
  }

  get bytes(): number {
    const map = this.#texts === undefined ? 0 : OBJECT_BYTES;
    return COLUMN_BYTES + arrayBytes(this.#words) + map + this.#textBytes;
  }

  /** Returns a copy of its ids, for `restore`. */
  state(): IdsState {
    const texts = this.#texts ?? new Map<number, string>();
    return {
      words: this.#words.slice(),
      others: Uint32Array.from(texts.keys()),
      texts: [...texts.values()],
    };
  }

  /** Fills an empty column with ids. */
  restore({ words, others, texts }: IdsState): void {
    this.#words = words;
    for (const [index, id] of texts.entries()) this.#setText(others[index] ?? 0, id);
  }

  at(ordinal: number): string {
    return this.#texts?.get(ordinal) ?? uuidText(this.#words, ordinal * UUID_WORDS);
  }

  /** Compares two ids as `compareText` does. */
  compare(a: number, b: number): number {
    const texts = this.#texts;
    if (texts !== undefined && (texts.has(a) || texts.has(b)))
      return compareText(this.at(a), this.at(b));
    return compareUuids(this.#words, a * UUID_WORDS, b * UUID_WORDS);
  }

  set(ordinal: number, id: string): void {
    this.clear(ordinal);
    const start = ordinal * UUID_WORDS;
    // Allocates words only for UUIDs, so that a store without any uses no memory.
    const isUuid = id.length === 36 && parseUuid(id, this.#roomFor(ordinal), start);
    if (isUuid) return;
    this.#setText(ordinal, id);
  }

  #setText(ordinal: number, id: string): void {
    (this.#texts ??= new Map()).set(ordinal, id);
    this.#textBytes += entryBytes(id);
  }

  clear(ordinal: number): void {
    // Erased ids must not come into a file.
    this.#words.fill(0, ordinal * UUID_WORDS, (ordinal + 1) * UUID_WORDS);
    const text = this.#texts?.get(ordinal);
    if (text === undefined) return;
    this.#texts?.delete(ordinal);
    this.#textBytes -= entryBytes(text);
  }

  #roomFor(ordinal: number): Uint32Array {
    if ((ordinal + 1) * UUID_WORDS > this.#words.length) {
      const length = grownLength(ordinal + 1, this.#expected) * UUID_WORDS;
      this.#words = resized(this.#words, length);
    }
    return this.#words;
  }
}

/** 32-bit words per UUID. */
const UUID_WORDS: number = 4;

const DASH = 45;
const DASH_INDEXES = [8, 13, 18, 23];
const DIGITS_PER_WORD = 8;
const NO_DIGIT = 255;

/** Value of each hexadecimal digit by character code. */
const VALUES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(code));
  return value === -1 ? NO_DIGIT : value;
});

/** Character codes of the first and of the second digit of each byte. */
const FIRST_DIGITS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => digitOf(byte >>> 4));
const SECOND_DIGITS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => digitOf(byte & 15));

function digitOf(value: number): number {
  return value.toString(16).charCodeAt(0);
}

/** Parses a lower-case UUID to four words. Returns false, with undefined words, otherwise. */
function parseUuid(text: string, into: Uint32Array, start: number): boolean {
  if (text.length !== 36) return false;
  if (DASH_INDEXES.some((index) => text.charCodeAt(index) !== DASH)) return false;
  let word = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === DASH) continue;
    const value = VALUES[code] ?? NO_DIGIT;
    if (value === NO_DIGIT) return false;
    word = (word << 4) | value;
    digits += 1;
    if (digits % DIGITS_PER_WORD === 0) into[start + digits / DIGITS_PER_WORD - 1] = word;
  }
  return digits === UUID_WORDS * DIGITS_PER_WORD;
}

/** Spells a UUID as one flat text: parts joined by `+` would take ten times the memory. */
function uuidText(words: Uint32Array, start: number): string {
  const text = Buffer.allocUnsafe(36);
  let length = 0;
  for (let byte = 0; byte < UUID_WORDS * 4; byte += 1) {
    // A set of these would take as long as all the rest.
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) {
      text[length] = DASH;
      length += 1;
    }
    const value = ((words[start + (byte >>> 2)] ?? 0) >>> (24 - 8 * (byte & 3))) & 255;
    text[length] = FIRST_DIGITS[value] ?? 0;
    text[length + 1] = SECOND_DIGITS[value] ?? 0;
    length += 2;
  }
  return text.toString("latin1");
}

/** Compares two UUIDs in the order of their texts. */
function compareUuids(words: Uint32Array, a: number, b: number): number {
  for (let word = 0; word < UUID_WORDS; word += 1) {
    const difference = (words[a + word] ?? 0) - (words[b + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
