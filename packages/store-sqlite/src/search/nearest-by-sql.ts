import type { Selection } from "@kioku/core";
import { sql } from "kysely";

import type { Connection } from "../sql/connection.js";
import { oneOf } from "../sql/one-of.js";
import { scriptsOf } from "../sql/scripts-of.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import { cosine } from "../vector/cosine.js";
import { bytesToVector, vectorToBytes } from "../vector/vector-bytes.js";
import type { FoundRecord } from "./found-record.js";
import type { VectorQuery } from "./vector-query.js";

const OF_RECORDS =
  "select r.row, v.vec from records as r " +
  "join vectors as v on v.space = ? and v.scope = r.scope and v.record = r.row " +
  "where r.row in (select value from json_each(?))";
const VECTORS = "select row, vec from vectors where row in (select value from json_each(?))";

/** The nearest vectors of these scopes, by sqlite-vec. */
export function nearestBySql(
  { connection, queries }: StoreContext,
  scopes: readonly number[],
  { space, values, selection, limit }: VectorQuery & { readonly selection: Selection },
): FoundRecord[] {
  if (scopes.length === 0) return [];
  const query = queries
    .selectFrom("vectors as v")
    .innerJoin("records as r", "r.row", "v.record")
    .innerJoin("scopes as s", "s.id", "r.scope")
    .select(["v.row as vector", "r.row", "r.id", scriptsOf("r"), "s.path"])
    .where("v.space", "=", space.id)
    .where(oneOf(sql.ref("v.scope"), scopes))
    .where(selectionSql(selection))
    .orderBy(sql`vec_distance_cosine(v.vec, ${vectorToBytes(values)})`)
    .orderBy("r.id")
    .orderBy("s.path")
    .limit(limit);
  const nearest = connection.query(query.compile());
  const vectors = readVectors(
    connection,
    nearest.map(({ vector }) => vector),
  );
  return nearest.map(({ vector, ...found }) => ({
    ...found,
    score: cosine(values, vectors.get(vector) ?? values),
  }));
}

/** The similarities of those rows that have a vector in the space. */
export function similaritiesBySql(
  { connection }: StoreContext,
  { space, values }: VectorQuery,
  rows: readonly number[],
): Map<number, number> {
  const found = connection.all<VectorRow>(OF_RECORDS, space.id, JSON.stringify(rows));
  return new Map(found.map(({ row, vec }) => [row, cosine(values, bytesToVector(vec))]));
}

interface VectorRow {
  readonly row: number;
  readonly vec: Uint8Array;
}

function readVectors(connection: Connection, rows: readonly number[]): Map<number, Float32Array> {
  const found = connection.all<VectorRow>(VECTORS, JSON.stringify(rows));
  return new Map(found.map(({ row, vec }) => [row, bytesToVector(vec)]));
}
