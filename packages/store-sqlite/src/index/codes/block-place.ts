import type { BlockLayout } from "./code-arena.js";

/** Rows of a block of codes that may have vectors. */
export interface BlockPlace {
  /** Offsets of the codes and of the scales. */
  readonly codes: number;
  readonly scales: number;
  readonly stride: number;
  readonly walk: number;
  /** The ordinal of its first row. */
  readonly first: number;
  /** Number of groups of 8 rows. */
  readonly groups: number;
}

/** Returns the place of a block among the first `end` ordinals. */
export function placeOf(
  { rows, stride, walk, scales }: BlockLayout,
  block: { readonly codes: number; readonly number: number },
  end: number,
): BlockPlace {
  const { codes } = block;
  const first = block.number * rows;
  const groups = Math.ceil(Math.min(end - first, rows) / 8);
  return { codes, scales: codes + scales, stride, walk, first, groups };
}

/** Returns the offset of the codes of an ordinal in its block. */
export function codesAt(
  { rows, stride, walk }: BlockLayout,
  block: number,
  ordinal: number,
): number {
  const row = ordinal % rows;
  return block + (row % 8) * walk + Math.floor(row / 8) * stride;
}

/** Returns the offset of the scale of an ordinal in its block. */
export function scaleAt({ rows, scales }: BlockLayout, block: number, ordinal: number): number {
  return block + scales + (ordinal % rows) * 4;
}

/** Returns the mask bytes of the groups of a block, zero-padded. */
export function maskOf(mask: Uint32Array, { first, groups }: BlockPlace): Uint8Array {
  const all = new Uint8Array(mask.buffer, mask.byteOffset, mask.byteLength);
  const bytes = all.subarray(first / 8, first / 8 + groups);
  if (bytes.length === groups) return bytes;
  const padded = new Uint8Array(groups);
  padded.set(bytes);
  return padded;
}
