import type { StrengthRow } from "../../../wire/forgetting.js";
import type { Run } from "./simulation/address.js";
import type { Action, Day } from "./simulation/run.js";

/** State that the parts of the simulator show. */
export interface Shown {
  /** The memories of the run. */
  readonly rows: readonly StrengthRow[];
  /** The whole run. */
  readonly days: readonly Day[];
  /** The day that is looked at. */
  readonly today: Day;
  readonly run: Run;
  /** Actions of the run, by day. */
  readonly actions: readonly Action[];
  /** Probability of each memory to be the one that comes back. */
  readonly chances: readonly number[];
  /** Index of the memory that is chosen. */
  readonly chosen: number;
  /** Changes the run. */
  readonly change: (changes: Partial<Run>) => void;
}

/** A memory that came back by itself. */
export interface Flashback {
  /** Day of it. */
  readonly at: number;
  /** Index of the memory. */
  readonly memory: number;
}
