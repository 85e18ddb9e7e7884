import { daysSinceMonday, relativeRange } from "./calendar.js";
import type { DateRange } from "./date-range.js";

/**
 * Saturday and Sunday of the week that lies `offset` weeks from now: -1 is the last weekend, also
 * on a Sunday.
 */
export function weekend(now: Date, offset: number): DateRange {
  const { to } = relativeRange(now, "week", offset);
  return { from: relativeRange(to, "day", -2).from, to };
}

/**
 * A weekday, 0 for Monday: that of the week that lies `offset` weeks from now, the latest before
 * today ("back") or the first after it ("ahead").
 */
export function weekday(now: Date, day: number, offset: number | "back" | "ahead"): DateRange {
  const days = day - daysSinceMonday(now);
  if (offset === "back") return relativeRange(now, "day", days < 0 ? days : days - 7);
  if (offset === "ahead") return relativeRange(now, "day", days > 0 ? days : days + 7);
  return relativeRange(now, "day", days + 7 * offset);
}
