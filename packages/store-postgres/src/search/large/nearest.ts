import type { VectorLeg } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { textArray } from "../../sql/encode.js";
import { inRanges, onlyScope } from "../../sql/fragments.js";
import type { SearchedSpace } from "../space-cache.js";
import { bestRows, isSelected, largeColumns } from "./large-search.js";
import type { LargeRow, LargeSearch, LegMatches, Searched } from "./large-search.js";
import { nearestByIndex, type NearestRequest } from "./nearest-by-index.js";

type Sql = RawBuilder<unknown>;

/** Spare candidates, because the selection may lack some. */
const SPARE = 16;

interface Key {
  readonly scope: string;
  readonly id: string;
}

interface LegOptions {
  readonly position: number;
  readonly limit: number;
}

/** Finds the nearest selected vectors; reads all records only if too few of the nearest are. */
export async function nearest(
  search: LargeSearch,
  leg: VectorLeg,
  { position, limit }: LegOptions,
): Promise<LegMatches> {
  const scoreOf = (row: LargeRow): number | undefined => {
    const similarity = row[`similarity${position}`] ?? undefined;
    // Single precision may exceed the range.
    return similarity === undefined ? undefined : Math.min(Math.max(similarity, -1), 1);
  };
  const space = search.spaces.get(position);
  if (!space) return { best: [], scoreOf };
  const vector = { values: leg.values, space, position };
  const wanted = limit + SPARE;
  const near = await nearestOfAll(search, { ...vector, limit: wanted });
  let { rows } = near;
  if (rows.length < limit && near.count === wanted) {
    rows =
      (await rowsByIndex(search, { ...vector, limit, selection: search.selected }))?.rows ??
      (await exactRows(search, { ...vector, limit }));
  }
  return { best: bestRows(rows, scoreOf, limit), scoreOf };
}

interface VectorSearch extends Pick<NearestRequest, "selection"> {
  readonly values: Float32Array;
  readonly space: SearchedSpace;
  readonly position: number;
  readonly limit: number;
}

interface NearRows {
  readonly count: number;
  readonly rows: readonly LargeRow[];
}

async function nearestOfAll(search: LargeSearch, vector: VectorSearch): Promise<NearRows> {
  const near = await rowsByIndex(search, vector);
  if (near) return near;
  const keys = await exactKeys(search, vector);
  return { count: keys.length, rows: await selectKeys(search, keys) };
}

/** Only a single scope can have an index. */
async function rowsByIndex(
  search: LargeSearch,
  vector: VectorSearch,
): Promise<NearRows | undefined> {
  const scope = onlyScope(search.ranges);
  if (scope === undefined) return undefined;
  const request = indexRequest(search, scope, vector);
  const near = await nearestByIndex<LargeRow | NoRow>(search, request);
  if (!near) return undefined;
  return { count: near.length, rows: near.filter((row): row is LargeRow => row.scope !== null) };
}

/** Returns the request to an index, which reads vectors and records in one statement. */
export function indexRequest(
  search: Searched,
  scope: string,
  { values, space, position, limit, selection }: VectorSearch,
): NearestRequest {
  const similarity = new Map([[position, sql`(-near.distance)::real`]]);
  return {
    scope,
    space: space.id,
    dimensions: space.dimensions,
    vector: values,
    limit,
    selection,
    details: {
      columns: sql`r.*`,
      // A lookup cannot become a scan.
      join: sql`left join lateral (
        select ${largeColumns(search, similarity)} from ${search.names.records} as r
        where r.scope = ${scope} and r.id = near.id and ${isSelected(search)} offset 0) as r on true`,
    },
  };
}

interface NoRow {
  readonly scope: null;
}

async function exactKeys(
  search: LargeSearch,
  { values, space, limit }: VectorSearch,
): Promise<readonly Key[]> {
  const { names, ranges } = search;
  return search.channel.rows<Key>(sql`
      select v.scope, v.id from ${names.vectors} as v
      where ${inRanges(sql.ref("v.scope"), ranges)} and v.space = ${sql.lit(space.id)}
      ${byDistance(search, values)} limit ${limit}`);
}

async function selectKeys(search: LargeSearch, keys: readonly Key[]): Promise<readonly LargeRow[]> {
  const paths = textArray(keys.map(({ scope }) => scope));
  const ids = textArray(keys.map(({ id }) => id));
  return search.channel.rows<LargeRow>(sql`
      select ${largeColumns(search)}
      from unnest(${paths}::text[], ${ids}::text[]) as k (scope, id)
      join ${search.names.records} as r on r.scope = k.scope and r.id = k.id
      where ${isSelected(search)}`);
}

async function exactRows(
  search: LargeSearch,
  { values, space, limit }: VectorSearch,
): Promise<readonly LargeRow[]> {
  const { names, ranges } = search;
  return search.channel.rows<LargeRow>(sql`
      select ${largeColumns(search)} from (
        select v.scope, v.id from ${names.vectors} as v
        join ${names.records} as r on r.scope = v.scope and r.id = v.id
        where ${inRanges(sql.ref("v.scope"), ranges)} and v.space = ${sql.lit(space.id)}
          and ${isSelected(search)}
        ${byDistance(search, values)} limit ${limit}) as k
      join ${names.records} as r on r.scope = k.scope and r.id = k.id
      where ${inRanges(sql.ref("r.scope"), ranges)}`);
}

/** Added 0 keeps approximate indexes from answering. */
function byDistance({ names }: LargeSearch, values: Float32Array): Sql {
  const vector = names.vectorOf(values);
  return sql`order by (v.embedding ${names.operator("<#>")} ${vector}) + 0, v.id, v.scope`;
}
