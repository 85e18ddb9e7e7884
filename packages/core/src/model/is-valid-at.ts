import type { MemoryRecord } from "./record.js";

/** Returns true if the statement of a record was true at an instant. */
export function isValidAt(
  { validFrom, validTo }: Pick<MemoryRecord, "validFrom" | "validTo">,
  instant: Date,
): boolean {
  return (
    (validFrom === undefined || validFrom <= instant) &&
    (validTo === undefined || validTo > instant)
  );
}
