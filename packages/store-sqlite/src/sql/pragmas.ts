/** Durability of acknowledged writes: against a power failure, or a crash of this process. */
export type Durability = "full" | "relaxed";

/** Set on every open, because the file does not keep them. */
const OF_ALL: readonly string[] = ["trusted_schema = off", "temp_store = memory"];

/** Readers access scattered rows, which is fastest without page checks. */
export const READER_PRAGMAS: readonly string[] = [...OF_ALL, "cache_size = -16000"];

/** Larger changes spill to the log during a transaction, which shortens its end. */
export const WRITER_CACHE = "cache_size = -16000";
/** For large transactions, of which 16 MB would still take 20 ms at the end. */
export const SMALL_CACHE = "cache_size = -2000";

const OF_WRITERS: readonly string[] = [
  ...OF_ALL,
  WRITER_CACHE,
  // Notices damage before it spreads.
  "cell_size_check = on",
  "foreign_keys = on",
  // Overwrites deleted content with zeros.
  "secure_delete = on",
  // Length of the log after a large write.
  "journal_size_limit = 67108864",
];

/** Pragmas of writers; the driver's default for WAL files loses writes on a power failure. */
export const WRITER_PRAGMAS: Readonly<Record<Durability, readonly string[]>> = {
  full: [...OF_WRITERS, "synchronous = full"],
  relaxed: [...OF_WRITERS, "synchronous = normal"],
};

/** For a writer whose commits are flushed by `LogSync`; checkpoints are flushed by SQLite. */
export const UNFLUSHED_COMMITS = "synchronous = normal";

/** Returns pragmas for work on the whole file, whose copies may be larger than memory. */
export function maintenancePragmas(durability: Durability): readonly string[] {
  return [...WRITER_PRAGMAS[durability], "temp_store = file", "wal_autocheckpoint = 0"];
}
