/** Entries of one day, by the clock of the reader. */
export interface Day<E> {
  /** Such as `2026-03-02`. */
  readonly day: string;
  readonly entries: readonly E[];
}

/** Groups entries that are in order of time by their days. */
export function groupByDay<E extends { readonly startAt: string }>(
  entries: readonly E[],
): readonly Day<E>[] {
  const days = Map.groupBy(entries, ({ startAt }) => localDay(new Date(startAt)));
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}

function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
