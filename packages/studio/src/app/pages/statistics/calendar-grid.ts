const MS_PER_DAY = 86_400_000;
const DAYS = 7;
const WEEKS = 53;

/** A day of the calendar. */
interface DayCell {
  /** Such as `2026-11-26`. */
  readonly day: string;
  /** Column: its week. */
  readonly week: number;
  /** Row: its day of the week, Monday first. */
  readonly row: number;
  /** Memories that were written on it. */
  readonly count: number;
  /** 0: none; 1 to 4: how many for this calendar. */
  readonly level: number;
}

/** Days of a year that ends with a day, in weeks. */
export interface CalendarGrid {
  readonly weeks: number;
  readonly cells: readonly DayCell[];
  /** First weeks of months, with the first day of each. */
  readonly months: readonly { readonly week: number; readonly day: string }[];
  /** Sum of the counts. */
  readonly total: number;
  /** The day with most; absent if there is none. */
  readonly most: DayCell | undefined;
}

/** Lays days out in 53 weeks, the last of which holds `last`. */
export function calendarGrid(counts: Readonly<Record<string, number>>, last: string): CalendarGrid {
  const end = new Date(`${last}T00:00:00Z`).getTime();
  const rowOfEnd = rowOf(end);
  const start = end - (rowOfEnd + (WEEKS - 1) * DAYS) * MS_PER_DAY;
  const length = (WEEKS - 1) * DAYS + rowOfEnd + 1;
  const days = Array.from({ length }, (_, index) => {
    const day = new Date(start + index * MS_PER_DAY).toISOString().slice(0, 10);
    const place = { week: Math.floor(index / DAYS), row: index % DAYS };
    return { day, ...place, count: counts[day] ?? 0 };
  });
  const written = days.map(({ count }) => count).filter((count) => count > 0);
  const steps = [0.25, 0.5, 0.75].map(
    (share) => written.toSorted((a, b) => a - b)[Math.floor(share * written.length)] ?? 0,
  );
  const cells = days.map((cell) => ({ ...cell, level: levelOf(cell.count, steps) }));
  return {
    weeks: WEEKS,
    cells,
    months: cells
      .filter(({ day, week }) => day.endsWith("-01") && week < WEEKS - 1)
      .map(({ day, week }) => ({ day, week })),
    total: written.reduce((sum, count) => sum + count, 0),
    most: cells
      .filter(({ count }) => count > 0)
      .reduce<DayCell | undefined>(
        (best, cell) => (best === undefined || cell.count > best.count ? cell : best),
        undefined,
      ),
  };
}

function levelOf(count: number, steps: readonly number[]): number {
  return count === 0 ? 0 : 1 + steps.filter((step) => count > step).length;
}

function rowOf(ms: number): number {
  return (new Date(ms).getUTCDay() + DAYS - 1) % DAYS;
}
