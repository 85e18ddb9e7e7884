import { day } from "./times.js";

/** Blocks by how much there is; they differ without colours. */
const LEVELS = ["·", "░", "▒", "▓", "█"] as const;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const WEEKDAYS = ["Mon ", "    ", "Wed ", "    ", "Fri ", "    ", "    "] as const;
const MOST_WEEKS = 53;

interface CalendarOptions {
  /** Columns of the terminal. Fewer than 57 show fewer weeks, 110 show squares. */
  readonly columns: number;
  /** Time now: the last day. */
  readonly now: Date;
  readonly style?: (blocks: string) => string;
}

/**
 * Returns a calendar of the last year, a column for each week and a line for each day of the week:
 * the more of a day (`2026-11-26`), the fuller its block.
 */
export function calendar(
  days: ReadonlyMap<string, number>,
  { columns, now, style = (blocks) => blocks }: CalendarOptions,
): string[] {
  const room = columns - WEEKDAYS[0].length;
  const cell = room >= 2 * MOST_WEEKS ? 2 : 1;
  const weeks = Math.min(MOST_WEEKS, Math.max(1, Math.floor(room / cell)));
  // Weeks begin on Mondays.
  const today = (now.getDay() + 6) % 7;
  const dateOf = (week: number, weekday: number): Date =>
    new Date(
      now.getFullYear(),
      now.getMonth(),
      now.getDate() - today - (weeks - 1 - week) * 7 + weekday,
    );
  const most = Math.max(0, ...days.values());
  const block = (week: number, weekday: number): string => {
    if (week === weeks - 1 && weekday > today) return " ";
    return LEVELS[levelOf(days.get(day(dateOf(week, weekday))) ?? 0, most)] ?? "";
  };
  const months = monthsLine(
    Array.from({ length: weeks }, (_, week) => dateOf(week, 6)),
    cell,
  );
  const lines = WEEKDAYS.map((label, weekday) => {
    const blocks = Array.from({ length: weeks }, (_, week) => block(week, weekday));
    return `${label}${style(blocks.join(" ".repeat(cell - 1)).trimEnd())}`;
  });
  return [
    `${" ".repeat(WEEKDAYS[0].length)}${months}`,
    ...lines,
    `    less ${LEVELS.join("")} more`,
  ];
}

/** Returns a level by the logarithm, so that a large import leaves other days to be seen. */
function levelOf(value: number, most: number): number {
  if (value <= 0) return 0;
  return Math.max(1, Math.ceil(((LEVELS.length - 1) * Math.log1p(value)) / Math.log1p(most)));
}

/** Returns the names of months above the weeks in which they begin. */
function monthsLine(sundays: readonly Date[], cell: number): string {
  let line = "";
  for (const [week, sunday] of sundays.entries()) {
    const isNew = sunday.getDate() <= 7 && week + 3 / cell <= sundays.length;
    const start = week * cell;
    if (isNew && line.length <= start) line = `${line.padEnd(start)}${MONTHS[sunday.getMonth()]} `;
  }
  return line.trimEnd();
}
