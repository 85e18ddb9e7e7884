import { invalidInput } from "@kioku/core/toolkit";

/** Returns the instant of a query, if it names one. @throws `invalid-input` if it is none */
export function instant(value: unknown, name: string): Date | undefined {
  if (value === undefined) return undefined;
  const isText = typeof value === "string" && /^\d{4}-\d\d-\d\d/u.test(value);
  const at = new Date(isText ? value : Number.NaN);
  if (Number.isNaN(at.getTime())) throw invalidInput(name, "an ISO 8601 instant", value);
  return at;
}
