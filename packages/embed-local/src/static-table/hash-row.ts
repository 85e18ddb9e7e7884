import { crc32 } from "node:zlib";

import { HASH_ROWS, VOCABULARY_ROWS } from "./asset-files.js";

/**
 * The row that a piece of an unknown word falls into: CRC-32 (as in zip) of its UTF-8 bytes picks
 * the bucket.
 */
export function hashRow(piece: string): number {
  return VOCABULARY_ROWS + (crc32(piece) % HASH_ROWS);
}
