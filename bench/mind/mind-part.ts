import type { MindSet } from "./mind-set.ts";

/** A figure of a part. Without a bar it is there to be compared with. */
export interface Figure {
  /** Unique within its part. */
  readonly name: string;
  readonly value: number;
  /** It passes from here on. */
  readonly atLeast?: number;
  /** It passes up to here. */
  readonly atMost?: number;
  /** Digits after the point. @defaultValue 0 for whole numbers, else 3 */
  readonly digits?: number;
}

/** Settings of a run, and its progress. */
export interface PartProgress {
  /** Only enough to show that it runs. */
  readonly isQuick: boolean;
  show(what: string, done: number, total: number): void;
}

/** One group of figures of `measure mind`, in a file of its own. */
export interface MindPart {
  /** As `--part` takes it. */
  readonly name: string;
  /** Figures of it in a few words. */
  readonly figures: string;
  /** False if it runs without `--data`. */
  readonly needsData: boolean;
  /** Measures. A part that needs data is never run without. */
  run(set: MindSet | undefined, progress: PartProgress): Promise<readonly Figure[]>;
}

/** Returns whether a figure is where its bar wants it; `undefined` without a bar. */
export function passes({ value, atLeast, atMost }: Figure): boolean | undefined {
  if (atLeast === undefined && atMost === undefined) return undefined;
  return value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
}
