/** The verbs that read or write long records, each in a process of its own. */
export const HEAP_VERBS = [
  "fill",
  "export",
  "import",
  "import again",
  "list",
  "history",
  "erase dry run",
  "erase",
] as const;

/** A verb of `HEAP_VERBS`. */
export type HeapVerb = (typeof HEAP_VERBS)[number];

/** Number and length of a memory's records. */
export interface HeapRecords {
  readonly name: string;
  readonly records: number;
  readonly versions: number;
  readonly characters: number;
}

/** A scope in a file, and what is done with it. */
export interface HeapOrder extends HeapRecords {
  readonly directory: string;
  readonly verb: HeapVerb;
}

/** Result of the process. */
export interface HeapOutcome {
  /** Versions, records or lines that the verb dealt with. */
  readonly count: number;
  /** The most memory that the process had at any time. */
  readonly peakBytes: number;
}
