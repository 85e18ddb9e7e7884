import { scopeToPath } from "@kioku/core/toolkit";
import type { TombstoneOp, WriteResult } from "@kioku/core/toolkit";

import type { WriteTransaction } from "./write-transaction.js";

const INSERT = "insert into tombstones (scope, hash, at) values (?, ?, ?) on conflict do nothing";

/** Remembers that something was erased. */
export function addTombstone(
  { connection, scopes }: WriteTransaction,
  { scope, hash, at }: TombstoneOp,
): WriteResult {
  const id = scopes.idOf(scopeToPath(scope));
  return { applied: connection.change(INSERT, id, hash, at.getTime()) > 0 };
}
