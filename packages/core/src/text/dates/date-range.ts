import { documentTerms } from "../terms.js";

/** Length of the text that dates are looked for in, in UTF-16 units. */
export const MAX_DATED_LENGTH: number = 2_000;

/** A half-open stretch of time: `from` belongs to it, `to` does not. Days begin at midnight UTC. */
export interface DateRange {
  /** First instant of the range. */
  readonly from: Date;
  /** First instant after the range; later than `from`. */
  readonly to: Date;
}

const MONTHS = `January February March April May June July August September October
  November December`.split(/\s+/u);
const DAY_MS = 86_400_000;
/** Weeks and the like name the months they are in, of which there may be two. */
const MAX_MONTHS = 2;

/** Returns the keyword terms of a date, the same in every language; none for several years. */
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
