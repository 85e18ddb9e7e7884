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

import type { Ask } from "../ask.js";

/** One page of the scopes at or below `within` that hold records, in the order of their paths. */
export async function listScopes(
  ask: Ask,
  within: Scope,
  { cursor, limit }: ScopePage,
): Promise<Page<Scope>> {
  const path = scopeToPath(within);
  const { from, to } = pathsBelow(path);
  const end = cursor === undefined ? undefined : pathOf(cursor);
  const beyond = end === undefined ? sql`` : sql`and scope > ${end}`;
  // Apart, each is in order by its index, so that a page reads no more than itself.
  const rows = await ask<{ readonly scope: string }>(
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
