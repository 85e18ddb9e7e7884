/** Which cases a process is to run: those whose number is `index` modulo `processes`. */
export interface DamageOrder {
  /** `log`: what is in the write-ahead log is damaged; `file`: what is in the main file. */
  readonly kind: "log" | "file";
  readonly seed: number;
  /**
   * How many cases; `every`: the log cut at every offset, and each of its sectors and bytes
   * damaged.
   */
  readonly cases: number | "every";
  readonly directory: string;
  readonly index: number;
  readonly processes: number;
}

/** What became of one case. */
export interface DamageOutcome {
  readonly number: number;
  /** How many cases there are in all. */
  readonly total: number;
  readonly outcome: LogOutcome | FileOutcome | "defect";
  /** What is wrong, if it is a defect. */
  readonly detail?: string;
}

/**
 * `prefix`: exactly what was committed before the damage is there; `refused`: a typed error, and
 * the file is as it was.
 */
export type LogOutcome = "prefix" | "refused";

/**
 * `refused`: a typed error; `found`: an integrity check tells; `harmless`: all is as before;
 * `unguarded`: a record reads otherwise, and no checksum could tell.
 */
export type FileOutcome = "refused" | "found" | "harmless" | "unguarded";
