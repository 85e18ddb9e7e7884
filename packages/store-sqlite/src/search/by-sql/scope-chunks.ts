import type { Connection } from "../../sql/connection.js";
import type { ScopesTable } from "../../sql/tables.js";

/** As many records as one statement may take some milliseconds for. */
const CHUNK = 2_048;

const BORDER =
  "select max(row) from (select row from records indexed by records_by_scope " +
  `where scope = ? and row > ? order by row limit ${CHUNK})`;

/** Some records of some scopes: those with `from < row <= to`. */
export interface ScopeChunk {
  readonly scopes: readonly number[];
  readonly from: number;
  readonly to: number;
}

/**
 * Divides the records of scopes into chunks that can be read at once: small scopes together, large
 * ones in pieces.
 */
export function* scopeChunks(
  connection: Connection,
  scopes: readonly ScopesTable[],
): Iterable<ScopeChunk> {
  let together: number[] = [];
  let records = 0;
  for (const scope of scopes) {
    if (scope.records > CHUNK) {
      yield* piecesOf(connection, scope.id);
      continue;
    }
    if (records + scope.records > CHUNK) {
      yield { scopes: together, from: -1, to: Number.MAX_SAFE_INTEGER };
      together = [];
      records = 0;
    }
    together.push(scope.id);
    records += scope.records;
  }
  if (together.length > 0) yield { scopes: together, from: -1, to: Number.MAX_SAFE_INTEGER };
}

function* piecesOf(connection: Connection, scope: number): Iterable<ScopeChunk> {
  let from = -1;
  for (;;) {
    const [to] = connection.values<number | null>(BORDER, scope, from);
    if (typeof to !== "number") return;
    yield { scopes: [scope], from, to };
    from = to;
  }
}
