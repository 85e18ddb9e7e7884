import { scopeToPath } from "@kioku/core/toolkit";
import type { PutOp } from "@kioku/core/toolkit";

import { findRecord } from "../read/find-record.js";
import type { StoredRow } from "../record/stored-row.js";
import type { WriteTransaction } from "./write-transaction.js";

// Most puts have no duplicate, so the index alone is asked at first.
const HAS_HASH = `
  select 1 from records
  where scope = ? and substr(content_hash, 1, 8) = substr(?, 1, 8) and content_hash = ? limit 1`;

/** The record that a put would be a duplicate of, if it asks for that. */
export function findDuplicate(
  { connection, scopes }: WriteTransaction,
  { record, contentHash, unlessDuplicate }: PutOp,
): StoredRow | undefined {
  if (unlessDuplicate !== true) return undefined;
  const scope = scopes.find(scopeToPath(record.scope));
  if (
    scope === undefined ||
    connection.values(HAS_HASH, scope, contentHash, contentHash).length === 0
  ) {
    return undefined;
  }
  return findRecord(connection, { scope: record.scope, contentHash }, record.updatedAt.getTime());
}
