/** How long records of one kind are kept. */
export interface RetentionPolicy {
  /** Days after its last change that a record is kept, more than 0. */
  readonly keepDays: number;
  /**
   * What happens to it then: `purge` removes it with its history, and what is left of records of
   * this kind that were forgotten before; `forget` keeps the history; `archive` only puts it aside.
   * Pinned records are not spared.
   * @defaultValue `"purge"`
   */
  readonly afterwards?: "purge" | "forget" | "archive" | undefined;
}
