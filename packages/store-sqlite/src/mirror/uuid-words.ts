/** Words of 32 bits that a UUID takes. */
export const UUID_WORDS: number = 4;

const DASH = 45;
/** Where the dashes are. */
const DASH_PLACES = [8, 13, 18, 23];
const DIGITS_PER_WORD = 8;
const NO_DIGIT = 255;

/** The value of each hexadecimal digit by its character code. */
const VALUES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(code));
  return value === -1 ? NO_DIGIT : value;
});

/** Each byte in two digits. */
const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

/**
 * Writes a UUID in lower case as four words. False: it is something else, and what was written is
 * of no use.
 */
export function parseUuid(text: string, into: Uint32Array, start: number): boolean {
  if (text.length !== 36) return false;
  if (DASH_PLACES.some((place) => text.charCodeAt(place) !== DASH)) return false;
  let word = 0;
  let digits = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === DASH) continue;
    const value = VALUES[code] ?? NO_DIGIT;
    if (value === NO_DIGIT) return false;
    word = (word << 4) | value;
    digits += 1;
    if (digits % DIGITS_PER_WORD === 0) into[start + digits / DIGITS_PER_WORD - 1] = word;
  }
  return digits === UUID_WORDS * DIGITS_PER_WORD;
}

/** The text of a UUID that was written by `parseUuid`. */
export function uuidText(words: Uint32Array, start: number): string {
  const a = words[start] ?? 0;
  const b = words[start + 1] ?? 0;
  const c = words[start + 2] ?? 0;
  const d = words[start + 3] ?? 0;
  return `${hex(a >>> 16)}${hex(a)}-${hex(b >>> 16)}-${hex(b)}-${hex(c >>> 16)}-${hex(c)}${hex(d >>> 16)}${hex(d)}`;
}

/** The lowest 16 bits. */
function hex(value: number): string {
  return `${PAIRS[(value >>> 8) & 255]}${PAIRS[value & 255]}`;
}

/** Orders two UUIDs as their texts. */
export function compareUuids(words: Uint32Array, a: number, b: number): number {
  for (let word = 0; word < UUID_WORDS; word += 1) {
    const difference = (words[a + word] ?? 0) - (words[b + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
