import { decodeCursor, encodeCursor } from "../../internal/cursor.js";
import type { CursorParts } from "../../internal/cursor.js";
import type { Page } from "../../model/record.js";

type ReadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

/** Lists of several layers, to be read as one. Each is in the order of `compare`. */
export interface MergedListing<T> {
  /** Names the listing and its order, so that the cursor of another one is refused. */
  readonly name: string;
  /** Read a page of each layer. */
  readonly layers: readonly ReadPage<T>[];
  /** Returns the position of an item. Items of one position are the same item, shown once. */
  readonly positionOf: (item: T) => CursorParts;
  /** Less than 0 if the first position comes before the second. */
  readonly compare: (a: CursorParts, b: CursorParts) => number;
  /** Number of parts of a position. */
  readonly positionLength: number;
}

/** In a cursor: the layer has been read to its end. */
const AT_END = 0;
/** In a cursor: the layer is still on its first page. */
const AT_START = "";

/** A layer is read from a cursor, from the beginning, or not at all any more. */
type ReadFrom = { readonly cursor: string | undefined } | "end";

interface Resumed {
  /** The position of the last item of the page before. */
  readonly last: CursorParts | undefined;
  readonly from: readonly ReadFrom[];
}

/**
 * Returns one page of the merged lists. Its cursor holds the position of its last item and, for
 * each layer, the layer's own cursor of the page that its next item is on. Items read and not shown
 * are read again, and items shown are passed over by their position: so whatever is written
 * meanwhile makes nothing else appear twice or go missing.
 * @throws `invalid-input` for a cursor of another listing.
 */
export async function mergePages<T>(
  listing: MergedListing<T>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<T>> {
  const { layers, compare, positionOf } = listing;
  const { last, from } = resume(listing, cursor);
  const isNew = (item: T): boolean => last === undefined || compare(positionOf(item), last) > 0;
  const readers = layers.map((read, index) => new LayerReader(read, from[index] ?? "end", isNew));
  const items: T[] = [];
  for (let ended = last; ;) {
    const heads = await Promise.all(readers.map((reader) => reader.peek()));
    const first = firstOf(listing, heads);
    if (first === undefined) return { items };
    if (items.length >= limit) {
      const next = { last: ended, from: readers.map((one) => one.from) };
      return { items, cursor: encode(listing, next) };
    }
    items.push(first);
    const position = positionOf(first);
    ended = position;
    for (const [index, head] of heads.entries()) {
      if (head !== undefined && compare(positionOf(head), position) === 0) readers[index]?.pass();
    }
  }
}

/** Reads the pages of one layer item by item, and knows from where to read on. */
class LayerReader<T> {
  readonly #read: ReadPage<T>;
  readonly #isNew: (item: T) => boolean;
  #from: ReadFrom;
  #page: Page<T> | undefined;
  #index = 0;

  constructor(read: ReadPage<T>, from: ReadFrom, isNew: (item: T) => boolean) {
    this.#read = read;
    this.#from = from;
    this.#isNew = isNew;
  }

  /** Start of the page that the next item is on. */
  get from(): ReadFrom {
    return this.#from;
  }

  /** Returns the next item, which stays the next one until `pass`; `undefined` at the end. */
  async peek(): Promise<T | undefined> {
    while (this.#from !== "end") {
      this.#page ??= await this.#read(this.#from.cursor);
      const { items, cursor } = this.#page;
      for (; this.#index < items.length; this.#index += 1) {
        const item = items[this.#index];
        if (item !== undefined && this.#isNew(item)) return item;
      }
      this.#from = cursor === undefined ? "end" : { cursor };
      this.#page = undefined;
      this.#index = 0;
    }
    return undefined;
  }

  /** Goes to the item after the one that `peek` returned. */
  pass(): void {
    this.#index += 1;
  }
}

/** Returns the first in order; of those in one position that of the earliest layer. */
function firstOf<T>(
  { compare, positionOf }: MergedListing<T>,
  heads: readonly (T | undefined)[],
): T | undefined {
  let first: T | undefined;
  for (const head of heads) {
    if (head === undefined) continue;
    if (first === undefined || compare(positionOf(head), positionOf(first)) < 0) first = head;
  }
  return first;
}

function encode<T>({ name, layers }: MergedListing<T>, { last = [], from }: Resumed): string {
  const starts = from.map((one) => (one === "end" ? AT_END : (one.cursor ?? AT_START)));
  return encodeCursor(`${layers.length} layers ${name}`, [...last, ...starts]);
}

function resume<T>(listing: MergedListing<T>, cursor: string | undefined): Resumed {
  const { name, layers, positionLength } = listing;
  if (cursor === undefined) {
    return { last: undefined, from: layers.map(() => ({ cursor: undefined })) };
  }
  const length = positionLength + layers.length;
  const parts = decodeCursor(cursor, `${layers.length} layers ${name}`, length);
  const from = parts.slice(positionLength).map((start): ReadFrom => {
    if (start === AT_END) return "end";
    return { cursor: start === AT_START ? undefined : String(start) };
  });
  return { last: parts.slice(0, positionLength), from };
}
