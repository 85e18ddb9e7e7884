/** Object id of the type `bytea`; it is the same in every PostgreSQL. */
const BYTEA = 17;
const HEADER = 20;
const LENGTH = 4;

/** An array of byte strings in binary. Cast it: `$1::bytea[]`. */
export function encodeBytes(values: readonly Uint8Array[]): Uint8Array {
  const size = values.reduce((sum, { length }) => sum + LENGTH + length, HEADER);
  const bytes = Buffer.allocUnsafe(size);
  // One dimension, no nulls, first index 1.
  for (const [index, word] of [1, 0, BYTEA, values.length, 1].entries()) {
    bytes.writeInt32BE(word, index * LENGTH);
  }
  let offset = HEADER;
  for (const value of values) {
    offset = bytes.writeInt32BE(value.length, offset);
    bytes.set(value, offset);
    offset += value.length;
  }
  return bytes;
}
