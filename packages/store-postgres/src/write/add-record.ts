import type { CallOptions } from "@kioku/core";
import type { WriteOp, WriteResult } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { RECORD_CALL } from "../schema/written-record.js";
import { textArray } from "../sql/encode.js";
import { locksOfOne } from "../sql/locks.js";
import type { StoreSession } from "../store-session.js";
import { WriteModel } from "./model/write-model.js";
import { putRecord } from "./ops/put-record.js";

/**
 * Adds the only record of a batch in one round trip, as if nothing were known of it. Returns
 * `undefined`, and has written nothing, if there is more to do than the function can.
 */
export async function addRecord(
  session: StoreSession,
  ops: readonly WriteOp[],
  options?: CallOptions,
): Promise<WriteResult | undefined> {
  const [op, ...others] = ops;
  if (!session.addsRecords || op?.op !== "put" || others.length > 0) return undefined;
  const { record, search, idempotencyKey = null, unlessDuplicate = false } = op;
  if (record.version !== 1 || search === "keep") return undefined;
  const vectors = search === "none" ? [] : search.vectors;
  const [vector, ...more] = vectors;
  if (more.length > 0 || (vector && vector.values.length !== vector.space.dimensions)) {
    return undefined;
  }
  const model = new WriteModel([]);
  const result = putRecord(model, op);
  const [entry] = model.records;
  const { path = "", current, isStrengthNew = false, jobRunsAt = null } = entry ?? {};
  if (!current || isStrengthNew) return undefined;
  const values = RECORD_CALL.map(({ read }) => textOf(read({ path, current, place: null })));
  const [row] = await session.commit<{ readonly added: boolean }>(options, [path], ({ names }) => {
    const embedding = vector ? names.vectorOf(vector.values) : null;
    return sql`${names.add_record}(
      ${locksOfOne(names.schema, path, vector?.space.id)}, ${textArray(values)}, ${idempotencyKey},
      ${unlessDuplicate}, ${vector?.space.id ?? null}, ${embedding}, ${jobRunsAt}) as added`;
  });
  return row?.added === true ? result : undefined;
}

function textOf(value: string | number | boolean | null): string | null {
  return value === null ? null : String(value);
}
