import { scopeToPath } from "@kioku/core/toolkit";
import type { PutOp } from "@kioku/core/toolkit";

import { findRow } from "../read/find-record.js";
import type { StoredRow } from "../record/stored-row.js";
import { eraseRecord } from "./delete-record.js";
import type { WriteTransaction } from "./write-transaction.js";

// Most of what is looked for is not there, so indices alone are asked at first.
const OF_ID =
  "select (select row from records where scope = ? and id = ?) as row, " +
  "(select version from history where scope = ? and id = ? order by version desc limit 1) as ended";
const OF_KEY = "select row from records where scope = ? and key = ?";
const OF_IDEMPOTENCY_KEY = "select record from idempotency_keys where scope = ? and key = ?";

/** The records that hold what a put names. */
export interface Holders {
  /** The version that is there. */
  readonly before: StoredRow | undefined;
  /** If there is none, the last one that was; 0 if nothing is known of the record. */
  readonly endedVersion: number;
  /** Who has the key. */
  readonly ofKey: StoredRow | undefined;
  /** What was written with the idempotency key. */
  readonly replayed: StoredRow | undefined;
}

interface FoundId {
  readonly row: number | null;
  readonly ended: number | null;
}

const NOBODY: Holders = {
  before: undefined,
  endedVersion: 0,
  ofKey: undefined,
  replayed: undefined,
};

/** Finds them. What has expired makes way, as `sweep` would remove it. */
export function findHolders(transaction: WriteTransaction, op: PutOp): Holders {
  const { connection, scopes } = transaction;
  const { id, key, updatedAt } = op.record;
  const scope = scopes.find(scopeToPath(op.record.scope));
  if (scope === undefined) return NOBODY;
  const read = (row: number | null | undefined): StoredRow | undefined =>
    row === undefined || row === null ? undefined : readHolder(transaction, row, updatedAt);
  const [ofId] = connection.all<FoundId>(OF_ID, scope, id, scope, id);
  const before = read(ofId?.row);
  return {
    before,
    // With what has expired, its history went.
    endedVersion: ofId?.row === null ? (ofId.ended ?? 0) : 0,
    ofKey: key === undefined ? undefined : read(connection.values<number>(OF_KEY, scope, key)[0]),
    replayed:
      op.idempotencyKey === undefined
        ? undefined
        : read(connection.values<number>(OF_IDEMPOTENCY_KEY, scope, op.idempotencyKey)[0]),
  };
}

function readHolder(transaction: WriteTransaction, row: number, at: Date): StoredRow | undefined {
  const holder = findRow(transaction.connection, row);
  const expiresAt = holder?.expires_at ?? Number.POSITIVE_INFINITY;
  if (!holder || expiresAt > at.getTime()) return holder;
  eraseRecord(transaction, holder);
  return undefined;
}
