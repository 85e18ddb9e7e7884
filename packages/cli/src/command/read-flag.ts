import { usageError } from "./cli-error.js";
import type { Flag } from "./flags.js";

const DURATION = /^(?<count>\d+(?:\.\d+)?)(?<unit>ms|s|m|h|d|w)$/u;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Returns the value of a flag from its text. @throws `CliError` if it does not fit the type. */
export function readFlag(
  [name, flag]: readonly [name: string, flag: Flag],
  given: unknown,
  now: Date,
): unknown {
  if (flag.type === "boolean") return given === true;
  if (flag.type === "list") return given ?? [];
  if (typeof given !== "string") return undefined;
  const value = readText(flag, given, now);
  if (value !== undefined) return value;
  throw usageError(`--${name} must be ${expected(flag)}, got "${given}"`);
}

function readText(flag: Flag, text: string, now: Date): unknown {
  if (flag.type === "choice") return flag.choices?.includes(text) === true ? text : undefined;
  if (flag.type === "integer") return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
  if (flag.type === "number") return /^\d*\.?\d+$/u.test(text) ? Number(text) : undefined;
  if (flag.type === "duration") return readDuration(text);
  if (flag.type === "date") return readDate(text, now);
  return text;
}

function expected({ type, choices = [] }: Flag): string {
  if (type === "choice") return `one of ${choices.join(", ")}`;
  if (type === "integer") return "a whole number";
  if (type === "duration") return "a duration such as 90s, 15m, 1h or 7d";
  if (type === "date") return "a date such as 2026-11-26, 2026-11-26T14:00, today or 7d (ago)";
  return "a number";
}

/** Returns a duration such as `15m` in milliseconds; `undefined` if it is none. */
export function readDuration(text: string): number | undefined {
  const { count, unit } = DURATION.exec(text)?.groups ?? {};
  return count === undefined ? undefined : Number(count) * (UNIT_MS[unit ?? ""] ?? 0);
}

/** Returns an instant: ISO 8601 (local time without a zone), `today`, `yesterday`, or an age. */
export function readDate(text: string, now: Date): Date | undefined {
  const age = readDuration(text);
  if (age !== undefined) return new Date(now.getTime() - age);
  if (text === "today" || text === "yesterday") {
    const day = now.getDate() - (text === "yesterday" ? 1 : 0);
    return new Date(now.getFullYear(), now.getMonth(), day);
  }
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)?)?$/u.test(text))
    return undefined;
  // A day alone would be midnight in UTC.
  const date = new Date(text.length === 10 ? `${text}T00:00` : text);
  // Of 30 February it would make 2 March.
  const isDay = new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10));
  return isDay && !Number.isNaN(date.getTime()) ? date : undefined;
}
