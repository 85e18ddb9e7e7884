import type { DateRange } from "./date-range.js";

/** The units that relative dates count in. Weeks begin on Monday. */
export type DateUnit = "day" | "week" | "month" | "year";

const MONTHS_PER_SEASON = 3;
/**
 * Years back or ahead in which a day of the calendar is looked for: 29 February can be eight years
 * apart.
 */
const YEARS_TO_TRY = 9;

/**
 * A day of the calendar (UTC). The month counts from 1; months and days that are too large or small
 * carry over.
 */
export function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/**
 * The unit that lies `offset` units after the one that `at` is in: `("week", -1)` is the
 * Monday-to-Sunday week before.
 */
export function relativeRange(at: Date, unit: DateUnit, offset: number): DateRange {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  if (unit === "year")
    return { from: utcDate(year + offset, 1, 1), to: utcDate(year + offset + 1, 1, 1) };
  if (unit === "month") return monthRange(year, month + offset);
  const first = unit === "day" ? day + offset : day - daysSinceMonday(at) + 7 * offset;
  return {
    from: utcDate(year, month, first),
    to: utcDate(year, month, first + (unit === "day" ? 1 : 7)),
  };
}

/**
 * The last `count` units up to and with the day of `at`, or with a negative count the next ones,
 * from that day on.
 */
export function rollingRange(at: Date, unit: DateUnit, count: number): DateRange {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const days = unit === "day" ? count : unit === "week" ? 7 * count : 0;
  const months = unit === "month" ? count : unit === "year" ? 12 * count : 0;
  return count < 0
    ? { from: utcDate(year, month, day), to: utcDate(year, month - months, day - days + 1) }
    : { from: utcDate(year, month - months, day - days), to: utcDate(year, month, day + 1) };
}

/** A month. Months below 1 and above 12 are those of the years around. */
export function monthRange(year: number, month: number): DateRange {
  return { from: utcDate(year, month, 1), to: utcDate(year, month + 1, 1) };
}

/** A day, or undefined if the month has no such day. */
export function dayRange(year: number, month: number, day: number): DateRange | undefined {
  const from = utcDate(year, month, day);
  if (from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return undefined;
  return { from, to: utcDate(year, month, day + 1) };
}

/**
 * A season of the north, by whole months: 0 is spring, March to May; 3 is winter, December to
 * February of the next year.
 */
export function seasonRange(year: number, season: number): DateRange {
  const month = MONTHS_PER_SEASON * (season + 1);
  return { from: utcDate(year, month, 1), to: utcDate(year, month + MONTHS_PER_SEASON, 1) };
}

/** A quarter of a year, 1 to 4. */
export function quarterRange(year: number, quarter: number): DateRange {
  const month = MONTHS_PER_SEASON * (quarter - 1) + 1;
  return { from: utcDate(year, month, 1), to: utcDate(year, month + MONTHS_PER_SEASON, 1) };
}

/** Days since the Monday of the week, 0 to 6. */
export function daysSinceMonday(at: Date): number {
  return (at.getUTCDay() + 6) % 7;
}

/** The latest occurrence that has begun at `at`, today's included. */
export function latestBegun(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, -1, inYear).find(({ from }) => from <= at);
}

/** The latest occurrence that was over at `at`. */
export function latestEnded(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, -1, inYear).find(({ to }) => to <= at);
}

/** The first occurrence that is not over at `at`. */
export function nextNotOver(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, 1, inYear).find(({ to }) => to > at);
}

/** The first occurrence that begins after `at`. */
export function nextToBegin(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, 1, inYear).find(({ from }) => from > at);
}

/** What comes once a year, in a given year; undefined in years that have none. */
export type InYear = (year: number) => DateRange | undefined;

function yearsFrom(at: Date, step: 1 | -1, inYear: InYear): DateRange[] {
  // From the year before, because winter belongs to two.
  const first = at.getUTCFullYear() - (step === 1 ? 1 : 0);
  return Array.from({ length: YEARS_TO_TRY }, (_, index) => inYear(first + step * index)).filter(
    (range) => range !== undefined,
  );
}
