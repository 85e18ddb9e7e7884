import type { CallOptions } from "@kioku/core";
import { LruMap, rangeKey, type SearchRequest, type ScopeRange } from "@kioku/core/toolkit";

import type { VectorTable } from "../index/vector-tables.js";

/** A search in ranges of scopes. */
export interface RangeSearch extends CallOptions {
  readonly ranges: readonly ScopeRange[];
  readonly request: SearchRequest;
}

/** Up to this size, reading all records at once is quicker than finding the best in steps. */
export const MAX_SMALL_RECORDS = 1_000;

const MAX_ENTRIES = 10_000;

/** More are read each time. */
const MAX_TABLES = 64;

/** Remembers which searched ranges have many records, and own tables. Only speed depends on it. */
export class LargeScopes {
  readonly #tables = new LruMap<string, readonly VectorTable[]>({ maxEntries: MAX_ENTRIES });

  /** Returns true if these ranges had many records when they were last looked at. */
  has(ranges: readonly ScopeRange[]): boolean {
    return this.#tables.get(keyOf(ranges)) !== undefined;
  }

  /** Returns the own tables that these ranges had, as far as is known. */
  tablesOf(ranges: readonly ScopeRange[]): readonly VectorTable[] {
    return this.#tables.get(keyOf(ranges)) ?? [];
  }

  add(ranges: readonly ScopeRange[], tables: readonly VectorTable[] = []): void {
    this.#tables.set(keyOf(ranges), tables.length > MAX_TABLES ? [] : tables);
  }

  remove(ranges: readonly ScopeRange[]): void {
    this.#tables.delete(keyOf(ranges));
  }

  /** Forgets everything. */
  clear(): void {
    this.#tables.clear();
  }
}

function keyOf(ranges: readonly ScopeRange[]): string {
  return ranges.map((range) => rangeKey(range)).join("\0");
}
