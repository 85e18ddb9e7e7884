import { pathsBelow, scopeToPath } from "@kioku/core";
import type { Selection } from "@kioku/core";

import type { Connection } from "../sql/connection.js";
import type { ScopesTable } from "../sql/tables.js";

const SELECT = "select id, path, records, documents, terms, changes from scopes";
const HERE = `${SELECT} where path = ?`;
const BELOW = `${SELECT} where path = ? union all ${SELECT} where path >= ? and path < ?`;

/** The scopes of a selection that the store knows, each once. */
export function selectedScopes(
  connection: Connection,
  { within, reach }: Pick<Selection, "within" | "reach">,
): readonly ScopesTable[] {
  const found = new Map<number, ScopesTable>();
  for (const scope of within) {
    const path = scopeToPath(scope);
    const { from, to } = pathsBelow(path);
    const rows =
      reach === "below"
        ? connection.all<ScopesTable>(BELOW, path, from, to)
        : connection.all<ScopesTable>(HERE, path);
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
}
