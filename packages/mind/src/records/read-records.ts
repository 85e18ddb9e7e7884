import type { CallOptions, ListQuery, Memory, MemoryRecord } from "@kioku/core";

import type { DocumentOptions } from "../api/documents.js";
import { chunksOf } from "./chunks-of.js";

/** Records of one page. */
export const PAGE = 1_000;
/** Most pages of a reading. */
const MAX_PAGES = 100;
/** Ids or keys that are read at once. */
const AT_ONCE = 500;
/** Number of ids up to which they are read one by one, which needs no search. */
const FEW_IDS = 50;
/** Records whatever their validity and age. */
const ALL = { includeRetired: true, includeArchived: true, limit: PAGE } as const;

/** Yields the records of a listing page by page, by default at most 100,000. */
export async function* readPages(
  memory: Pick<Memory, "list">,
  query: ListQuery,
  { signal, maxPages = MAX_PAGES }: CallOptions & { readonly maxPages?: number },
): AsyncGenerator<readonly MemoryRecord[]> {
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await memory.list({ limit: PAGE, ...query, cursor }, { signal });
    yield page.items;
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}

/**
 * Reads records by their ids, also ended and archived ones; those that are gone, and what was said
 * after the moment to read at, are left out.
 */
export async function readByIds(
  memory: Pick<Memory, "list" | "read">,
  given: Iterable<string>,
  { asOf, signal }: DocumentOptions = {},
): Promise<ReadonlyMap<string, MemoryRecord>> {
  const ids = [...new Set(given)];
  const found = new Map<string, MemoryRecord>();
  const { validAt } = asOf ?? {};
  const add = (record: MemoryRecord): void => {
    const saidAt = record.occurredAt ?? record.createdAt;
    if (validAt === undefined || saidAt <= validAt) found.set(record.id, record);
  };
  const known = asOf?.knownAt === undefined ? {} : { asOf: { knownAt: asOf.knownAt } };
  if (ids.length <= FEW_IDS) {
    const records = await Promise.all(ids.map((id) => memory.read(id, { ...known, signal })));
    for (const record of records) if (record) add(record);
    return found;
  }
  for (const some of chunksOf(ids, AT_ONCE)) {
    const query = { ...ALL, ...known, filter: { "@id": { $in: some } } };
    for await (const page of readPages(memory, query, { signal })) {
      for (const record of page) add(record);
    }
  }
  return found;
}

/** Reads the records of keys, whether they hold or not. */
export async function readByKeys(
  memory: Memory,
  given: Iterable<string>,
  options: CallOptions = {},
): Promise<ReadonlyMap<string, MemoryRecord>> {
  const keys = [...new Set(given)];
  const found = new Map<string, MemoryRecord>();
  for (const some of chunksOf(keys, AT_ONCE)) {
    for (const record of await listKeys(memory, { $in: some }, options)) {
      if (record.key !== undefined) found.set(record.key, record);
    }
  }
  return found;
}

/** Reads the record of a key, whether it holds or not. */
export async function readByKey(
  memory: Memory,
  key: string,
  options: CallOptions = {},
): Promise<MemoryRecord | undefined> {
  return (await readByKeys(memory, [key], options)).get(key);
}

/** Order and length of a listing of keys. */
export interface KeyListing extends CallOptions {
  readonly order?: "asc" | "desc" | undefined;
  /** Of a mind, which does not list its states unless they are named. @defaultValue all */
  readonly kinds?: readonly string[] | undefined;
  /** @defaultValue all */
  readonly limit?: number | undefined;
}

/** Lists the records whose keys begin with a prefix that ends with `/`. */
export async function listByPrefix(
  memory: Memory,
  prefix: string,
  options: KeyListing = {},
): Promise<readonly MemoryRecord[]> {
  return listKeys(memory, { $gte: prefix, $lt: `${prefix.slice(0, -1)}0` }, options);
}

async function listKeys(
  memory: Memory,
  key: { readonly $in: readonly string[] } | { readonly $gte: string; readonly $lt: string },
  { signal, order = "asc", kinds, limit = Number.POSITIVE_INFINITY }: KeyListing,
): Promise<readonly MemoryRecord[]> {
  const most = Math.min(limit, PAGE);
  const fixed = { ...ALL, orderBy: "key", order, limit: most } as const;
  const query = { ...fixed, kinds, filter: { "@key": key } };
  const records: MemoryRecord[] = [];
  for await (const page of readPages(memory, query, { signal })) {
    records.push(...page);
    if (records.length >= limit) break;
  }
  return records.slice(0, limit);
}
