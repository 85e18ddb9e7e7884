import { hashText } from "@kioku/core/toolkit";

/** A stored hash: bytes of SHA-256, or another text as it is. */
export type HashColumn = Uint8Array | string;

/** Bytes of a content hash that are kept: nobody finds two texts with the same 128 bits. */
const CONTENT_HASH_BYTES = 16;
const SHA256 = /^[0-9a-f]{64}$/u;
const HEX = "hex";

/** Marks the hash of the content itself. */
const OF_CONTENT = new Uint8Array(0);

/** Returns the stored form of a content hash, which is only compared. */
export function contentHashToColumn(hash: string): HashColumn {
  if (!SHA256.test(hash)) return hash;
  return Buffer.from(hash.slice(0, 2 * CONTENT_HASH_BYTES), HEX);
}

/** Returns the stored form of a text hash: nothing where it follows from the content. */
export function textHashToColumn(hash: string, content: string): HashColumn {
  if (hash === hashText(content)) return OF_CONTENT;
  return SHA256.test(hash) ? Buffer.from(hash, HEX) : hash;
}

/** Returns the text hash of a stored form. */
export function columnToTextHash(column: HashColumn, content: string): string {
  if (typeof column === "string") return column;
  return column.length === 0 ? hashText(content) : Buffer.from(column).toString(HEX);
}

/** Returns the text hash of a row; `undefined` if it is not searchable. */
export function textHashOf(row: {
  readonly text_hash: HashColumn | null;
  readonly content: string;
}): string | undefined {
  const { text_hash: column, content } = row;
  return column === null ? undefined : columnToTextHash(column, content);
}
