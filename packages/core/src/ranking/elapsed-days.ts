import type { MemoryRecord } from "../model/record.js";

const MS_PER_DAY = 86_400_000;

/** When a memory was written and last used, and how stable it is. */
export type Remembered = Pick<MemoryRecord, "strength" | "createdAt">;

/** What is needed to tell how old a memory is. */
interface Moment {
  readonly record: Remembered;
  readonly now: Date;
}

/** Days since the record was written; 0 for one from the future. */
export function daysSinceCreation({ record, now }: Moment): number {
  return daysBetween(record.createdAt, now);
}

/**
 * Days since the record was last marked as used, or was written if it never was; 0 for one from the
 * future.
 */
export function daysSinceUse({ record, now }: Moment): number {
  return daysBetween(record.strength.lastUsedAt ?? record.createdAt, now);
}

/** Days from one instant to a later one; 0 if it is not later. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(to.getTime() - from.getTime(), 0) / MS_PER_DAY;
}
