import type { Page, Scope } from "@kioku/core";
import {
  decodeCursor,
  encodeCursor,
  pathsBelow,
  pathToScope,
  scopeToPath,
  changedCursor,
  isCursorText,
  pageOfRows,
} from "@kioku/core/toolkit";
import type { ScopePage } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { Query } from "../sql/query.js";

/** Lists one page of the scopes at or below `within` that hold records, by path. */
export async function listScopes(
  query: Query,
  within: Scope,
  { cursor, limit }: ScopePage,
): Promise<Page<Scope>> {
  const path = scopeToPath(within);
  const { from, to } = pathsBelow(path);
  const end = cursor === undefined ? undefined : pathOf(cursor);
  const beyond = end === undefined ? sql`` : sql`and scope > ${end}`;
  // Two queries, each in the order of its index, read no more than a page.
  const rows = await query<{ readonly scope: string }>(
    ({ names }) => sql`
      (select scope from ${names.scopes} where scope = ${path} and records > 0 ${beyond})
      union all
      (select scope from ${names.scopes}
        where scope >= ${from} and scope < ${to} and records > 0 ${beyond}
        order by scope limit ${limit + 1})
      order by scope limit ${limit + 1}`,
  );
  return pageOfRows(rows, limit, {
    item: ({ scope }) => pathToScope(scope),
    cursor: ({ scope }) => encodeCursor("scopes", [scope]),
  });
}

function pathOf(cursor: string): string {
  const [path] = decodeCursor(cursor, "scopes", 1);
  if (!isCursorText(path)) throw changedCursor();
  return path;
}
