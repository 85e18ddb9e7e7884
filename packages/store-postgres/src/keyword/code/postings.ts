/** The texts that have a term, by ascending slot. */
export interface Postings {
  /** Each text once. */
  readonly slots: Uint32Array;
  /** For each of them, an index of `frequencies` and `termCounts`: few texts differ in both. */
  readonly kinds: Uint8Array | Uint32Array;
  /** By kind: how often the text has the term. */
  readonly frequencies: readonly number[];
  /** By kind: how many terms the text has. */
  readonly termCounts: readonly number[];
}
