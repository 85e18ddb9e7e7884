import type { SearchLeg, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { inAreas } from "../../sql/area-sql.js";
import type { Names } from "../../sql/names.js";
import type { StoreContext } from "../../store-context.js";
import { similaritySql } from "../search-sql.js";
import type { SearchedSpace } from "../searched-spaces.js";

/** Which records are searched, and by what. */
export interface Searched {
  readonly names: Names;
  readonly areas: readonly ScopeRange[];
  readonly legs: readonly SearchLeg[];
  /** What the selection asks of `records as r` besides the scope. */
  readonly selected: RawBuilder<SqlBool>;
  /** By place of the vector leg; those of unknown spaces are missing. */
  readonly spaces: ReadonlyMap<number, SearchedSpace>;
}

/** What the parts of one search of many records share. */
export interface LargeSearch extends StoreContext, Searched {}

/** The columns of `records as r` that `largeColumns` needs. */
export const LARGE_NEEDS: RawBuilder<unknown> = sql.raw(
  "r.scope, r.id, r.number, r.scripts, r.thread, r.happened_at",
);

/** A record as statements give it. */
export interface LargeRow extends Readonly<Record<`similarity${number}`, number | null>> {
  readonly scope: string;
  readonly id: string;
  /** `null` where it is not searchable. */
  readonly number: number | null;
  readonly scripts: number | null;
  readonly thread: string | null;
  readonly happened_at: number;
}

/** What one leg found. */
export interface LegMatches {
  /** Its best matches, best first. */
  readonly best: readonly LargeRow[];
  /** What it says of a record; `undefined` where that does not match. */
  readonly scoreOf: (row: LargeRow) => number | undefined;
}

/**
 * The columns of a `LargeRow` of `records as r`.
 * @param known - The similarities that need not be computed, by place of the leg.
 */
export function largeColumns(
  { names, legs, spaces }: Searched,
  known: ReadonlyMap<number, RawBuilder<unknown>> = new Map(),
): RawBuilder<unknown> {
  const similarities = [...spaces].map(([place, { id }]) => {
    const similarity = known.get(place);
    if (similarity) return sql`${similarity} as ${similarityColumn(place)}`;
    const leg = legs[place];
    const values = leg?.type === "vector" ? leg.values : new Float32Array();
    return sql`(
      select ${similaritySql(names, values)} from ${names.vectors} as v
      where v.scope = r.scope and v.space = ${sql.lit(id)} and v.id = r.id
    ) as ${similarityColumn(place)}`;
  });
  const columns = sql`r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at`;
  return sql.join([columns, ...similarities]);
}

function similarityColumn(place: number): RawBuilder<unknown> {
  return sql.id(`similarity${place}`);
}

/** Whether `records as r` is a record of the selection. */
export function isSelected({ areas, selected }: Searched): RawBuilder<SqlBool> {
  return sql<SqlBool>`${inAreas(sql.ref("r.scope"), areas)} and ${selected}`;
}
