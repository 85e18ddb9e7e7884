import type { DateRange } from "./date-range.js";

/** The units that relative dates count in. Weeks begin on Monday. */
export type DateUnit = "day" | "week" | "month" | "year";

const MONTHS_PER_SEASON = 3;
/** Years to look for a day of the calendar in: 29 February can be eight years apart. */
const YEARS_TO_TRY = 9;

/** Returns a day of the calendar (UTC). Months count from 1; months and days carry over. */
export function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** Returns the unit `offset` units after that of `at`: `("week", -1)` is the week before. */
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

/** Returns the last `count` units with the day of `at`, or the next ones if `count` is negative. */
export function rollingRange(at: Date, unit: DateUnit, count: number): DateRange {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const days = unit === "day" ? count : unit === "week" ? 7 * count : 0;
  const months = unit === "month" ? count : unit === "year" ? 12 * count : 0;
  return count < 0
    ? { from: utcDate(year, month, day), to: utcDate(year, month - months, day - days + 1) }
    : { from: utcDate(year, month - months, day - days), to: utcDate(year, month, day + 1) };
}

/** Returns a month. Months below 1 and above 12 are those of the years around. */
export function monthRange(year: number, month: number): DateRange {
  return { from: utcDate(year, month, 1), to: utcDate(year, month + 1, 1) };
}

/** Returns a day, or undefined if the month has no such day. */
export function dayRange(year: number, month: number, day: number): DateRange | undefined {
  const from = utcDate(year, month, day);
  if (from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return undefined;
  return { from, to: utcDate(year, month, day + 1) };
}

/** Returns a season of the north: 0 is spring from March on, 3 is winter from December on. */
export function seasonRange(year: number, season: number): DateRange {
  const month = MONTHS_PER_SEASON * (season + 1);
  return { from: utcDate(year, month, 1), to: utcDate(year, month + MONTHS_PER_SEASON, 1) };
}

/** Returns a quarter of a year, 1 to 4. */
export function quarterRange(year: number, quarter: number): DateRange {
  const month = MONTHS_PER_SEASON * (quarter - 1) + 1;
  return { from: utcDate(year, month, 1), to: utcDate(year, month + MONTHS_PER_SEASON, 1) };
}

/** Returns the days since the Monday of the week, 0 to 6. */
function daysSinceMonday(at: Date): number {
  return (at.getUTCDay() + 6) % 7;
}

/** Finds the latest occurrence that has begun at `at`, today's included. */
export function latestBegun(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, -1, inYear).find(({ from }) => from <= at);
}

/** Finds the latest occurrence that was over at `at`. */
export function latestEnded(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, -1, inYear).find(({ to }) => to <= at);
}

/** Finds the first occurrence that is not over at `at`. */
export function nextNotOver(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, 1, inYear).find(({ to }) => to > at);
}

/** Finds the first occurrence that begins after `at`. */
export function nextToBegin(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, 1, inYear).find(({ from }) => from > at);
}

/** Returns what comes once a year, in a given year; undefined in years that have none. */
export type InYear = (year: number) => DateRange | undefined;

function yearsFrom(at: Date, step: 1 | -1, inYear: InYear): DateRange[] {
  // From the year before, because winter belongs to two.
  const first = at.getUTCFullYear() - (step === 1 ? 1 : 0);
  return Array.from({ length: YEARS_TO_TRY }, (_, index) => inYear(first + step * index)).filter(
    (range) => range !== undefined,
  );
}

/** Returns the weekend of the week that lies `offset` weeks from now. */
export function weekend(now: Date, offset: number): DateRange {
  const { to } = relativeRange(now, "week", offset);
  return { from: relativeRange(to, "day", -2).from, to };
}

/** Returns a weekday, 0 for Monday, in a week from now, or the latest or next one. */
export function weekday(now: Date, day: number, offset: number | "back" | "ahead"): DateRange {
  const days = day - daysSinceMonday(now);
  if (offset === "back") return relativeRange(now, "day", days < 0 ? days : days - 7);
  if (offset === "ahead") return relativeRange(now, "day", days > 0 ? days : days + 7);
  return relativeRange(now, "day", days + 7 * offset);
}
