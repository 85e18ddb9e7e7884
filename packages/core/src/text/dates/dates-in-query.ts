import type { DateRange } from "./date-range.js";
import { findDates } from "./find-dates.js";

/**
 * The dates and ranges that a question names, in its order, as wide as they were said: "last May" is that month, "three days ago"
 * a day. A month or day without a year is the latest that has begun, because memories are about the past. English,
 * Chinese and Japanese; without a date it is a matter of microseconds.
 */
export function datesInQuery(text: string, now: Date): Promise<readonly DateRange[]> {
  return findDates(text, { now, isAhead: () => false });
}
