import type { CompleteStore, PutOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, spaceVector, testRecord } from "@kioku/testing";

/** Vectors of these records are of this space. */
export const SPACE = { id: "space", dimensions: 8 };

/** A record with a text, a vector and a thread. */
export function somePut(n: number, word = "word"): PutOp {
  const content = `${word}${n} and some more words`;
  const vector = spaceVector(SPACE, [1, n % 7, n % 5, n % 3, 1, 1, 1, 1]);
  return putOp(testRecord(n, { content }), { search: searchEntry(content, [vector]) });
}

/** Writes records `from` to `to` - 1 in batches of a hundred. */
export async function writeSome(store: CompleteStore, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 100) {
    const length = Math.min(100, to - start);
    await store.write(Array.from({ length }, (_, index) => somePut(start + index)));
  }
}
