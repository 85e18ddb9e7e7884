import type { Memory } from "../../api/memory.js";
import type { ListQuery, ScopesQuery } from "../../api/queries.js";
import { checkObject, checkOneOf } from "../../internal/check/check.js";
import {
  comparePositions,
  type CursorParts,
  decodeCursor,
  encodeCursor,
} from "../../internal/cursor.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import { type Scope, scopeToPath } from "../../model/scope.js";
import { checkPageOf } from "../read/list-records.js";

/** Returns one page of the records of all layers, in one order. */
export async function listLayers(
  layers: readonly Pick<Memory, "list">[],
  query: ListQuery,
  options: CallOptions,
): Promise<Page<MemoryRecord>> {
  checkObject(query, "query");
  const { limit, cursor } = checkPageOf(query);
  const orders = ["createdAt", "updatedAt", "key"] as const;
  const orderBy = checkOneOf(query.orderBy ?? "createdAt", "query.orderBy", orders);
  const order = checkOneOf(query.order ?? "asc", "query.order", ["asc", "desc"]);
  return mergePages<MemoryRecord>({
    name: `${orderBy} ${order}`,
    layers: layers.map((layer) => (from) => layer.list({ ...query, limit, cursor: from }, options)),
    positionOf: (record) => {
      const by = orderBy === "key" ? (record.key ?? "") : record[orderBy].getTime();
      return [by, scopeToPath(record.scope), record.id];
    },
    compare: order === "asc" ? comparePositions : (a, b) => comparePositions(b, a),
    positionLength: 3,
    limit,
    cursor,
  });
}

/** Returns one page of the scopes of all layers. */
export async function listScopesOfLayers(
  layers: readonly Memory[],
  query: ScopesQuery,
  options: CallOptions,
): Promise<Page<Scope>> {
  checkObject(query, "query");
  const { limit, cursor } = checkPageOf(query);
  return mergePages<Scope>({
    name: "scopes",
    layers: layers.map((one) => (from) => one.scopes({ ...query, limit, cursor: from }, options)),
    positionOf: (scope) => [scopeToPath(scope)],
    compare: comparePositions,
    positionLength: 1,
    limit,
    cursor,
  });
}

type ReadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

/** Lists of several layers, to be read as one. Each is in the order of `compare`. */
interface MergedListing<T> {
  /** Names the listing and its order, so that the cursor of another one is refused. */
  readonly name: string;
  readonly layers: readonly ReadPage<T>[];
  /** Returns the position of an item. Items of one position are the same item, shown once. */
  readonly positionOf: (item: T) => CursorParts;
  /** Less than 0 if the first position comes before the second. */
  readonly compare: (a: CursorParts, b: CursorParts) => number;
  readonly positionLength: number;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** In a cursor: the layer has been read to its end. */
const AT_END = 0;
/** In a cursor: the layer is still on its first page. */
const AT_START = "";

/**
 * Returns one page of the merged lists. Its cursor holds the position of its last item and each
 * layer's cursor of the page of its next item, so that writes in between repeat and lose nothing.
 */
async function mergePages<T>(listing: MergedListing<T>): Promise<Page<T>> {
  const { name, layers, compare, positionOf, positionLength, limit, cursor } = listing;
  const kind = `${layers.length} layers ${name}`;
  const length = positionLength + layers.length;
  const parts = cursor === undefined ? undefined : decodeCursor(cursor, kind, length);
  const last = parts?.slice(0, positionLength);
  const isNew = (item: T): boolean => last === undefined || compare(positionOf(item), last) > 0;
  const readers = layers.map((read, index) => {
    return new LayerReader(read, parts?.[positionLength + index] ?? AT_START, isNew);
  });
  const items: T[] = [];
  for (let end: CursorParts = last ?? []; ;) {
    const heads = await Promise.all(readers.map((reader) => reader.peek()));
    const [first] = heads
      .filter((head) => head !== undefined)
      .toSorted((a, b) => compare(positionOf(a), positionOf(b)));
    if (first === undefined) return { items };
    if (items.length >= limit) {
      const starts = readers.map(({ start }) => start);
      return { items, cursor: encodeCursor(kind, [...end, ...starts]) };
    }
    items.push(first);
    end = positionOf(first);
    for (const [index, head] of heads.entries()) {
      if (head !== undefined && compare(positionOf(head), end) === 0) readers[index]?.pass();
    }
  }
}

/** Reads the pages of one layer item by item, and knows from where to read on. */
class LayerReader<T> {
  readonly #read: ReadPage<T>;
  readonly #isNew: (item: T) => boolean;
  /** The cursor of the page that the next item is on, `AT_START` or `AT_END`. */
  start: CursorParts[number];
  #page: Page<T> | undefined;
  #index = 0;

  constructor(read: ReadPage<T>, start: CursorParts[number], isNew: (item: T) => boolean) {
    this.#read = read;
    this.start = start;
    this.#isNew = isNew;
  }

  /** Returns the next item, which stays the next one until `pass`; `undefined` at the end. */
  async peek(): Promise<T | undefined> {
    while (this.start !== AT_END) {
      this.#page ??= await this.#read(this.start === AT_START ? undefined : String(this.start));
      const { items, cursor } = this.#page;
      for (; this.#index < items.length; this.#index += 1) {
        const item = items[this.#index];
        if (item !== undefined && this.#isNew(item)) return item;
      }
      this.start = cursor ?? AT_END;
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
