import type { Engine } from "../places/place.ts";
import type { Times } from "../times.ts";
import type { CpuBeside } from "./cpu-beside.ts";

/** Times of small scopes without and with large ones beside them, in milliseconds. */
export interface Beside {
  readonly without: Times;
  readonly with: Times;
  /** Median with large scopes, divided by the median without. */
  readonly ratio: number;
}

/** Figures of one run. */
export interface LargeReport {
  readonly engine: Engine;
  readonly large: number;
  readonly vectors: number;
  readonly small: number;
  readonly records: number;
  readonly dimensions: number;
  readonly rounds: number;
  /** Whole recalls in a small scope. */
  readonly recall: Beside;
  /** Single calls of `remember` in a small scope. */
  readonly remember: Beside;
  /** The first recall of a new connection, with opening. */
  readonly firstRecall: Beside;
  /** Processor time of the server for these. */
  readonly cpu: { readonly recall: CpuBeside; readonly remember: CpuBeside };
  /** A statement that asks for nothing. */
  readonly roundTrip: Times;
  /** The ten nearest of a small scope in a plain table. */
  readonly plainSearch: Times;
  /** A row inserted into that table, which has an HNSW index over all small scopes. */
  readonly plainInsert: Times;
  /** Time in which `maintain` made all large scopes ready. */
  readonly settleMs: number;
  readonly seed: number;
}
