import type { SqlRows } from "./sql-runner.js";

const SIZES =
  "select page_count * page_size as bytes, freelist_count * page_size as freeBytes " +
  "from pragma_page_count, pragma_page_size, pragma_freelist_count";

/** How long a database is. */
export interface FileSizes {
  readonly bytes: number;
  /** How much of it is in no use. */
  readonly freeBytes: number;
}

/** Asks SQLite, the write-ahead log included. */
export async function readSizes(sql: SqlRows): Promise<FileSizes> {
  const [sizes] = await sql.rows<FileSizes>(SIZES);
  return sizes ?? { bytes: 0, freeBytes: 0 };
}
