import { decodeCursor, encodeCursor } from "../../internal/cursor.js";
import type { CursorParts } from "../../internal/cursor.js";
import type { Page } from "../../model/record.js";
import { LayerReader } from "./layer-reader.js";
import type { ReadFrom } from "./layer-reader.js";

/** Lists of several layers, to be read as one. Each is in the order of `compare`. */
export interface MergedListing<T> {
  /** Names the listing and its order, so that the cursor of another one is refused. */
  readonly name: string;
  /** How each layer reads a page. */
  readonly layers: readonly ((cursor: string | undefined) => Promise<Page<T>>)[];
  /** Where an item stands. Items of one place are the same item, which is shown once. */
  readonly placeOf: (item: T) => CursorParts;
  /** Less than 0 if the first place comes before the second. */
  readonly compare: (a: CursorParts, b: CursorParts) => number;
  /** How many parts a place has. */
  readonly placeLength: number;
}

/** In a cursor: the layer has been read to its end. */
const AT_END = 0;
/** In a cursor: the layer is still on its first page. */
const AT_START = "";

interface Resumed {
  /** Where the page before ended. */
  readonly last: CursorParts | undefined;
  readonly from: readonly ReadFrom[];
}

/**
 * One page of the merged lists. Its cursor holds the place where it ended and, for each layer, the
 * layer's own cursor of the page that its next item is on. What was read and not shown is read
 * again, and what was shown is passed over by its place: so whatever is written meanwhile makes
 * nothing else appear twice or go missing.
 * @throws `invalid-input` for a cursor of another listing.
 */
export async function mergePages<T>(
  listing: MergedListing<T>,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<T>> {
  const { layers, compare, placeOf } = listing;
  const { last, from } = resume(listing, cursor);
  const isNew = (item: T): boolean => last === undefined || compare(placeOf(item), last) > 0;
  const readers = layers.map((read, index) => {
    return new LayerReader({ read, isNew, from: from[index] ?? "end" });
  });
  const items: T[] = [];
  for (let ended = last; ;) {
    const heads = await Promise.all(readers.map((reader) => reader.peek()));
    const first = firstOf(listing, heads);
    if (first === undefined) return { items };
    if (items.length >= limit) {
      return {
        items,
        cursor: encode(listing, { last: ended, from: readers.map((one) => one.from) }),
      };
    }
    items.push(first);
    const place = placeOf(first);
    ended = place;
    for (const [index, head] of heads.entries()) {
      if (head !== undefined && compare(placeOf(head), place) === 0) readers[index]?.pass();
    }
  }
}

/** The first in order; of those in one place that of the earliest layer. */
function firstOf<T>(
  { compare, placeOf }: MergedListing<T>,
  heads: readonly (T | undefined)[],
): T | undefined {
  let first: T | undefined;
  for (const head of heads) {
    if (head === undefined) continue;
    if (first === undefined || compare(placeOf(head), placeOf(first)) < 0) first = head;
  }
  return first;
}

function encode<T>({ name, layers }: MergedListing<T>, { last = [], from }: Resumed): string {
  const starts = from.map((one) => (one === "end" ? AT_END : (one.cursor ?? AT_START)));
  return encodeCursor(`${layers.length} layers ${name}`, [...last, ...starts]);
}

function resume<T>(listing: MergedListing<T>, cursor: string | undefined): Resumed {
  const { name, layers, placeLength } = listing;
  if (cursor === undefined) {
    return { last: undefined, from: layers.map(() => ({ cursor: undefined })) };
  }
  const length = placeLength + layers.length;
  const parts = decodeCursor(cursor, `${layers.length} layers ${name}`, length);
  const from = parts.slice(placeLength).map((start): ReadFrom => {
    if (start === AT_END) return "end";
    return { cursor: start === AT_START ? undefined : String(start) };
  });
  return { last: parts.slice(0, placeLength), from };
}
