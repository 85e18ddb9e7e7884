/** What is kept in memory so that searches of large scopes do not read the file. */
export interface MirrorStats {
  /** How much memory it takes, without `vectorsBytes`. */
  readonly bytes: number;
  /** How much both may take together: option `mirrorBytes`. */
  readonly limitBytes: number;
  /** How many scopes, or trees of scopes, it is about. */
  readonly areas: number;
  /**
   * How often an area was read into memory since the store was opened. A number that keeps growing
   * says that `limitBytes` is too small for what is asked.
   */
  readonly loads: number;
  /** How many records these have, counted once for each area they are in. */
  readonly records: number;
  /** How much of it holds codes of vectors. */
  readonly codesBytes: number;
  /** How much of it holds lists of the records that have a term. */
  readonly postingsBytes: number;
  /**
   * How much more holds whole vectors, as they are on disk, of records that searches compared
   * lately: at most an eighth of the limit.
   */
  readonly vectorsBytes: number;
}
