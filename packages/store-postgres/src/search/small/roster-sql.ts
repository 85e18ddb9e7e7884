import type { SearchRequest, VectorLeg, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { inAreas } from "../../sql/area-sql.js";
import type { Names } from "../../sql/names.js";
import { selectionSql } from "../../sql/selection-sql.js";
import { anyTextSql, similaritySql } from "../search-sql.js";

type Sql = RawBuilder<unknown>;

/** A record of the searched scopes, or what one vector leg says of one. */
export interface RosterRow {
  /** `null` where the selection does not have the record. */
  readonly id: string | null;
  /** Only if there may be several. */
  readonly scope?: string;
  /** Only if neighbours are asked for. */
  readonly thread?: string | null;
  /** Only if neighbours are asked for. */
  readonly happened_at?: number;
  /** Of its search entry; `null` where it is not searchable. */
  readonly scripts: number | null;
  /** Only if there is a text leg. */
  readonly term_count?: number;
  /** Only if there is a text leg: see `anyTextSql`. */
  readonly terms?: string | null;
  /**
   * Place of the vector leg that says something; `null` in rows of records, and absent if there are
   * no such legs.
   */
  readonly leg?: number | null;
  readonly score?: number;
}

/** What the roster is made for. */
export interface RosterRequest {
  readonly areas: readonly ScopeRange[];
  readonly request: SearchRequest;
  /** At most so many records, and so many vectors for each leg. */
  readonly limit: number;
}

/** One statement for all that a search of few records has to know. */
export function rosterSql(names: Names, wanted: RosterRequest): Sql {
  const vectors = wanted.request.legs.flatMap((leg, place) =>
    leg.type === "vector" ? [scoresSql(names, wanted, { leg, place })] : [],
  );
  return sql.join([recordsSql(names, wanted), ...vectors], sql` union all `);
}

/** Which columns there are besides the id; all parts of the union have them. */
function columnsFor({ areas, request }: RosterRequest): {
  readonly scope: boolean;
  readonly thread: boolean;
  readonly terms: readonly string[] | undefined;
  readonly score: boolean;
} {
  return {
    scope: areas.length > 1 || areas.some(({ below }) => below),
    thread: (request.around ?? 0) > 0,
    terms: request.legs.find((leg) => leg.type === "text")?.terms,
    score: request.legs.some(({ type }) => type === "vector"),
  };
}

function recordsSql(names: Names, wanted: RosterRequest): Sql {
  const { areas, request, limit } = wanted;
  const has = columnsFor(wanted);
  const columns = [
    sql`case when ${selectionSql(request.selection)} then r.id end as id`,
    ...(has.scope ? [sql`r.scope`] : []),
    ...(has.thread ? [sql`r.thread, r.happened_at`] : []),
    sql`case when r.number is not null then r.scripts end as scripts`,
    ...(has.terms ? [sql`r.term_count, ${anyTextSql(has.terms)} as terms`] : []),
    ...(has.score ? [sql`null::int as leg, null::real as score`] : []),
  ];
  // Records that are not searchable are neighbours at most.
  const searchable = has.thread ? sql`` : sql`and r.number is not null`;
  return sql`(
    select ${sql.join(columns)} from ${names.records} as r
    where ${inAreas(sql.ref("r.scope"), areas)} ${searchable}
    order by r.scope, r.id limit ${limit})`;
}

function scoresSql(
  names: Names,
  wanted: RosterRequest,
  { leg, place }: { readonly leg: VectorLeg; readonly place: number },
): Sql {
  const has = columnsFor(wanted);
  const columns = [
    sql`v.id`,
    ...(has.scope ? [sql`v.scope`] : []),
    ...(has.thread ? [sql`null::text, null::bigint`] : []),
    sql`null::int`,
    ...(has.terms ? [sql`null::int, null::text`] : []),
    sql`${sql.lit(place)}, ${similaritySql(names, leg.values)}`,
  ];
  // By its width, too: vectors of another one could not be compared.
  return sql`(
    select ${sql.join(columns)} from ${names.vectors} as v
    where ${inAreas(sql.ref("v.scope"), wanted.areas)} and v.space = (
      select s.id from ${names.spaces} as s
      where s.name = ${leg.space} and s.dimensions = ${leg.values.length}::int)
    order by v.scope, v.id limit ${wanted.limit})`;
}
