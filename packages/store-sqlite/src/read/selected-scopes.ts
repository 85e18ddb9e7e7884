import { pathsBelow, rangesOf } from "@kioku/core/toolkit";
import type { Selection, ScopeRange } from "@kioku/core/toolkit";

import type { Connection } from "../sql/connection.js";
import type { ScopesTable } from "../sql/tables.js";

const SELECT = "select id, path, records, documents, terms from scopes";
const HERE = `${SELECT} where path = ?`;
const BELOW = `${SELECT} where path = ? union all ${SELECT} where path >= ? and path < ?`;

/** The scopes of a selection that the store knows, each once. */
export function selectedScopes(
  connection: Connection,
  selection: Pick<Selection, "within" | "reach">,
): readonly ScopesTable[] {
  return rangesOf(selection).flatMap((area) => selectedAreaScopes(connection, area));
}

/** The scopes of an area that the store knows. */
export function selectedAreaScopes(
  connection: Connection,
  { path, below }: ScopeRange,
): ScopesTable[] {
  const { from, to } = pathsBelow(path);
  return below
    ? connection.all<ScopesTable>(BELOW, path, from, to)
    : connection.all<ScopesTable>(HERE, path);
}
