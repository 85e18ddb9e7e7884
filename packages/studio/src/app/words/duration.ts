import { inNumbers } from "./format.js";

const DAYS_PER_MONTH = 30.4375;
const DAYS_PER_YEAR = 365.25;

/** Writes a time in days in the unit that suits it, such as `6 hours` or `2 years`. */
export function duration(days: number): string {
  if (days < 1) return written(days * 24, "hour");
  if (days < 90) return written(days, "day");
  if (days < 360) return written(days / DAYS_PER_MONTH, "month");
  return written(days / DAYS_PER_YEAR, "year");
}

function written(value: number, unit: string): string {
  const maximumFractionDigits = value < 9.95 ? 1 : 0;
  const rounded = Number(value.toFixed(maximumFractionDigits));
  return inNumbers({ style: "unit", unit, unitDisplay: "long", maximumFractionDigits }).format(
    rounded,
  );
}
