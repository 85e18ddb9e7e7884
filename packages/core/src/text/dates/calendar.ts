import type { DateRange } from "./date-range.js";

/** The units that relative dates count in. Weeks begin on Monday. */
export type DateUnit = "day" | "week" | "month" | "year";

/** Returns what comes once a year, in a given year; undefined in years that have none. */
export type InYear = (year: number) => DateRange | undefined;

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
  return { from: startOf(at, unit, offset), to: startOf(at, unit, offset + 1) };
}

/** Returns the stretch of "a few units ago": two to five. */
export function fewAgo(at: Date, unit: DateUnit): DateRange {
  return { from: startOf(at, unit, -5), to: startOf(at, unit, -1) };
}

function startOf(at: Date, unit: DateUnit, offset: number): Date {
  const [year, month, day] = partsOf(at);
  if (unit === "year") return utcDate(year + offset, 1, 1);
  if (unit === "month") return utcDate(year, month + offset, 1);
  if (unit === "day") return utcDate(year, month, day + offset);
  return utcDate(year, month, day - daysSinceMonday(at) + 7 * offset);
}

/** Returns the last `count` units with the day of `at`, or the next ones if `count` is negative. */
export function rollingRange(at: Date, unit: DateUnit, count: number): DateRange {
  const [year, month, day] = partsOf(at);
  const days = unit === "day" ? count : unit === "week" ? 7 * count : 0;
  const months = unit === "month" ? count : unit === "year" ? 12 * count : 0;
  return count < 0
    ? { from: utcDate(year, month, day), to: utcDate(year, month - months, day - days + 1) }
    : { from: utcDate(year, month - months, day - days), to: utcDate(year, month, day + 1) };
}

function daysSinceMonday(at: Date): number {
  return (at.getUTCDay() + 6) % 7;
}

function partsOf(at: Date): [year: number, month: number, day: number] {
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
}

/** Returns a month, or several from it on. One below 1 or above 12 is of the years around. */
export function monthRange(year: number, month: number, count = 1): DateRange {
  return { from: utcDate(year, month, 1), to: utcDate(year, month + count, 1) };
}

/** Returns the years from the first to the last. */
export function yearRange(first: number, last: number = first): DateRange {
  return { from: utcDate(first, 1, 1), to: utcDate(last + 1, 1, 1) };
}

/** Returns a day, or undefined if the month has no such day. */
export function dayRange(year: number, month: number, day: number): DateRange | undefined {
  const from = utcDate(year, month, day);
  if (from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return undefined;
  return { from, to: utcDate(year, month, day + 1) };
}

/** Returns a season of the north: 0 is spring from March on, 3 is winter from December on. */
export function seasonRange(year: number, season: number): DateRange {
  return monthRange(year, 3 * season + 3, 3);
}

/** Returns a quarter of a year, 1 to 4. */
export function quarterRange(year: number, quarter: number): DateRange {
  return monthRange(year, 3 * quarter - 2, 3);
}

/** Finds the latest occurrence that has begun at `at`, today's included. */
export function latestBegun(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, -1, inYear).find(({ from }) => from <= at);
}

/** Finds the first occurrence that is not over at `at`. */
export function nextNotOver(inYear: InYear, at: Date): DateRange | undefined {
  return yearsFrom(at, 1, inYear).find(({ to }) => to > at);
}

/** Returns the occurrences of some years, from about the year of `at` back or on. */
export function yearsFrom(at: Date, step: 1 | -1, inYear: InYear): DateRange[] {
  // From the year before, because winter belongs to two.
  const first = at.getUTCFullYear() - (step === 1 ? 1 : 0);
  const years = Array.from({ length: YEARS_TO_TRY }, (_, index) => inYear(first + step * index));
  return years.filter((range) => range !== undefined);
}

/** Returns the weekend of the week that lies `offset` weeks from now. */
export function weekend(now: Date, offset: number): DateRange {
  const { to } = relativeRange(now, "week", offset);
  return { from: startOf(to, "day", -2), to };
}

/** Returns a weekday, 0 for Monday, in a week from now, or the latest or next one. */
export function weekday(now: Date, day: number, offset: number | "back" | "ahead"): DateRange {
  const days = day - daysSinceMonday(now);
  if (offset === "back") return relativeRange(now, "day", days < 0 ? days : days - 7);
  if (offset === "ahead") return relativeRange(now, "day", days > 0 ? days : days + 7);
  return relativeRange(now, "day", days + 7 * offset);
}
