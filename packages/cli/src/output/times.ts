const UNITS = [
  ["year", 365.25 * 86_400_000],
  ["month", 30.44 * 86_400_000],
  ["week", 7 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Returns how long ago an instant is, or in what time: `3 days ago`, `in 2 hours`, `just now`. */
export function relativeTime(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  // Of a unit there has to be one, after rounding; weeks only from two on.
  const unit = UNITS.find(([name, size]) =>
    name === "week" ? Math.abs(ms) >= 2 * size : Math.abs(ms) >= size * 0.95,
  );
  if (unit === undefined) return ms >= 0 ? "just now" : "in a moment";
  const many = Math.max(1, Math.round(Math.abs(ms) / unit[1]));
  return new Intl.RelativeTimeFormat("en").format(ms > 0 ? -many : many, unit[0]);
}

/** Returns the day of an instant where the user is: `2026-11-26`. */
export function day(at: Date): string {
  return [
    String(at.getFullYear()).padStart(4, "0"),
    two(at.getMonth() + 1),
    two(at.getDate()),
  ].join("-");
}

/** Returns an instant where the user is, to the minute: `2026-11-26 14:05`. */
export function dayAndTime(at: Date): string {
  return `${day(at)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
