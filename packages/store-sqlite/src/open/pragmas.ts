/** Set on every open, because none of them is kept in the file. The waiting time is set by the driver. */
export const PRAGMAS: readonly string[] = [
  // The driver re-opens a file with a write-ahead log at NORMAL, which loses acknowledged writes when power fails.
  "synchronous = full",
  "foreign_keys = on",
  "trusted_schema = off",
  "cell_size_check = on",
  // Deleted content is overwritten with zeros.
  "secure_delete = on",
  "temp_store = memory",
  // What a large write leaves of the write-ahead log.
  "journal_size_limit = 67108864",
  // 64 MB of pages of our own, 1 GB of the file mapped.
  "cache_size = -64000",
  "mmap_size = 1073741824",
];
