import type { DateRange } from "./date-range.js";
import { loadFindDates } from "./load-find-dates.js";
import { mayHoldDate } from "./may-hold-date.js";

/**
 * The dates and ranges that a question names, in its order, as wide as they were said: "last May"
 * is that month, "three days ago" a day. A month or day without a year is the latest that has
 * begun, because memories are about the past. English, Chinese and Japanese; without a date it is a
 * matter of microseconds.
 */
export async function datesInQuery(text: string, now: Date): Promise<readonly DateRange[]> {
  if (!mayHoldDate(text)) return [];
  const findDates = await loadFindDates();
  return findDates(text, { now, isAhead: () => false });
}
