import type { MemoryRecord } from "@kioku/core";
import type { Neighbours, NeighboursRequest, Selection } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { SqlBool } from "kysely";

import { rowToRecord } from "../record/record-codec.js";
import { RECORD_SELECTION } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import type { StoredRow } from "../record/stored-row.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import { findRecord } from "./find-record.js";
import { selectedScopes } from "./selected-scopes.js";

const NONE: Neighbours = { before: [], after: [] };

/** The records of the same scope and thread just before and after each one named. */
export function findNeighbours(
  context: StoreContext,
  { refs, before, after, selection }: NeighboursRequest,
): readonly Neighbours[] {
  const scopes = new Set(selectedScopes(context.connection, selection).map(({ id }) => id));
  return refs.map(({ scope, id }) => {
    const found = findRecord(context.connection, { scope, id }, Number.NEGATIVE_INFINITY);
    if (!found || found.thread === null || !scopes.has(found.scope)) return NONE;
    if (!isSelected(context, found.row, selection)) return NONE;
    return {
      before: readSide(context, { of: found, side: "before", limit: before, selection }),
      after: readSide(context, { of: found, side: "after", limit: after, selection }),
    };
  });
}

function isSelected(
  { connection, queries }: StoreContext,
  row: number,
  selection: Selection,
): boolean {
  const query = queries
    .selectFrom("records as r")
    .select("r.row")
    .where("r.row", "=", row)
    .where(selectionSql(selection));
  return connection.query(query.compile()).length > 0;
}

interface Side {
  readonly of: StoredRow;
  readonly side: "before" | "after";
  readonly limit: number;
  readonly selection: Selection;
}

/** Nearest last before, nearest first after. */
function readSide(
  { connection, queries }: StoreContext,
  { of, side, limit, selection }: Side,
): MemoryRecord[] {
  const order = side === "before" ? "desc" : "asc";
  const beyond = sql.raw(side === "before" ? "<" : ">");
  const happenedAt = of.occurred_at ?? of.created_at;
  const query = queries
    .selectFrom("records as r")
    .leftJoin("strength as t", "t.record", "r.row")
    .innerJoin("scopes as s", "s.id", "r.scope")
    .select([...RECORD_SELECTION])
    .where("r.scope", "=", of.scope)
    .where("r.thread", "=", of.thread)
    .where(sql<SqlBool>`(r.happened_at, r.id) ${beyond} (${happenedAt}, ${of.id})`)
    .where(selectionSql(selection))
    .orderBy("r.happened_at", order)
    .orderBy("r.id", order)
    .limit(limit);
  const rows: RecordRow[] = connection.query(query.compile());
  const nearestFirst = rows.map((row) => rowToRecord(row));
  return side === "before" ? nearestFirst.toReversed() : nearestFirst;
}
