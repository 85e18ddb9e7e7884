import type { CallOptions } from "@kioku/core";
import { LruMap, rangeKey, type SearchRequest, type ScopeRange } from "@kioku/core/toolkit";

/** A search in ranges of scopes. */
export interface RangeSearch extends CallOptions {
  readonly ranges: readonly ScopeRange[];
  readonly request: SearchRequest;
}

/** Up to this size, reading all records at once is quicker than finding the best in steps. */
export const MAX_SMALL_RECORDS = 1_000;

const MAX_ENTRIES = 10_000;

/** Remembers which searched ranges have many records. Only speed depends on it. */
export class LargeScopes {
  readonly #keys = new LruMap<string, true>({ maxEntries: MAX_ENTRIES });

  /** True if these ranges had many records when they were last looked at. */
  has(ranges: readonly ScopeRange[]): boolean {
    return this.#keys.get(keyOf(ranges)) === true;
  }

  add(ranges: readonly ScopeRange[]): void {
    this.#keys.set(keyOf(ranges), true);
  }

  remove(ranges: readonly ScopeRange[]): void {
    this.#keys.delete(keyOf(ranges));
  }
}

function keyOf(ranges: readonly ScopeRange[]): string {
  return ranges.map((range) => rangeKey(range)).join("\0");
}
