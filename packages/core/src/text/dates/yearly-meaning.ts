import { latestBegun, latestEnded, nextNotOver, nextToBegin, type InYear } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import type { DateContext, DateMeaning } from "./date-rule.js";
import { direction } from "./english-words.js";

/**
 * What comes every year, after "last" (the latest that is over), "this" (of this year), "next" (the
 * first to come) or another word: then the latest that has begun, or the first that is not over
 * where the sentence speaks of the future.
 */
export function yearlyMeaning(
  which: string,
  inYear: InYear,
  context: DateContext,
): DateMeaning | undefined {
  const range = pick(which, inYear, context);
  return range && { range, inYear };
}

function pick(which: string, inYear: InYear, { now, ahead }: DateContext): DateRange | undefined {
  const way = direction(which);
  if (way === -1) return latestEnded(inYear, now);
  if (way === 0) return thisYears(inYear, now);
  if (way === 1) return nextToBegin(inYear, now);
  return ahead ? nextNotOver(inYear, now) : latestBegun(inYear, now);
}

/** In January "this winter" is the one that began in the year before. */
function thisYears(inYear: InYear, now: Date): DateRange | undefined {
  const year = now.getUTCFullYear();
  const before = inYear(year - 1);
  return before && before.to > now ? before : inYear(year);
}
