import type { Plan } from "../crash/plan-step.ts";
import type { SentWorld } from "../crash/world.ts";
import type { RunFiles } from "./scenario.ts";

/** A defect that the harness must find, or it proves nothing. */
export type PowerControl = (typeof POWER_CONTROLS)[number];

/**
 * Every defect by name. `acknowledgement`: the writer acknowledges before it writes. `sync`: the
 * disk answers a sync before it has written anything. `durability`: the store promises to survive a
 * crash only.
 */
export const POWER_CONTROLS = ["acknowledgement", "sync", "durability"] as const;

/** Task of a recorded writer, which acknowledges each step by its number. */
export interface PowerOrder extends RunFiles {
  readonly plan: Plan;
  /** Number of steps that it starts before the first of them is acknowledged. */
  readonly depth: number;
  readonly steps: number;
  /** True if it closes the store at the end. */
  readonly closes: boolean;
  /** Content of the file. */
  readonly world: SentWorld;
}

/** Task of one of several recorded processes that write, read and erase facts. */
export interface CallersOrder extends RunFiles {
  /** Number of this process, and of all. */
  readonly worker: number;
  readonly workers: number;
  /** Callers at once in each process, and calls of each. */
  readonly callers: number;
  readonly steps: number;
  readonly seed: number;
}
