/** Which cases a process is to run: those whose number is `index` modulo `processes`. */
export interface DamageOrder {
  /** `log`: what is in the write-ahead log is damaged; `file`: what is in the main file. */
  readonly kind: "log" | "file";
  readonly seed: number;
  /** Number of cases; `every`: cuts the log at every offset, and damages each sector and byte. */
  readonly cases: number | "every";
  readonly directory: string;
  readonly index: number;
  readonly processes: number;
}

/** Result of one case. */
export interface DamageOutcome {
  readonly number: number;
  /** Number of all cases. */
  readonly total: number;
  readonly outcome: LogOutcome | FileOutcome | "defect";
  /** The problem, if it is a defect. */
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
