/** Order to a process that hears a talk; it prints the number of chunks after each, then `done`. */
export interface MindOrder {
  readonly path: string;
  /** Seed of the plan of the talk. */
  readonly plan: number;
  readonly leaseMs: number;
  /** Added to the clock of the machine, so that the talk was held just now. */
  readonly clockOffsetMs: number;
}
