import type { PathSlice } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";
import type { Query } from "../sql/query.js";

const SLICES_AT_ONCE = 64;

interface SliceReading {
  readonly limit: number;
  /** Selects the first `limit` rows of one slice, in order. */
  readonly ofSlice: (names: Names, slice: PathSlice) => RawBuilder<unknown>;
  /** Selects the first rows of several slices from their union. */
  readonly ofAll: (names: Names, rows: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Reads the first rows of ordered slices, each by a query that an index can answer. */
export async function readSlices<Row>(
  query: Query,
  slices: readonly PathSlice[],
  { limit, ofSlice, ofAll }: SliceReading,
): Promise<readonly Row[]> {
  // A closed store has to reject.
  if (slices.length === 0) return query<Row>(() => sql`select where false`);
  const rows: Row[] = [];
  for (let start = 0; start < slices.length && rows.length < limit; start += SLICES_AT_ONCE) {
    const some = slices.slice(start, start + SLICES_AT_ONCE);
    const found = await query<Row>(({ names }) => {
      const queries = some.map((slice) => sql`(${ofSlice(names, slice)})`);
      return ofAll(names, sql`(${sql.join(queries, sql` union all `)})`);
    });
    rows.push(...found);
  }
  return rows.slice(0, limit);
}
