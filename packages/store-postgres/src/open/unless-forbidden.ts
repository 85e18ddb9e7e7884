import { MemoryError } from "@kioku/core";

import { sqlStateOf } from "../errors/to-memory-error.js";

const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Runs what only an owner or an administrator may do.
 * @throws `store-failed` saying what to do where the role may not.
 */
export async function unlessForbidden<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MemoryError(
      "store-failed",
      `the role of this connection may not ${what}: let an administrator open the store once, or run what migrationSql() gives`,
      { cause: error },
    );
  }
}
