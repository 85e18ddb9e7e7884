import { language } from "../frame/settings.js";

const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Writes a number with separators and at most so many decimals. */
export function number(value: number, decimals = 0): string {
  return inNumbers({ maximumFractionDigits: decimals }).format(value);
}

/** Writes a share, 0 to 1, as percent. */
export function percent(share: number): string {
  return inNumbers({ style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Writes an instant as a date and a time. */
export function dateTime(at: string | Date): string {
  return inDates({ dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
}

/** Writes an instant as a date. */
export function date(at: string | Date): string {
  return inDates({ dateStyle: "medium" }).format(new Date(at));
}

/** Writes the month of an instant. */
export function month(at: Date): string {
  return inDates({ month: "short" }).format(at);
}

/** Writes a length in bytes. */
export function bytes(length: number): string {
  const unit = ["byte", "kilobyte", "megabyte", "gigabyte"][powerOf(length)] ?? "terabyte";
  const value = length / 1000 ** powerOf(length);
  const style = { style: "unit", unit, unitDisplay: "short", maximumSignificantDigits: 3 } as const;
  return inNumbers(style).format(value);
}

/** Writes an instant as a time of day, to the second. */
export function time(at: string | Date): string {
  return inDates({ timeStyle: "medium" }).format(new Date(at));
}

/** Writes the distance of an instant from another, such as `3 days ago`. */
export function relative(at: string | Date, now: Date): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1000;
  const format = kept("relative", () => new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }));
  const [unit, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? ["second", 1];
  return format.format(Math.round(seconds / length), unit);
}

/** Returns the writer of numbers in the language that is chosen. */
export function inNumbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(options, () => new Intl.NumberFormat(locale(), options));
}

function inDates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(options, () => new Intl.DateTimeFormat(locale(), options));
}

/** Writers by language and options: to make one takes longer than a hundred texts. */
const writers = new Map<string, unknown>();

function kept<T>(options: unknown, make: () => T): T {
  const key = locale() + JSON.stringify(options);
  const writer = writers.get(key) ?? make();
  writers.set(key, writer);
  return writer as T;
}

function powerOf(length: number): number {
  return length < 1 ? 0 : Math.min(4, Math.floor(Math.log10(length) / 3));
}

/** Returns the name of the language for `Intl`. */
export function locale(): string {
  return language.value === "zh" ? "zh-CN" : "en-GB";
}
