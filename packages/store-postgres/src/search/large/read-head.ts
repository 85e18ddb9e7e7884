import type { VectorLeg, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { TABLE_COLUMNS, type VectorTable } from "../../index/vector-tables.js";
import { textArray } from "../../sql/encode.js";
import { inRanges } from "../../sql/fragments.js";
import type { Query } from "../../sql/query.js";
import { requireWidths, type SearchedSpace } from "../space-cache.js";

/** Statistics of all searchable records in range. */
export interface ScopeStatistics {
  readonly documents: number;
  readonly terms: number;
}

interface SearchHead {
  readonly spaces: readonly SearchedSpace[];
  readonly statistics: ScopeStatistics;
  readonly records: number;
  /** Own tables of the searched scopes, in all spaces. */
  readonly tables: readonly VectorTable[];
}

interface HeadRow extends ScopeStatistics {
  readonly records: number;
  /** JSON of an array of `VectorTable`; null for none. */
  readonly tables: string | null;
  readonly name: string | null;
  readonly id: number;
  readonly dimensions: number;
}

const NONE = { records: 0, documents: 0, terms: 0 };

/**
 * Reads the facts that all legs need, and turns off JIT compilation, which takes longer than a
 * search.
 * @throws `vector-space-mismatch` if a vector has another width than its space.
 */
export async function readHead(
  query: Query,
  ranges: readonly ScopeRange[],
  legs: readonly VectorLeg[],
): Promise<SearchHead> {
  const wanted = textArray([...new Set(legs.map(({ space }) => space))]);
  const rows = await query<HeadRow>(
    ({ names }) => sql`
      select h.records, h.documents, h.terms, h.tables, s.name, s.id, s.dimensions
      from (
        select coalesce(sum(o.records), 0) as records, coalesce(sum(o.documents), 0) as documents,
          coalesce(sum(o.terms), 0) as terms, set_config('jit', 'off', true), (
            select json_agg(t order by t.scope, t.space) from (
              select ${TABLE_COLUMNS} from ${names.vector_tables} as t
              where ${inRanges(sql.ref("t.scope"), ranges)}) as t) as tables
        from ${names.scopes} as o where ${inRanges(sql.ref("o.scope"), ranges)}) as h
      left join ${names.spaces} as s on s.name = any(${wanted}::text[])`,
  );
  const spaces = rows.flatMap(({ name, id, dimensions }) =>
    name === null ? [] : [{ name, id, dimensions }],
  );
  requireWidths(legs, spaces);
  const [{ records, documents, terms, tables } = { ...NONE, tables: null }] = rows;
  const found = tables === null ? [] : (JSON.parse(tables) as readonly VectorTable[]);
  return { spaces, records, tables: found, statistics: { documents, terms } };
}
