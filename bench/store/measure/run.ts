import type { Place } from "../../places/place.ts";
import type { BenchData, BenchQuery } from "../data/bench-data.ts";
import type { Numbers } from "../data/numbers.ts";
import type { Kioku } from "../open-kioku.ts";

/** Called with the progress of a run. */
export type OnStep = (what: string, done: number, total: number) => void;

/** Everything that the steps of one run work with. */
export interface Run {
  readonly kioku: Kioku;
  readonly data: BenchData;
  readonly place: Place;
  /** For files of other stores. */
  readonly folder: string;
  /** Asked before anything is measured. */
  readonly warmUp: readonly BenchQuery[];
  readonly queries: readonly BenchQuery[];
  /** The number of the first of these queries. */
  readonly firstQuery: number;
  /** The number of the first query after them, which nothing has asked yet. */
  readonly nextQuery: number;
  /** Numbers of records that are written on the way. */
  readonly numbers: Numbers;
  readonly onStep: OnStep;
}
