import type { VectorLeg } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { askOn } from "../../ask.js";
import { textArray } from "../../client/encode-array.js";
import { inAreas } from "../../sql/area-sql.js";
import { nearestByIndex } from "../nearest-by-index.js";
import type { NearestRequest } from "../nearest-by-index.js";
import type { SearchedSpace } from "../searched-spaces.js";
import { bestRows } from "./best-rows.js";
import { isSelected, largeColumns } from "./large-search.js";
import type { LargeRow, LargeSearch, LegMatches, Searched } from "./large-search.js";

type Sql = RawBuilder<unknown>;

/** So many more are looked for than asked, because the selection may not have all of them. */
const SPARE = 16;

/** What names a record. */
interface Key {
  readonly scope: string;
  readonly id: string;
}

/** The place of a vector leg among the legs, and how many it may find. */
export interface LegPlace {
  readonly place: number;
  readonly limit: number;
}

/**
 * The nearest vectors of the selection. Most selections have most records: so the nearest of all
 * are found first, without looking at their records, and only if too few of them are selected, all
 * records are looked at.
 */
export async function nearest(
  search: LargeSearch,
  leg: VectorLeg,
  { place, limit }: LegPlace,
): Promise<LegMatches> {
  const scoreOf = (row: LargeRow): number | undefined => {
    const similarity = row[`similarity${place}`] ?? undefined;
    // Adding up in single precision leads beyond.
    return similarity === undefined ? undefined : Math.min(Math.max(similarity, -1), 1);
  };
  const space = search.spaces.get(place);
  if (!space) return { best: [], scoreOf };
  const vector = { values: leg.values, space, place };
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

/** The vectors that are looked for. */
export interface VectorSearch extends Pick<NearestRequest, "selection"> {
  readonly values: Float32Array;
  readonly space: SearchedSpace;
  /** Place of the leg. */
  readonly place: number;
  readonly limit: number;
}

interface NearRows {
  /** How many vectors were found. */
  readonly count: number;
  /** Those of their records that the selection has. */
  readonly rows: readonly LargeRow[];
}

async function nearestOfAll(search: LargeSearch, vector: VectorSearch): Promise<NearRows> {
  const near = await rowsByIndex(search, vector);
  if (near) return near;
  const keys = await exactKeys(search, vector);
  return { count: keys.length, rows: await selectKeys(search, keys) };
}

/** Only the vectors of one scope can have an index; `undefined` where it does not answer. */
async function rowsByIndex(
  search: LargeSearch,
  vector: VectorSearch,
): Promise<NearRows | undefined> {
  const [only, ...others] = search.areas;
  if (!only || only.below || others.length > 0) return undefined;
  const request = indexRequest(search, only.path, vector);
  const near = await nearestByIndex<LargeRow | NoRow>(search, request);
  if (!near) return undefined;
  return { count: near.length, rows: near.filter((row): row is LargeRow => row.scope !== null) };
}

/** What an index is asked: vectors and records in one statement. */
export function indexRequest(
  search: Searched,
  scope: string,
  { values, space, place, limit, selection }: VectorSearch,
): NearestRequest {
  const similarity = new Map([[place, sql`(-near.distance)::real`]]);
  return {
    scope,
    space: space.id,
    dimensions: space.dimensions,
    vector: values,
    limit,
    selection,
    details: {
      columns: sql`r.*`,
      // As a lookup for each it cannot become a scan.
      join: sql`left join lateral (
        select ${largeColumns(search, similarity)} from ${search.names.records} as r
        where r.scope = ${scope} and r.id = near.id and ${isSelected(search)} offset 0) as r on true`,
    },
  };
}

/** Of a vector whose record the selection does not have. */
interface NoRow {
  readonly scope: null;
}

async function exactKeys(
  search: LargeSearch,
  { values, space, limit }: VectorSearch,
): Promise<readonly Key[]> {
  const { names, areas } = search;
  return askOn(search)<Key>(
    () => sql`
      select v.scope, v.id from ${names.vectors} as v
      where ${inAreas(sql.ref("v.scope"), areas)} and v.space = ${sql.lit(space.id)}
      ${byDistance(search, values)} limit ${limit}`,
  );
}

async function selectKeys(search: LargeSearch, keys: readonly Key[]): Promise<readonly LargeRow[]> {
  const paths = textArray(keys.map(({ scope }) => scope));
  const ids = textArray(keys.map(({ id }) => id));
  return askOn(search)<LargeRow>(
    () => sql`
      select ${largeColumns(search)}
      from unnest(${paths}::text[], ${ids}::text[]) as k (scope, id)
      join ${search.names.records} as r on r.scope = k.scope and r.id = k.id
      where ${isSelected(search)}`,
  );
}

async function exactRows(
  search: LargeSearch,
  { values, space, limit }: VectorSearch,
): Promise<readonly LargeRow[]> {
  const { names, areas } = search;
  return askOn(search)<LargeRow>(
    () => sql`
      select ${largeColumns(search)} from (
        select v.scope, v.id from ${names.vectors} as v
        join ${names.records} as r on r.scope = v.scope and r.id = v.id
        where ${inAreas(sql.ref("v.scope"), areas)} and v.space = ${sql.lit(space.id)}
          and ${isSelected(search)}
        ${byDistance(search, values)} limit ${limit}) as k
      join ${names.records} as r on r.scope = k.scope and r.id = k.id
      where ${inAreas(sql.ref("r.scope"), areas)}`,
  );
}

/** Adding nothing to the distance keeps approximate indexes from answering. */
function byDistance({ names }: LargeSearch, values: Float32Array): Sql {
  const vector = names.vectorOf(values);
  return sql`order by (v.embedding ${names.operator("<#>")} ${vector}) + 0, v.id, v.scope`;
}
