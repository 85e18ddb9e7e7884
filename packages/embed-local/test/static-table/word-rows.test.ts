import { expect, test } from "vitest";

import { hashRow } from "../../src/static-table/word-rows.js";

/** CRC-32 bit by bit, as ISO 3309 defines it. */
function referenceCrc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = (remainder & 1) === 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
    }
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

test("the reference gives the check value of the standard", () => {
  expect(referenceCrc32(Buffer.from("123456789"))).toBe(0xcbf43926);
});

test.each(["<wo", "or>", "<>", "zx9", "<🎉>", "при", "\uFFFD"])(
  "%s falls into the bucket of its CRC-32",
  (piece) => {
    expect(hashRow(piece)).toBe(56_248 + (referenceCrc32(Buffer.from(piece)) % 4096));
  },
);
