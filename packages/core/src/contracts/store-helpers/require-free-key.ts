import { MemoryError } from "../../errors/memory-error.js";

/**
 * Refuses a key that another record of the scope holds.
 * @param id - Id of the record that is to have the key.
 * @param holder - The record that has the key now, expired ones included; `undefined` if there is
 *   none.
 * @param what - What kind of key it is, for the message.
 * @throws `conflict`
 */
export function requireFreeKey(
  id: string,
  holder: { readonly id: string } | undefined,
  what: "key" | "idempotency key" = "key",
): void {
  if (!holder || holder.id === id) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot have its ${what}: record ${holder.id} of the same scope has it`,
  );
}
