import { ByteReader, ByteWriter } from "./bytes.js";

/** The texts that have a term, by ascending ordinal. */
export interface Postings {
  readonly ordinals: Uint32Array;
  /** For each text, an index into `frequencies` and `termCounts`: few texts differ in both. */
  readonly kinds: Uint8Array | Uint32Array;
  /** By kind: occurrences of the term in the text. */
  readonly frequencies: readonly number[];
  /** By kind: number of terms of the text. */
  readonly termCounts: readonly number[];
}

/** By width in bytes, the value that says that the gap continues. */
const MAX_GAP: Readonly<Record<number, number>> = { 1: 0xff, 2: 0xff_ff, 4: 0xff_ff_ff_ff };

/** Columns of postings of equal length, by ascending ordinal. */
export interface PostingColumns {
  readonly ordinals: ArrayLike<number>;
  readonly frequencies: ArrayLike<number>;
  readonly termCounts: ArrayLike<number>;
}

/** Encodes postings for quick reading: a column of gaps, and a column of kinds. */
export function encodePostings(postings: PostingColumns): Uint8Array {
  const { ordinals } = postings;
  const writer = new ByteWriter();
  const gapWidth = bestGapWidth(ordinals);
  const most = MAX_GAP[gapWidth] ?? 0;
  const { kinds, pairs } = kindsOf(postings);
  writer.varint(ordinals.length);
  writer.varint(gapWidth);
  writer.varint(gapCountOf(ordinals, most));
  writer.varint(pairs.length);
  for (const { frequency, termCount } of pairs) {
    writer.varint(frequency);
    writer.varint(termCount);
  }
  eachGap(ordinals, (gap) => {
    let rest = gap;
    for (; rest >= most; rest -= most) writer.fixed(most, gapWidth);
    writer.fixed(rest, gapWidth);
  });
  if (pairs.length > 1) {
    const width = kindWidth(pairs.length);
    for (const kind of kinds) writer.fixed(kind, width);
  }
  return writer.toBytes();
}

function kindWidth(kinds: number): number {
  if (kinds <= 0x1_00) return 1;
  return kinds <= 0x1_00_00 ? 2 : 4;
}

interface Pair {
  readonly frequency: number;
  readonly termCount: number;
}

function kindsOf({ ordinals, frequencies, termCounts }: PostingColumns): {
  readonly kinds: readonly number[];
  readonly pairs: readonly Pair[];
} {
  const kinds: number[] = [];
  const pairs: Pair[] = [];
  const known = new Map<number, number>();
  for (let position = 0; position < ordinals.length; position += 1) {
    const frequency = frequencies[position] ?? 0;
    const termCount = termCounts[position] ?? 0;
    const key = frequency * 2 ** 26 + termCount;
    let kind = known.get(key);
    if (kind === undefined) {
      kind = pairs.length;
      known.set(key, kind);
      pairs.push({ frequency, termCount });
    }
    kinds.push(kind);
  }
  return { kinds, pairs };
}

function bestGapWidth(ordinals: ArrayLike<number>): number {
  const size = (width: number): number => width * gapCountOf(ordinals, MAX_GAP[width] ?? 0);
  return [2, 4].reduce((best, width) => (size(width) < size(best) ? width : best), 1);
}

function gapCountOf(ordinals: ArrayLike<number>, most: number): number {
  let count = ordinals.length;
  eachGap(ordinals, (gap) => {
    count += Math.floor(gap / most);
  });
  return count;
}

function eachGap(ordinals: ArrayLike<number>, take: (gap: number) => void): void {
  let last = -1;
  for (let position = 0; position < ordinals.length; position += 1) {
    const ordinal = ordinals[position] ?? 0;
    take(ordinal - last);
    last = ordinal;
  }
}

/** Decodes the result of `encodePostings`. */
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
  const ordinals = toOrdinals(reader.fixed(gapCount, gapWidth), count, MAX_GAP[gapWidth] ?? 0);
  const kinds = kindCount === 1 ? new Uint8Array(count) : reader.fixed(count, kindWidth(kindCount));
  return { ordinals, kinds, frequencies, termCounts };
}

function toOrdinals(gaps: Uint8Array | Uint32Array, count: number, most: number): Uint32Array {
  const ordinals = new Uint32Array(count);
  let ordinal = -1;
  let position = 0;
  for (let index = 0; index < gaps.length; index += 1) {
    const gap = gaps[index] ?? 0;
    ordinal += gap;
    // The greatest value means that the gap continues; its ordinal is overwritten.
    ordinals[position] = ordinal;
    if (gap !== most) position += 1;
  }
  return ordinals;
}

/** A term and its postings, encoded. */
export interface TermList {
  readonly term: string;
  readonly list: Uint8Array;
}

/** Encodes terms and their lists as one value. */
export function encodeBlock(lists: readonly TermList[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { term, list } of lists) {
    const name = Buffer.from(term);
    writer.varint(name.length);
    writer.bytes(name);
    writer.varint(list.length);
    writer.bytes(list);
  }
  return writer.toBytes();
}

/** Finds the list of a term in a block. */
export function findInBlock(block: Uint8Array, term: string): Uint8Array | undefined {
  const name = Buffer.from(term);
  const reader = new ByteReader(block);
  while (!reader.isAtEnd) {
    const isIt = name.equals(reader.bytes(reader.varint()));
    const list = reader.bytes(reader.varint());
    if (isIt) return list;
  }
  return undefined;
}
