import { MemoryError } from "@kioku/core";

import { sqlStateOf } from "../errors/to-memory-error.js";

const INSUFFICIENT_PRIVILEGE = "42501";

/** What helps in any case. */
const BY_OPENING = "let an administrator open the store once";
/** What helps where there is no schema yet. */
export const BY_OPENING_OR_SQL: string = `${BY_OPENING}, or run what migrationSql() gives`;

/**
 * Runs what only an owner or an administrator may do.
 * @throws `store-failed` saying what to do where the role may not.
 */
export async function unlessForbidden<T>(
  what: string,
  work: () => Promise<T>,
  cure: string = BY_OPENING,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MemoryError("store-failed", `the role of this connection may not ${what}: ${cure}`, {
      cause: error,
    });
  }
}
