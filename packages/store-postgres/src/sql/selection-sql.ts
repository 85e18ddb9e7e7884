import type { Selection } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { textArray } from "../client/encode-array.js";
import { predicateSql } from "./predicate-sql.js";

/**
 * Everything a selection asks of `records as r` but the scope: true or false, never null. It can
 * stand beside an `and` as it is.
 */
export function selectionSql(selection: Omit<Selection, "within" | "reach">): RawBuilder<SqlBool> {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  const conditions: RawBuilder<unknown>[] = [];
  if (!includeArchived) conditions.push(sql`r.archived_at is null`);
  if (now) conditions.push(sql`(r.expires_at is null or r.expires_at > ${now.getTime()}::bigint)`);
  if (validAt) {
    const at = sql`${validAt.getTime()}::bigint`;
    conditions.push(sql`(r.valid_from is null or r.valid_from <= ${at})`);
    conditions.push(sql`(r.valid_to is null or r.valid_to > ${at})`);
  }
  const [kind] = kinds ?? [];
  if (kinds?.length === 1) conditions.push(sql`r.kind = ${kind}`);
  else if (kinds) conditions.push(sql`r.kind = any(${textArray(kinds)}::text[])`);
  if (where) conditions.push(sql`(${predicateSql(where)})`);
  return conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
