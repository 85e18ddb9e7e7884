/** Task of a process with misbehaving callbacks. */
export interface CallbackOrder {
  /** For its files. */
  readonly directory: string;
  readonly store: "memory" | "sqlite";
  /** The first case that it runs, of those on this store. */
  readonly from: number;
  /** Part of the names of the cases to run. */
  readonly only?: string | undefined;
  /** Gives each callback one fault on SQLite, instead of every fault. */
  readonly isSample?: boolean | undefined;
  /** Adds a case that drops a rejection, which must be found. */
  readonly careless?: boolean | undefined;
}
