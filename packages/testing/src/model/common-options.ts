import type { Schedule } from "@kioku/core";
import { checkBoolean, checkFunction, checkNumber, waitedTimer } from "@kioku/core/toolkit";

import type { PatienceOptions } from "./patience.js";

/** Options of the suites of embedders and of rerankers. */
export interface ModelConformanceOptions {
  /**
   * Number of characters of the long text.
   * @defaultValue `100_000`
   */
  readonly longText?: number;
  /**
   * Number of calls at once. An implementation that takes fewer has to let the others wait.
   * @defaultValue `24`
   */
  readonly concurrency?: number;
  /**
   * Claims that a call with much to do stops when it is aborted, instead of being done. The claim
   * is checked.
   * @defaultValue `false`
   */
  readonly stopsUnderWay?: boolean;
  /**
   * Milliseconds after which a call fails its case; more than loading a model takes.
   * @defaultValue `60_000`
   */
  readonly patienceMs?: number;
  /**
   * Says when the patience is over.
   * @defaultValue `setTimeout`
   */
  readonly schedule?: Schedule;
}

/** The same with every default. */
export interface CommonOptions extends PatienceOptions {
  readonly longText: number;
  readonly concurrency: number;
  readonly stopsUnderWay: boolean;
}

/** The names of the members of `ModelConformanceOptions`. */
export const COMMON_MEMBERS: readonly string[] = [
  "longText",
  "concurrency",
  "stopsUnderWay",
  "patienceMs",
  "schedule",
];

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` for one that is wrong.
 */
export function resolveCommonOptions(
  options: ModelConformanceOptions,
  owner: string,
): CommonOptions {
  const { longText = 100_000, concurrency = 24, patienceMs = 60_000 } = options;
  const { stopsUnderWay = false, schedule = waitedTimer } = options;
  checkNumber(longText, `${owner}: longText`, { min: 1_000, integer: true });
  checkNumber(concurrency, `${owner}: concurrency`, { min: 2, integer: true });
  checkNumber(patienceMs, `${owner}: patienceMs`, { above: 0 });
  checkBoolean(stopsUnderWay, `${owner}: stopsUnderWay`);
  checkFunction(schedule, `${owner}: schedule`);
  return { longText, concurrency, patienceMs, stopsUnderWay, schedule };
}
