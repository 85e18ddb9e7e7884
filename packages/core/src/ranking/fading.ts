import type { MemoryRecord } from "../model/record.js";
import { retrievability } from "./forgetting.js";

const MS_PER_DAY = 86_400_000;

/**
 * Whether the probability of recall (FSRS-6) has fallen below a threshold. Time counts from the
 * last use, or from when it was written or became true, if that is later: what was just corrected
 * has not faded.
 */
export function hasFaded(record: MemoryRecord, now: Date, threshold: number): boolean {
  const { strength, updatedAt, validFrom = updatedAt } = record;
  const { lastUsedAt = updatedAt, stabilityDays } = strength;
  const since = Math.max(lastUsedAt.getTime(), updatedAt.getTime(), validFrom.getTime());
  return retrievability((now.getTime() - since) / MS_PER_DAY, stabilityDays) < threshold;
}
