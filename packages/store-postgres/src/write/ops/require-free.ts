import { MemoryError } from "@kioku/core";

import type { RecordEntry } from "../model/record-entry.js";

/**
 * Refuses a key that another record of the scope holds.
 * @throws `conflict`
 */
export function requireFree(
  id: string,
  holder: RecordEntry | undefined,
  what: "key" | "idempotency key" = "key",
): void {
  if (!holder || holder.id === id) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot have its ${what}: record ${holder.id} of the same scope has it`,
  );
}
