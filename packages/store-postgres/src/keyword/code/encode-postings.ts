import { ByteWriter } from "./byte-writer.js";

/** By width in bytes, the gap that says that the gap goes on. */
export const MAX_GAP: Readonly<Record<number, number>> = { 1: 0xff, 2: 0xff_ff, 4: 0xff_ff_ff_ff };

/** Postings as they are collected: columns of the same length, by ascending slot. */
export interface PostingColumns {
  readonly slots: ArrayLike<number>;
  /** How often each text has the term. */
  readonly frequencies: ArrayLike<number>;
  /** How many terms each text has. */
  readonly termCounts: ArrayLike<number>;
}

/**
 * Postings as bytes, made to be read quickly: a column of gaps between slots, and one that says how
 * often a text has the term and how many terms it has, both together one byte as a rule.
 */
export function encodePostings(postings: PostingColumns): Uint8Array {
  const { slots } = postings;
  const writer = new ByteWriter();
  const gapWidth = bestGapWidth(slots);
  const most = MAX_GAP[gapWidth] ?? 0;
  const { kinds, pairs } = kindsOf(postings);
  writer.varint(slots.length);
  writer.varint(gapWidth);
  writer.varint(gapCountOf(slots, most));
  writer.varint(pairs.length);
  for (const { frequency, termCount } of pairs) {
    writer.varint(frequency);
    writer.varint(termCount);
  }
  eachGap(slots, (gap) => {
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

/** How many bytes tell so many kinds apart. */
export function kindWidth(kinds: number): number {
  if (kinds <= 0x1_00) return 1;
  return kinds <= 0x1_00_00 ? 2 : 4;
}

interface Pair {
  readonly frequency: number;
  readonly termCount: number;
}

/** Which texts have the term equally often and are equally long. */
function kindsOf({ slots, frequencies, termCounts }: PostingColumns): {
  readonly kinds: readonly number[];
  readonly pairs: readonly Pair[];
} {
  const kinds: number[] = [];
  const pairs: Pair[] = [];
  const known = new Map<number, number>();
  for (let place = 0; place < slots.length; place += 1) {
    const frequency = frequencies[place] ?? 0;
    const termCount = termCounts[place] ?? 0;
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

function bestGapWidth(slots: ArrayLike<number>): number {
  const size = (width: number): number => width * gapCountOf(slots, MAX_GAP[width] ?? 0);
  return [2, 4].reduce((best, width) => (size(width) < size(best) ? width : best), 1);
}

function gapCountOf(slots: ArrayLike<number>, most: number): number {
  let count = slots.length;
  eachGap(slots, (gap) => {
    count += Math.floor(gap / most);
  });
  return count;
}

function eachGap(slots: ArrayLike<number>, take: (gap: number) => void): void {
  let last = -1;
  for (let place = 0; place < slots.length; place += 1) {
    const slot = slots[place] ?? 0;
    take(slot - last);
    last = slot;
  }
}
