import { documentTerms } from "../terms.js";
import type { DateRange } from "./date-range.js";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const DAY_MS = 86_400_000;
/** Weeks and the like name the months they are in, of which there may be two. */
const MAX_MONTHS = 2;

/**
 * Returns the keyword terms of a date: of a day the day, the month's name and the year; of a month,
 * week or weekend the month's name (or two) and the year; of more within a year the year; of still
 * more none. The same in every language.
 */
export function dateRangeTerms({ from, to }: DateRange): string[] {
  const last = new Date(to.getTime() - 1);
  const [year, lastYear] = [from.getUTCFullYear(), last.getUTCFullYear()];
  const first = 12 * year + from.getUTCMonth();
  const months = 12 * lastYear + last.getUTCMonth() - first + 1;
  if (months > MAX_MONTHS) return year === lastYear ? documentTerms(String(year)) : [];
  const names = Array.from({ length: months }, (_, index) => MONTHS[(first + index) % 12] ?? "");
  const day = to.getTime() - from.getTime() <= DAY_MS ? from.toISOString().slice(0, 10) : undefined;
  const years = year === lastYear ? [year] : [year, lastYear];
  return documentTerms([...(day === undefined ? years : [day]), ...names].join(" "));
}
