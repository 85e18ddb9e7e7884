/** A moment on the two axes of time: what was believed then, and what was true then. */
export interface AsOf {
  /**
   * Reads what this memory knew at that instant: every record in the last version written by then.
   * What has expired or was purged since is not known any more.
   * @defaultValue now
   */
  readonly knownAt?: Date | undefined;
  /**
   * Only what was true at that instant: `validFrom` at or before it, `validTo` after it.
   * @defaultValue now
   */
  readonly validAt?: Date | undefined;
}
