import type { Durability } from "../options.js";

/** Set on every open, because none of them is kept in the file. */
const OF_ALL: readonly string[] = ["trusted_schema = off", "temp_store = memory"];

/** Readers look at rows here and there, which is quickest if no look checks the whole page. */
export const READER_PRAGMAS: readonly string[] = [...OF_ALL, "cache_size = -16000"];

/** Changes beyond 16 MB go to the log while a transaction runs, so its end takes less at once. */
export const WRITER_CACHE = "cache_size = -16000";
/** For a large transaction, of which 16 MB would still take 20 ms at its end. */
export const SMALL_CACHE = "cache_size = -2000";

const OF_WRITERS: readonly string[] = [
  ...OF_ALL,
  WRITER_CACHE,
  // What is damaged is noticed before it spreads.
  "cell_size_check = on",
  "foreign_keys = on",
  // Deleted content is overwritten with zeros.
  "secure_delete = on",
  // What a large write leaves of the write-ahead log.
  "journal_size_limit = 67108864",
];

/**
 * Set for those who write. The driver re-opens a file with a write-ahead log at NORMAL, which loses
 * acknowledged writes when power fails.
 */
export const WRITER_PRAGMAS: Readonly<Record<Durability, readonly string[]>> = {
  full: [...OF_WRITERS, "synchronous = full"],
  relaxed: [...OF_WRITERS, "synchronous = normal"],
};

/**
 * Set for the connection that works on the whole file: what it copies may be larger than memory.
 */
export function maintenancePragmas(durability: Durability): readonly string[] {
  return [...WRITER_PRAGMAS[durability], "temp_store = file", "wal_autocheckpoint = 0"];
}
