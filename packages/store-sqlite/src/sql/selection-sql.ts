import type { Selection } from "@kioku/core/toolkit";
import { expressionBuilder } from "kysely";
import type { Expression, SqlBool } from "kysely";

import { oneOf } from "./one-of.js";
import { predicateSql } from "./predicate-sql.js";
import type { RecordsAsR } from "./predicate-sql.js";

/** Everything a selection asks of `records as r` but the scope. */
export function selectionSql(selection: Omit<Selection, "within" | "reach">): Expression<SqlBool> {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  const eb = expressionBuilder<RecordsAsR, "r">();
  const conditions: Expression<SqlBool>[] = [];
  if (!includeArchived) conditions.push(eb("r.archived_at", "is", null));
  if (now) {
    const at = now.getTime();
    conditions.push(eb.or([eb("r.expires_at", "is", null), eb("r.expires_at", ">", at)]));
  }
  if (validAt) {
    const at = validAt.getTime();
    conditions.push(eb.or([eb("r.valid_from", "is", null), eb("r.valid_from", "<=", at)]));
    conditions.push(eb.or([eb("r.valid_to", "is", null), eb("r.valid_to", ">", at)]));
  }
  if (kinds) conditions.push(oneOf(eb.ref("r.kind"), kinds));
  if (where) conditions.push(eb.parens(predicateSql(where)));
  return eb.and(conditions);
}
