import type { PathSlice } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Ask } from "../ask.js";
import type { Names } from "../sql/names.js";

/** So many slices are read by one statement. */
const SLICES_AT_ONCE = 64;

/** How slices are read. */
export interface SliceReading {
  /** How many rows. */
  readonly limit: number;
  /** The first `limit` rows of one slice, in order. */
  readonly ofSlice: (names: Names, slice: PathSlice) => RawBuilder<unknown>;
  /** The first rows of several slices, from the rows of each. */
  readonly ofAll: (names: Names, rows: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/**
 * The first rows of slices that are in order. Each slice is a query of its own, so that an index
 * gives its order.
 */
export async function readSlices<Row>(
  ask: Ask,
  slices: readonly PathSlice[],
  { limit, ofSlice, ofAll }: SliceReading,
): Promise<readonly Row[]> {
  // Asked even so, because a store that is closed has to say so.
  if (slices.length === 0) return ask<Row>(() => sql`select where false`);
  const rows: Row[] = [];
  for (let start = 0; start < slices.length && rows.length < limit; start += SLICES_AT_ONCE) {
    const some = slices.slice(start, start + SLICES_AT_ONCE);
    const found = await ask<Row>(({ names }) => {
      const queries = some.map((slice) => sql`(${ofSlice(names, slice)})`);
      return ofAll(names, sql`(${sql.join(queries, sql` union all `)})`);
    });
    rows.push(...found);
  }
  return rows.slice(0, limit);
}
