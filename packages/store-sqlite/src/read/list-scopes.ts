import type { Page, Scope } from "@kioku/core";
import {
  compareText,
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

import type { Connection } from "../sql/connection.js";

const ITSELF = "select path from scopes where path = ? and records > 0";
const FIRST_BELOW =
  "select path from scopes where path >= ? and path < ? and records > 0 order by path limit ?";
const NEXT_BELOW =
  "select path from scopes where path > ? and path < ? and records > 0 order by path limit ?";

/** Lists one page of the scopes at or below `within` that hold records, by path. */
export function listScopes(connection: Connection, within: Scope, page: ScopePage): Page<Scope> {
  return pageOfRows(readPaths(connection, scopeToPath(within), page), page.limit, {
    item: pathToScope,
    cursor: (path) => encodeCursor("scopes", [path]),
  });
}

/** Reads the paths of a page, and one more if it is not the last one. */
function readPaths(connection: Connection, path: string, { cursor, limit }: ScopePage): string[] {
  const { from, to } = pathsBelow(path);
  const end = cursor === undefined ? undefined : pathOf(cursor);
  if (end !== undefined && compareText(end, from) >= 0) {
    return connection.values<string>(NEXT_BELOW, end, to, limit + 1);
  }
  const itself = end === undefined ? connection.values<string>(ITSELF, path) : [];
  return [...itself, ...connection.values<string>(FIRST_BELOW, from, to, limit + 1)];
}

function pathOf(cursor: string): string {
  const [path] = decodeCursor(cursor, "scopes", 1);
  if (!isCursorText(path)) throw changedCursor();
  return path;
}
