import { ByteReader } from "./byte-reader.js";
import { kindWidth, MAX_GAP } from "./encode-postings.js";
import type { Postings } from "./postings.js";

/** What `encodePostings` encoded. */
export function decodePostings(bytes: Uint8Array): Postings {
  const reader = new ByteReader(bytes);
  const count = reader.varint();
  const gapWidth = reader.varint();
  const gapCount = reader.varint();
  const kindCount = reader.varint();
  const frequencies: number[] = [];
  const termCounts: number[] = [];
  for (let kind = 0; kind < kindCount; kind += 1) {
    frequencies.push(reader.varint());
    termCounts.push(reader.varint());
  }
  const slots = toSlots(reader.fixed(gapCount, gapWidth), count, MAX_GAP[gapWidth] ?? 0);
  const kinds = kindCount === 1 ? new Uint8Array(count) : reader.fixed(count, kindWidth(kindCount));
  return { slots, kinds, frequencies, termCounts };
}

function toSlots(gaps: Uint8Array | Uint32Array, count: number, most: number): Uint32Array {
  const slots = new Uint32Array(count);
  let slot = -1;
  let place = 0;
  for (let index = 0; index < gaps.length; index += 1) {
    const gap = gaps[index] ?? 0;
    slot += gap;
    // The greatest number only says that there is more to come. What is written and does not count
    // is written over.
    slots[place] = slot;
    if (gap !== most) place += 1;
  }
  return slots;
}
