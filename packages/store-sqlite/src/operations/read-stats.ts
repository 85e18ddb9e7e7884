import { statSync } from "node:fs";

import type { Connection } from "../sql/connection.js";
import { readSizes } from "./file-sizes.js";
import type { MirrorStats } from "./mirror-stats.js";
import { rowsOf } from "./sql-runner.js";
import type { SpaceStats, StoreStats } from "./store-stats.js";

const COUNTS =
  "select coalesce(sum(records), 0) as records, coalesce(sum(documents), 0) as documents, " +
  "count(*) filter (where records > 0) as scopes from scopes";
const SPACES = "select name as id, dimensions, vectors, state from spaces order by name";

/** Where the figures come from. */
export interface StatsSources {
  readonly connection: Connection;
  /** The absolute path of the database; `undefined` if it is in memory. */
  readonly file: string | undefined;
  readonly mirror: MirrorStats;
}

/** Reads all figures of one state of the database. */
export async function readStats({ connection, file, mirror }: StatsSources): Promise<StoreStats> {
  const [counts] = connection.all<Pick<StoreStats, "records" | "documents" | "scopes">>(COUNTS);
  const sizes = await readSizes(rowsOf(connection));
  const spaces = connection.all<SpaceStats>(SPACES);
  const walBytes = file === undefined ? 0 : lengthOf(`${file}-wal`);
  return { records: 0, documents: 0, scopes: 0, ...counts, spaces, ...sizes, walBytes, mirror };
}

function lengthOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
