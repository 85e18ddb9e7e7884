import type { Selection } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { SqlValue } from "./connection.js";
import type { QueryBuilder } from "./query-builder.js";
import { selectionSql } from "./selection-sql.js";
import type { SqlFragment } from "./sql-fragment.js";

/**
 * Everything a selection asks of `records as r` but the scope. What most searches ask is put
 * together without a compiler.
 */
export function selectionFragment(
  queries: QueryBuilder,
  selection: Omit<Selection, "within" | "reach">,
): SqlFragment {
  if (selection.kinds !== undefined || selection.where !== undefined) {
    const { sql: text, parameters } = sql`(${selectionSql(selection)})`.compile(queries);
    return { sql: text, parameters: parameters as readonly SqlValue[] };
  }
  const { now, validAt, includeArchived = false } = selection;
  const conditions: string[] = [includeArchived ? "1" : "r.archived_at is null"];
  const parameters: SqlValue[] = [];
  if (now) {
    conditions.push("(r.expires_at is null or r.expires_at > ?)");
    parameters.push(now.getTime());
  }
  if (validAt) {
    conditions.push("(r.valid_from is null or r.valid_from <= ?)");
    conditions.push("(r.valid_to is null or r.valid_to > ?)");
    parameters.push(validAt.getTime(), validAt.getTime());
  }
  return { sql: conditions.join(" and "), parameters };
}
