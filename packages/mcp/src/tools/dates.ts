/** Year, month, day or instant. */
const DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?)?)?$/iu;

/** Form of dates, for the descriptions and errors of tools. */
export const DATE_FORM = "a date such as 2026-05-01, 2026-05 or 2026-05-01T14:00Z";

/** Time that a date names. */
export interface NamedTime {
  /** Its first instant. */
  readonly start: Date;
  /** The first instant after it. */
  readonly end: Date;
  /** When something happened that happened then: of a day noon, which is the same day elsewhere. */
  readonly at: Date;
}

/** Reads a date in ISO 8601, without a zone in UTC; `undefined` if it is none. */
export function readDate(text: string): NamedTime | undefined {
  const [, year, month, day, time, zone = "Z"] = DATE.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(`${year}-${month ?? "01"}-${day ?? "01"}T00:00Z`);
  // Of 30 February it would make 2 March.
  if (Number.isNaN(start.getTime())) return undefined;
  if (day !== undefined && start.getUTCDate() !== Number(day)) return undefined;
  if (time !== undefined) {
    const at = new Date(`${year}-${month}-${day}T${time}${zone}`);
    if (Number.isNaN(at.getTime())) return undefined;
    return { start: at, end: new Date(at.getTime() + 1), at };
  }
  const end = new Date(start);
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + 1);
  return { start, end, at: new Date(start.getTime() + 43_200_000) };
}
