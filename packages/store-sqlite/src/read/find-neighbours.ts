import type { MemoryRecord } from "@kioku/core";
import type { Neighbours, NeighboursRequest } from "@kioku/core/toolkit";

import { rowToRecord, SELECT_RECORD, type RecordRow, type StoredRow } from "../schema/rows.js";
import { selectionFragment } from "../sql/selection-sql.js";
import { sqlText, type SqlFragment } from "../sql/sql-text.js";
import type { StoreContext } from "../sql/store-context.js";
import { findRecord } from "./find-records.js";
import { selectedScopes } from "./selected-scopes.js";

const NONE: Neighbours = { before: [], after: [] };

/** Finds the records just before and after each given one in its scope and thread. */
export function findNeighbours(
  context: StoreContext,
  { refs, before, after, selection }: NeighboursRequest,
): readonly Neighbours[] {
  const scopes = new Set(selectedScopes(context.connection, selection).map(({ id }) => id));
  const selected = selectionFragment(context.queries, selection);
  return refs.map(({ scope, id }) => {
    const of = findRecord(context.connection, { scope, id }, Number.NEGATIVE_INFINITY);
    if (!of || of.thread === null || !scopes.has(of.scope)) return NONE;
    if (!isSelected(context, of.row, selected)) return NONE;
    return {
      before: readSide(context, of, { isBefore: true, limit: before, selected }),
      after: readSide(context, of, { isBefore: false, limit: after, selected }),
    };
  });
}

function isSelected({ connection }: StoreContext, row: number, selected: SqlFragment): boolean {
  const query = sqlText`select 1 from records as r where r.row = ${row} and ${selected}`;
  return connection.dynamic(query).length > 0;
}

interface Side {
  readonly isBefore: boolean;
  readonly limit: number;
  readonly selected: SqlFragment;
}

/** Returns the nearest last before, and the nearest first after. */
function readSide(
  { connection }: StoreContext,
  { scope, thread, id, occurred_at: occurredAt, created_at: createdAt }: StoredRow,
  { isBefore, limit, selected }: Side,
): MemoryRecord[] {
  const select = { sql: SELECT_RECORD, parameters: [] };
  const order = { sql: isBefore ? "desc" : "asc", parameters: [] };
  const beyond = { sql: isBefore ? "<" : ">", parameters: [] };
  const rows = connection.dynamic<RecordRow>(sqlText`${select}
    where r.scope = ${scope} and r.thread = ${thread}
      and (r.happened_at, r.id) ${beyond} (${occurredAt ?? createdAt}, ${id}) and ${selected}
    order by r.happened_at ${order}, r.id ${order} limit ${limit}`);
  const nearestFirst = rows.map((row) => rowToRecord(row));
  return isBefore ? nearestFirst.toReversed() : nearestFirst;
}
