import type {
  ScopeRange,
  SearchLeg,
  SearchRequest,
  TextStatistics,
  VectorLeg,
} from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { inRanges } from "../../sql/fragments.js";
import type { Names } from "../../sql/names.js";
import { selectionSql } from "../../sql/selection-sql.js";
import { keyOf, type FoundRecord } from "../found-record.js";
import { anyTextSql, similaritySql, toSimilarity } from "../search-sql.js";
import { textScores, type FoundText } from "../text-scores.js";

type Sql = RawBuilder<unknown>;

/** A record of the searched scopes. */
export interface SnapshotRecord extends FoundRecord, FoundText {
  /** True if it is selected. Other texts still count in the statistics. */
  readonly isSelected: boolean;
  /** Score of each leg; `scoreTexts` adds those of text legs. */
  readonly scores: (number | undefined)[];
  /** `scoreTexts` sets it. */
  coverage?: number;
}

/** Adds the scores of text legs. Returns the statistics of the first one, and adds its coverage. */
export function scoreTexts(
  snapshot: readonly SnapshotRecord[],
  legs: readonly SearchLeg[],
): TextStatistics | undefined {
  const texts = snapshot.filter(({ traits }) => traits !== null);
  let first: TextStatistics | undefined;
  for (const [position, leg] of legs.entries()) {
    if (leg.type !== "text") continue;
    const { statistics, matches } = textScores(texts, leg);
    for (const { text, score, coverage } of matches) {
      text.scores[position] = score;
      if (!first) text.coverage = coverage;
    }
    first ??= statistics;
  }
  return first;
}

/** A record of the searched scopes, or its similarity in one vector leg. */
export interface SnapshotRow {
  /** `null` where the record is not selected. */
  readonly id: string | null;
  /** Only if there may be several scopes. */
  readonly scope?: string;
  readonly thread?: string | null;
  readonly happened_at?: number;
  readonly speaker: string | null;
  /** `null` where it is not searchable. */
  readonly traits: number | null;
  readonly term_count?: number;
  /** Only with a text leg: see `anyTextSql`. */
  readonly terms?: string | null;
  /**
   * Index of the vector leg, or `HAS_TABLES`; `null` in rows of records, absent without vector
   * legs.
   */
  readonly leg?: number | null;
  readonly score?: number;
}

/** Leg of the row that says that own tables have vectors of the searched scopes. */
export const HAS_TABLES = -1;

/** A search of few records. */
export interface SnapshotRequest {
  readonly ranges: readonly ScopeRange[];
  readonly request: SearchRequest;
  /** Limit of records, and of vectors for each leg. */
  readonly limit: number;
}

/** Returns the one statement of a search of few records. */
export function snapshotSql(names: Names, wanted: SnapshotRequest): Sql {
  const vectors = wanted.request.legs.flatMap((leg, position) =>
    leg.type === "vector" ? [scoresSql(names, wanted, { leg, position })] : [],
  );
  const parts = [recordsSql(names, wanted), ...vectors];
  if (vectors.length > 0) parts.push(tablesSql(names, wanted));
  return sql.join(parts, sql` union all `);
}

/** All parts of the union have the same columns. */
function columnsFor({ ranges, request }: SnapshotRequest): {
  readonly scope: boolean;
  readonly thread: boolean;
  readonly terms: readonly string[] | undefined;
  readonly score: boolean;
} {
  return {
    scope: ranges.length > 1 || ranges.some(({ below }) => below),
    thread: (request.around ?? 0) > 0,
    terms: request.legs.find((leg) => leg.type === "text")?.terms,
    score: request.legs.some(({ type }) => type === "vector"),
  };
}

function recordsSql(names: Names, wanted: SnapshotRequest): Sql {
  const { ranges, request, limit } = wanted;
  const has = columnsFor(wanted);
  const columns = [
    sql`case when ${selectionSql(request.selection)} then r.id end as id`,
    ...(has.scope ? [sql`r.scope`] : []),
    ...(has.thread ? [sql`r.thread, r.happened_at`] : []),
    sql`r.speaker, case when r.number is not null then r.traits end as traits`,
    ...(has.terms ? [sql`r.term_count, ${anyTextSql(has.terms)} as terms`] : []),
    ...(has.score ? [sql`null::int as leg, null::real as score`] : []),
  ];
  // Records that are not searchable are only neighbours.
  const searchable = has.thread ? sql`` : sql`and r.number is not null`;
  return sql`(
    select ${sql.join(columns)} from ${names.records} as r
    where ${inRanges(sql.ref("r.scope"), ranges)} ${searchable}
    order by r.scope, r.id limit ${limit})`;
}

function scoresSql(
  names: Names,
  wanted: SnapshotRequest,
  { leg, position }: { readonly leg: VectorLeg; readonly position: number },
): Sql {
  const has = columnsFor(wanted);
  const columns = [
    sql`v.id`,
    ...(has.scope ? [sql`v.scope`] : []),
    ...(has.thread ? [sql`null::text, null::bigint`] : []),
    sql`null::text, null::int`,
    ...(has.terms ? [sql`null::int, null::text`] : []),
    sql`${sql.lit(position)}, ${similaritySql(names, leg.values)}`,
  ];
  // Vectors of another width cannot be compared.
  return sql`(
    select ${sql.join(columns)} from ${names.vectors} as v
    where ${inRanges(sql.ref("v.scope"), wanted.ranges)} and v.space = (
      select s.id from ${names.spaces} as s
      where s.name = ${leg.space} and s.dimensions = ${leg.values.length}::int)
    order by v.scope, v.id limit ${wanted.limit})`;
}

/** Selects one row if own tables have some of the vectors. */
function tablesSql(names: Names, wanted: SnapshotRequest): Sql {
  const has = columnsFor(wanted);
  const columns = [
    sql`null::text`,
    ...(has.scope ? [sql`null::text`] : []),
    ...(has.thread ? [sql`null::text, null::bigint`] : []),
    sql`null::text, null::int`,
    ...(has.terms ? [sql`null::int, null::text`] : []),
    sql`${sql.lit(HAS_TABLES)}, null::real`,
  ];
  return sql`
    select ${sql.join(columns)} where exists (
      select from ${names.vector_tables} as t
      where ${inRanges(sql.ref("t.scope"), wanted.ranges)})`;
}

/** Parses the rows of `snapshotSql`; `path` is for rows without a scope. */
export function parseSnapshot(
  rows: readonly SnapshotRow[],
  path: string,
  legs: number,
): readonly SnapshotRecord[] {
  const records = new Map<string, SnapshotRecord>();
  const others: SnapshotRecord[] = [];
  for (const row of rows) {
    const key = keyOf(row.scope ?? path, row.id ?? "");
    if (typeof row.leg === "number") {
      const record = records.get(key);
      if (record) record.scores[row.leg] = toSimilarity(row.score ?? 0);
    } else if (row.id === null) others.push(toRecord(row, path, legs));
    else records.set(key, toRecord(row, path, legs));
  }
  return [...records.values(), ...others];
}

function toRecord(row: SnapshotRow, path: string, legs: number): SnapshotRecord {
  return {
    path: row.scope ?? path,
    id: row.id ?? "",
    isSelected: row.id !== null,
    speaker: row.speaker,
    traits: row.traits,
    thread: row.thread ?? null,
    happenedAt: row.happened_at ?? 0,
    termCount: row.term_count ?? 0,
    terms: row.terms ?? "",
    scores: Array.from<number | undefined>({ length: legs }),
  };
}
