import type { Change } from "./growth.ts";

/** Counts of a memory in use for a long time. */
export interface SoakReport {
  /** Times that it was opened, used, looked at and closed. */
  rounds: number;
  /** Calls of all callers. */
  calls: number;
  /** Calls by verb. */
  readonly byVerb: Record<string, number>;
  /** Records that were compared with what they have to be, summed over the rounds. */
  compared: number;
  /** Talks that a mind heard and consolidated, and that were compared with what it has to know. */
  talks: number;
  /** Backups that were made in the middle of it, restored and compared. */
  backups: number;
  /** Answers and records that were not as they have to be. */
  wrong: number;
  /** Figures at the beginning and at the end. */
  figures: Readonly<Record<string, Change>>;
  /** Figures that have grown more than they may. */
  grown: number;
  /** The first defects in words. */
  readonly defects: string[];
}

const MAX_DEFECTS = 10;

/** Makes one with nothing counted. */
export function emptyReport(): SoakReport {
  const counts = { rounds: 0, calls: 0, compared: 0, talks: 0, backups: 0, wrong: 0, grown: 0 };
  return { ...counts, byVerb: {}, figures: {}, defects: [] };
}

/** Counts what is wrong. */
export function noteWrong(report: SoakReport, ...problems: readonly string[]): void {
  report.wrong += problems.length;
  report.defects.push(...problems.slice(0, MAX_DEFECTS - report.defects.length));
}
