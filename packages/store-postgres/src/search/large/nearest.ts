import type { VectorLeg } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { ownVectors, tableGroups, type VectorTable } from "../../index/vector-tables.js";
import { textArray } from "../../sql/encode.js";
import { inRanges, onlyScope } from "../../sql/fragments.js";
import type { SearchedSpace } from "../space-cache.js";
import {
  amongTablesOf,
  bestRows,
  isSelected,
  largeColumns,
  tablesIn,
  vectorsIn,
} from "./large-search.js";
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
      (await selectKeys(
        search,
        await exactKeys(search, { ...vector, limit, selection: search.selected }),
      ));
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

/** Only a single scope can have an index, in its own table. */
async function rowsByIndex(
  search: LargeSearch,
  vector: VectorSearch,
): Promise<NearRows | undefined> {
  const scope = onlyScope(search.ranges);
  if (scope === undefined) return undefined;
  const [table] = tablesIn(search, vector.space.id);
  if (!table) return undefined;
  const request = indexRequest(search, table, vector);
  const near = await nearestByIndex<LargeRow | NoRow>(search, request);
  if (!near) return undefined;
  return { count: near.length, rows: near.filter((row): row is LargeRow => row.scope !== null) };
}

/** Returns the request to an index, which reads vectors and records in one statement. */
export function indexRequest(
  search: Searched,
  table: VectorTable,
  { values, space, position, limit, selection }: VectorSearch,
): NearestRequest {
  const similarity = new Map([[position, sql`(-near.distance)::real`]]);
  return {
    table,
    dimensions: space.dimensions,
    vector: values,
    limit,
    selection,
    details: {
      columns: sql`r.*`,
      // A lookup cannot become a scan.
      join: sql`left join lateral (
        select ${largeColumns(search, similarity)} from ${search.names.records} as r
        where r.scope = ${table.scope} and r.id = near.id and ${isSelected(search)} offset 0) as r on true`,
    },
  };
}

interface NoRow {
  readonly scope: null;
}

/** Finds the nearest; added 0 keeps approximate indexes from answering. */
async function exactKeys(
  search: LargeSearch,
  { values, space, limit, selection }: VectorSearch,
): Promise<readonly Key[]> {
  const { names, ranges } = search;
  const distance = sql`(v.embedding ${names.operator("<#>")} ${names.vectorOf(values)}) + 0`;
  const nearestIn = (vectors: Sql): Sql => sql`
      select v.scope, v.id, ${distance} as distance from ${vectors} as v
      ${selection ? sql`join ${names.records} as r on r.scope = v.scope and r.id = v.id` : sql``}
      where ${inRanges(sql.ref("v.scope"), ranges)} and v.space = ${sql.lit(space.id)}
        ${selection ? sql`and ${isSelected(search)}` : sql``}
      order by distance, v.id, v.scope limit ${limit}`;
  const groups = tableGroups(tablesIn(search, space.id));
  if (groups.length <= 1) return search.channel.rows<Key>(nearestIn(vectorsIn(search, space.id)));
  const parts = groups.map((tables) => ownVectors(names, tables));
  const all = [names.vectors, ...parts].map((vectors) => sql`(${nearestIn(vectors)})`);
  return search.channel.rows<Key>(sql`
      select scope, id from (${sql.join(all, sql` union all `)}) as v
      order by distance, id, scope limit ${limit}`);
}

async function selectKeys(search: LargeSearch, keys: readonly Key[]): Promise<readonly LargeRow[]> {
  const paths = textArray(keys.map(({ scope }) => scope));
  const ids = textArray(keys.map(({ id }) => id));
  return search.channel.rows<LargeRow>(sql`
      select ${largeColumns(amongTablesOf(search, keys))}
      from unnest(${paths}::text[], ${ids}::text[]) as k (scope, id)
      join ${search.names.records} as r on r.scope = k.scope and r.id = k.id
      where ${isSelected(search)}`);
}
