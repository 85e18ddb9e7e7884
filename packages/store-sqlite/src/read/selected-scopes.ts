import { pathsBelow, rangesOf, type Selection, type ScopeRange } from "@kioku/core/toolkit";

import type { ScopesTable } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";

const SELECT = "select id, path, records, documents, terms from scopes";
const HERE = `${SELECT} where path = ?`;
const BELOW = `${SELECT} where path = ? union all ${SELECT} where path >= ? and path < ?`;

/** Returns the known scopes of a selection, each once. */
export function selectedScopes(
  connection: Connection,
  selection: Pick<Selection, "within" | "reach">,
): readonly ScopesTable[] {
  return rangesOf(selection).flatMap((range) => scopesInRange(connection, range));
}

/** Returns the known scopes of a range. */
export function scopesInRange(connection: Connection, { path, below }: ScopeRange): ScopesTable[] {
  const { from, to } = pathsBelow(path);
  return below
    ? connection.all<ScopesTable>(BELOW, path, from, to)
    : connection.all<ScopesTable>(HERE, path);
}

/** Records that one statement reads in some milliseconds. */
export const CHUNK: number = 2_048;

const BORDER =
  "select max(row) from (select row from records indexed by records_by_scope " +
  "where scope = ? and row > ? order by row limit ?)";

/** Records of scopes with `from < row <= to`. */
export interface ScopeChunk {
  readonly scopes: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** Divides the records of scopes into chunks of a size: joins small scopes, splits large ones. */
export function* scopeChunks(
  connection: Connection,
  scopes: readonly ScopesTable[],
  size: number = CHUNK,
): Iterable<ScopeChunk> {
  let together: number[] = [];
  let records = 0;
  for (const scope of scopes) {
    if (scope.records > size) {
      yield* piecesOf(connection, scope.id, size);
      continue;
    }
    if (records + scope.records > size) {
      yield { scopes: together, from: -1, to: Number.MAX_SAFE_INTEGER };
      together = [];
      records = 0;
    }
    together.push(scope.id);
    records += scope.records;
  }
  if (together.length > 0) yield { scopes: together, from: -1, to: Number.MAX_SAFE_INTEGER };
}

function* piecesOf(connection: Connection, scope: number, size: number): Iterable<ScopeChunk> {
  let from = -1;
  for (;;) {
    const [to] = connection.values<number | null>(BORDER, scope, from, size);
    if (typeof to !== "number") return;
    yield { scopes: [scope], from, to };
    from = to;
  }
}
