import { latestBegun, latestEnded, nextNotOver, nextToBegin, type InYear } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import type { DateContext, DateMeaning } from "./date-rule.js";
import { direction } from "./english-words.js";

/**
 * What comes every year, after "last" (the latest that is over), "this" (of this year), "next" (the first to come) or another
 * word: then the latest that has begun, or the first that is not over where the sentence speaks of the future.
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
  switch (direction(which)) {
    case -1:
      return latestEnded(inYear, now);
    case 0:
      return inYear(now.getUTCFullYear());
    case 1:
      return nextToBegin(inYear, now);
    case undefined:
      return ahead ? nextNotOver(inYear, now) : latestBegun(inYear, now);
  }
}
