import { scopeToPath } from "@kioku/core";
import type { TombstoneOp, WriteResult } from "@kioku/core";

import type { WriteTransaction } from "./write-transaction.js";

const INSERT =
  "insert into tombstones (scope, hash, at) values (?, ?, ?) on conflict do nothing returning 1";

/** Remembers that something was erased. */
export function addTombstone(
  { connection, scopes }: WriteTransaction,
  { scope, hash, at }: TombstoneOp,
): WriteResult {
  const id = scopes.idOf(scopeToPath(scope));
  return { applied: connection.values(INSERT, id, hash, at.getTime()).length > 0 };
}
