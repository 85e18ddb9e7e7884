/** One page of a longer list. */
export interface Page<T> {
  /** The items of this page, in the order asked for. */
  readonly items: readonly T[];
  /**
   * Pass it to the same call for the next page; absent on the last page. Opaque, but safe to store
   * and send.
   */
  readonly cursor?: string;
}
