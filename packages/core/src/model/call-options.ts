/** Options of every asynchronous call. */
export interface CallOptions {
  /**
   * Aborting it rejects the call with the signal's reason; what was not committed by then is not
   * written.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Options of every call that changes something: the author and the reason, kept in the record's
 * history.
 */
export interface WriteOptions extends CallOptions {
  /** Who makes this change, such as a user id or the name of a skill. Shown by `history`. */
  readonly actor?: string | undefined;
  /** Why, in a few words. Shown by `history`. */
  readonly cause?: string | undefined;
}
