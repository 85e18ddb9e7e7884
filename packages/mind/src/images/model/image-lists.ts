import type { CallOptions, ListQuery, Memory, MemoryRecord } from "@kioku/core";

import { readPages } from "../../records/read-records.js";
import { EVERY, IMAGE } from "./image-record.js";

/** Yields records page by page, as many as there are. */
export function pagesOf(
  memory: Pick<Memory, "list">,
  query: ListQuery,
  { signal }: CallOptions,
): AsyncGenerator<readonly MemoryRecord[]> {
  return readPages(memory, { ...EVERY, ...query }, { signal, maxPages: Infinity });
}

/** Yields the images of a scope page by page. */
export function imagesOf(
  memory: Pick<Memory, "list">,
  query: Omit<ListQuery, "kinds">,
  options: CallOptions,
): AsyncGenerator<readonly MemoryRecord[]> {
  return pagesOf(memory, { ...query, kinds: [IMAGE] }, options);
}
