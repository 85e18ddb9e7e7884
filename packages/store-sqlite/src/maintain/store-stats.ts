import { statSync } from "node:fs";

import type { Connection } from "../sql/connection.js";
import type { SqlRows } from "../sql/sql-text.js";
import type { IndexStats, SpaceStats, StoreStats } from "./store-operations.js";

const COUNTS =
  "select coalesce(sum(records), 0) as records, coalesce(sum(documents), 0) as documents, " +
  "count(*) filter (where records > 0) as scopes from scopes";
const SPACES = "select name as id, dimensions, vectors, state from spaces order by name";

interface StatsSources {
  readonly connection: Connection;
  readonly file: string | undefined;
  readonly index: IndexStats;
}

/** Reads the statistics of one snapshot. */
export async function readStats({ connection, file, index }: StatsSources): Promise<StoreStats> {
  const [counts] = connection.all<Pick<StoreStats, "records" | "documents" | "scopes">>(COUNTS);
  const sizes = await readSizes(connection);
  const spaces = connection.all<SpaceStats>(SPACES);
  const walBytes = file === undefined ? 0 : lengthOf(`${file}-wal`);
  return { records: 0, documents: 0, scopes: 0, ...counts, spaces, ...sizes, walBytes, index };
}

function lengthOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

const SIZES =
  "select page_count * page_size as bytes, freelist_count * page_size as freeBytes " +
  "from pragma_page_count, pragma_page_size, pragma_freelist_count";

/** Reads the length of the database, including the log. */
export async function readSizes(sql: SqlRows): Promise<Pick<StoreStats, "bytes" | "freeBytes">> {
  const [sizes] = await sql.rows<Pick<StoreStats, "bytes" | "freeBytes">>(SIZES);
  return sizes ?? { bytes: 0, freeBytes: 0 };
}
