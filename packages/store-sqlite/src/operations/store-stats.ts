import { statSync } from "node:fs";

import type { SpaceState } from "@kioku/core";

import type { Connection } from "../sql/connection.js";
import { readSizes } from "./file-sizes.js";
import type { MirrorStats } from "./mirror-stats.js";
import { rowsOf } from "./sql-runner.js";

/** How much there is in a store. */
export interface StoreStats {
  /** How many records there are, archived and expired ones included. */
  readonly records: number;
  /** How many of them can be found by their text. */
  readonly documents: number;
  /** How many scopes have records. */
  readonly scopes: number;
  /** The spaces that vectors are in, by id. */
  readonly spaces: readonly SpaceStats[];
  /** The length of the database. */
  readonly bytes: number;
  /** How much of it is in no use: `vacuum` gives it back, and new memories use it first. */
  readonly freeBytes: number;
  /** The length of the write-ahead log; 0 for a database in memory. */
  readonly walBytes: number;
  /** What is kept in memory for searches. */
  readonly mirror: MirrorStats;
}

/** How much there is in a space of vectors. */
export interface SpaceStats {
  /** The name of the space. */
  readonly id: string;
  /** How many numbers a vector has. */
  readonly dimensions: number;
  /** How many vectors there are. */
  readonly vectors: number;
  /** Whether recalls ask it. */
  readonly state: SpaceState;
}

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
