import type { Connection } from "../sql/connection.js";
import type { ScopesTable } from "../sql/tables.js";
import type { StoreContext } from "../store-context.js";
import { keywordToken, keywordTokens } from "./keyword-token.js";

/** Up to here one list is looked up per term and scope; beyond, all scopes of a term are read and sorted out. */
const MAX_LOOKUPS = 64;

const OF_TOKEN = "select doc from postings where term = ?";
const OF_TERM =
  "select cast(substr(term, instr(term, char(31)) + 1) as integer) as scope, doc " +
  "from postings where term >= ? and term < ?";

/** For each term the keyword rowids of the records that have it, ascending, as often as they have it. */
export type PostingLists = readonly (readonly number[])[];

/** The lists of each scope that has any of the terms. No record is of two scopes. */
export function readPostings(
  { connection, postings }: StoreContext,
  terms: readonly string[],
  scopes: readonly ScopesTable[],
): readonly PostingLists[] {
  if (scopes.length > MAX_LOOKUPS) {
    return readAll(connection, terms, new Set(scopes.map(({ id }) => id)));
  }
  return scopes.map((scope) =>
    terms.map((term) =>
      postings.find(scope, term, () =>
        connection.values<number>(OF_TOKEN, keywordToken(term, scope.id)),
      ),
    ),
  );
}

interface ScopedPosting {
  readonly scope: number;
  readonly doc: number;
}

function readAll(
  connection: Connection,
  terms: readonly string[],
  scopes: ReadonlySet<number>,
): PostingLists[] {
  const byScope = new Map<number, number[][]>();
  for (const [index, term] of terms.entries()) {
    const { from, to } = keywordTokens(term);
    for (const { scope, doc } of connection.all<ScopedPosting>(OF_TERM, from, to)) {
      if (!scopes.has(scope)) continue;
      const lists = byScope.get(scope) ?? terms.map((): number[] => []);
      byScope.set(scope, lists);
      lists[index]?.push(doc);
    }
  }
  return [...byScope.values()];
}
