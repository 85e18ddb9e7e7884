import { compareText } from "@kioku/core/toolkit";
import type { ScopeRange, SearchLeg, TextStatistics } from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { vectorsOf, type VectorTable } from "../../index/vector-tables.js";
import { inRanges, onlyScope } from "../../sql/fragments.js";
import type { Names } from "../../sql/names.js";
import type { StoreContext } from "../../store-context.js";
import { similaritySql } from "../search-sql.js";
import type { SearchedSpace } from "../space-cache.js";

/** The searched records and legs. */
export interface Searched {
  readonly names: Names;
  readonly ranges: readonly ScopeRange[];
  readonly legs: readonly SearchLeg[];
  /** Condition on `records as r` without the scope. */
  readonly selected: RawBuilder<SqlBool>;
  /** Spaces by index of the vector leg, if known. */
  readonly spaces: ReadonlyMap<number, SearchedSpace>;
  /** Own tables of the searched scopes, in all spaces. */
  readonly tables: readonly VectorTable[];
}

/** Shared context of one search of many records. */
export interface LargeSearch extends StoreContext, Searched {}

/** Columns of `records as r` that `largeColumns` needs. */
export const LARGE_NEEDS: RawBuilder<unknown> = sql.raw(
  "r.scope, r.id, r.number, r.speaker, r.traits, r.thread, r.happened_at",
);

/** A record in a search of many records. */
export interface LargeRow extends Readonly<Record<`similarity${number}`, number | null>> {
  readonly scope: string;
  readonly id: string;
  readonly number: number | null;
  readonly speaker: string | null;
  readonly traits: number | null;
  readonly thread: string | null;
  readonly happened_at: number;
}

/** Matches of one leg. */
export interface LegMatches {
  readonly best: readonly LargeRow[];
  /** Returns its score of a row; `undefined` where that does not match. */
  readonly scoreOf: (row: LargeRow) => number | undefined;
  /** Of a text leg. */
  readonly statistics?: TextStatistics;
  /** Of a text leg: returns `termCoverage` of a row that matches. */
  readonly coverageOf?: (row: LargeRow) => number;
}

/** Returns the columns of a `LargeRow`; `known` has similarities by index of their leg. */
export function largeColumns(
  search: Searched,
  known: ReadonlyMap<number, RawBuilder<unknown>> = new Map(),
): RawBuilder<unknown> {
  const { names, legs, spaces } = search;
  const similarities = [...spaces].map(([position, { id }]) => {
    const similarity = known.get(position);
    if (similarity) return sql`${similarity} as ${similarityColumn(position)}`;
    const leg = legs[position];
    const values = leg?.type === "vector" ? leg.values : new Float32Array();
    return sql`(
      select ${similaritySql(names, values)} from ${vectorsIn(search, id)} as v
      where v.scope = r.scope and v.space = ${sql.lit(id)} and v.id = r.id
    ) as ${similarityColumn(position)}`;
  });
  const columns = sql`r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at`;
  return sql.join([columns, ...similarities]);
}

/** Returns the search with those own tables only that may have vectors of these records. */
export function amongTablesOf(
  search: LargeSearch,
  records: Iterable<{ readonly scope: string }>,
): LargeSearch {
  if (search.tables.length <= 1) return search;
  const scopes = new Set(Array.from(records, ({ scope }) => scope));
  return { ...search, tables: search.tables.filter(({ scope }) => scopes.has(scope)) };
}

/** Returns the own tables of one space. */
export function tablesIn({ tables }: Searched, space: number): readonly VectorTable[] {
  return tables.filter((table) => table.space === space);
}

/** Returns the table expression of the searched vectors of one space. */
export function vectorsIn(search: Searched, space: number): RawBuilder<unknown> {
  const isOneScope = onlyScope(search.ranges) !== undefined;
  return vectorsOf(search.names, tablesIn(search, space), isOneScope);
}

function similarityColumn(position: number): RawBuilder<unknown> {
  return sql.id(`similarity${position}`);
}

/** Returns the condition for selected records (`records as r`). */
export function isSelected({ ranges, selected }: Searched): RawBuilder<SqlBool> {
  return sql<SqlBool>`${inRanges(sql.ref("r.scope"), ranges)} and ${selected}`;
}

/** Returns the best rows, best first; equal scores by id, then by scope. */
export function bestRows(
  rows: readonly LargeRow[],
  scoreOf: (row: LargeRow) => number | undefined,
  limit: number,
): readonly LargeRow[] {
  return rows
    .map((row) => ({ row, score: scoreOf(row) ?? 0 }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        compareText(a.row.id, b.row.id) ||
        compareText(a.row.scope, b.row.scope),
    )
    .slice(0, limit)
    .map(({ row }) => row);
}
