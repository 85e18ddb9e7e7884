import { crc32 } from "node:zlib";

import { HASH_ROWS, VOCABULARY_ROWS } from "./asset-files.js";
import type { Vocabulary } from "./vocabulary.js";

const ENDINGS: readonly string[] = ["s", "es", "ed", "ing", "ly", "er"];
const MAX_PIECES = 6;

/** Returns true for the code of a character of a folded English word. */
export function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Returns the row of an English word, or of its stem without an ending; none if unknown. */
export function rowOfWord(word: string, vocabulary: Vocabulary): number | undefined {
  const row = vocabulary.rowOf(word);
  if (row !== undefined) return row;
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stemRow = vocabulary.rowOf(word.slice(0, -ending.length));
    if (stemRow !== undefined) return stemRow;
  }
  return undefined;
}

/** Returns the pieces of an unknown word: the first six letter triples of `<word>`. */
export function wordPieces(word: string): string[] {
  const marked = `<${word}>`;
  const count = Math.min(MAX_PIECES, marked.length - 2);
  return Array.from({ length: count }, (_, start) => marked.slice(start, start + 3));
}

/** Returns the row of a piece: CRC-32 (as in zip) of its UTF-8 bytes picks the bucket. */
export function hashRow(piece: string): number {
  return VOCABULARY_ROWS + ((asciiCrc32(piece) ?? crc32(piece)) % HASH_ROWS);
}

const CRC_POLYNOMIAL = 0xed_b8_83_20;
/** Change of the sum by each byte. */
const CRC_TABLE = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? CRC_POLYNOMIAL : 0);
  return sum;
});

/** Returns the CRC-32 of plain ASCII: a call of zlib takes longer for three letters. */
function asciiCrc32(piece: string): number | undefined {
  let sum = -1;
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece.charCodeAt(at);
    if (code > 0x7f) return undefined;
    sum = (sum >>> 8) ^ (CRC_TABLE[(sum ^ code) & 0xff] ?? 0);
  }
  return ~sum >>> 0;
}
