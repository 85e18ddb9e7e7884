/** Lifetime of records of one kind. */
export interface RetentionPolicy {
  /** Days after its last change that a record is kept, more than 0. */
  readonly keepDays: number;
  /**
   * Fate of older records: `purge` removes them with their history, and what is left of records of
   * this kind that were forgotten before; `forget` keeps the history; `archive` only puts them
   * aside. Pinned records are not spared.
   * @defaultValue `"purge"`
   */
  readonly afterwards?: "purge" | "forget" | "archive" | undefined;
}
