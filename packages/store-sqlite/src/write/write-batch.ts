import { scopeToPath, requireWidth, strengthToColumns } from "@kioku/core/toolkit";
import type {
  EmbedOp,
  SpaceOp,
  StrengthUpdate,
  TombstoneOp,
  WriteOp,
  WriteResult,
} from "@kioku/core/toolkit";

import { findRecord, findSpace } from "../read/find-records.js";
import { textHashOf } from "../schema/packed-hash.js";
import { vectorRow } from "../schema/rows.js";
import type { StoreContext } from "../sql/store-context.js";
import { deleteRecord, markErasure } from "./delete-record.js";
import { putRecord } from "./put-record.js";
import { restoreEarlier, restoreRecord } from "./restore-record.js";
import { dropJob, writeStrength } from "./store-record.js";
import { touchEverything } from "./touched-records.js";
import { insertSpace, inWriteTransaction } from "./write-transaction.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Applies the ops in order, all or nothing; each sees the effects of those before it. */
export async function writeBatch(
  context: StoreContext,
  ops: readonly WriteOp[],
): Promise<readonly WriteResult[]> {
  return inWriteTransaction(context, async (transaction) => {
    const results: WriteResult[] = [];
    for (const op of ops) {
      const pause = context.pause();
      if (pause) await pause;
      results.push(applyOp(transaction, op));
      if (transaction.keywords.isFull) await transaction.keywords.flush(context.pause);
    }
    return results;
  });
}

function applyOp(transaction: WriteTransaction, op: WriteOp): WriteResult {
  switch (op.op) {
    case "put":
      return putRecord(transaction, op);
    case "delete":
      return deleteRecord(transaction, op);
    case "embed":
      return embedRecord(transaction, op);
    case "restore":
      return restoreRecord(transaction, op);
    case "earlier":
      return restoreEarlier(transaction, op);
    case "tombstone":
      return addTombstone(transaction, op);
    case "space":
      return changeSpace(transaction, op);
    default:
      return op satisfies never;
  }
}

/** Adds a vector to a record, if the text that it was made from is still current. */
function embedRecord({ connection, vectors }: WriteTransaction, op: EmbedOp): WriteResult {
  const { scope, id, textHash, vector, dequeue } = op;
  const stored = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
  if (!stored || textHashOf(stored) !== textHash) return { applied: false };
  vectors.put(stored, vector);
  if (dequeue === true) dropJob(connection, stored.row);
  return { applied: true };
}

const INSERT_TOMBSTONE =
  "insert into tombstones (scope, hash, at) values (?, ?, ?) on conflict do nothing";

function addTombstone(
  { connection, scopes }: WriteTransaction,
  { scope, hash, at }: TombstoneOp,
): WriteResult {
  const id = scopes.idOf(scopeToPath(scope));
  return { applied: connection.change(INSERT_TOMBSTONE, id, hash, at.getTime()) > 0 };
}

const CHANGE_SPACE = "update spaces set state = ? where id = ?";

/** Changes the state of a space. */
export function changeSpace(
  { connection }: WriteTransaction,
  { space, state, unlessKnown }: SpaceOp,
): WriteResult {
  const known = findSpace(connection, space.id);
  requireWidth({ ...space, ...known, id: space.id }, space.dimensions);
  if (known && (unlessKnown || known.state === state)) return { applied: false };
  if (known) connection.run(CHANGE_SPACE, state, known.id);
  else insertSpace(connection, space, state);
  return { applied: true };
}

/** Vectors deleted by one statement, in a few milliseconds. */
const VECTORS_PER_DELETE = 200;

const DROP_VECTORS =
  "delete from vectors where row in (select row from vectors where row >= ? and row < ? limit ?)";
const DROP_SPACE = "delete from spaces where id = ?";

/** Deletes a space with its vectors and returns their number. */
export async function dropSpace(
  { connection, pause }: StoreContext,
  name: string,
): Promise<number> {
  return connection.write(async () => {
    const space = findSpace(connection, name);
    if (!space) return 0;
    const range = [vectorRow(space.id, 0), vectorRow(space.id + 1, 0), VECTORS_PER_DELETE];
    while (connection.change(DROP_VECTORS, ...range) > 0) {
      const pausing = pause();
      if (pausing) await pausing;
    }
    connection.run(DROP_SPACE, space.id);
    touchEverything(connection);
    // A vector reveals much of its text.
    if (space.vectors > 0) markErasure(connection);
    return space.vectors;
  });
}

/** Replaces the strengths of existing records. */
export async function strengthenRecords(
  { connection, pause }: StoreContext,
  updates: readonly StrengthUpdate[],
): Promise<void> {
  await connection.write(async () => {
    for (const { scope, id, strength } of updates) {
      const pausing = pause();
      if (pausing) await pausing;
      const stored = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
      if (stored) writeStrength(connection, stored.row, strengthToColumns(strength));
    }
  });
}
