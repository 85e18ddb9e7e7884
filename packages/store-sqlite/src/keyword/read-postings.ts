import type { SqlSearch } from "../search/by-sql/sql-search.js";
import { keywordToken, keywordTokens } from "./keyword-token.js";

/**
 * Up to here one list is looked up per term and scope; beyond, all scopes of a term are read and
 * sorted out.
 */
const MAX_LOOKUPS = 64;

const OF_TOKEN = "select doc from postings where term = ?";
const OF_TERM =
  "select cast(substr(term, instr(term, char(31)) + 1) as integer) as scope, doc " +
  "from postings where term >= ? and term < ?";

/**
 * For each term the keyword rowids of the records that have it, ascending, as often as they have
 * it.
 */
export type PostingLists = readonly (readonly number[])[];

/** The lists of each scope that has any of the terms. No record is of two scopes. */
export async function readPostings(
  { connection, scopes, pause }: SqlSearch,
  terms: readonly string[],
): Promise<readonly PostingLists[]> {
  if (scopes.length > MAX_LOOKUPS) return readAll({ connection, scopes, pause }, terms);
  const postings: PostingLists[] = [];
  for (const { id } of scopes) {
    const lists: number[][] = [];
    for (const term of terms) {
      const pausing = pause();
      if (pausing) await pausing;
      lists.push(connection.values<number>(OF_TOKEN, keywordToken(term, id)));
    }
    postings.push(lists);
  }
  return postings;
}

interface ScopedPosting {
  readonly scope: number;
  readonly doc: number;
}

async function readAll(
  { connection, scopes, pause }: Pick<SqlSearch, "connection" | "scopes" | "pause">,
  terms: readonly string[],
): Promise<PostingLists[]> {
  const searched = new Set(scopes.map(({ id }) => id));
  const byScope = new Map<number, number[][]>();
  for (const [index, term] of terms.entries()) {
    const { from, to } = keywordTokens(term);
    for (const { scope, doc } of connection.each<ScopedPosting>(OF_TERM, from, to)) {
      const pausing = pause();
      if (pausing) await pausing;
      if (!searched.has(scope)) continue;
      const lists = byScope.get(scope) ?? terms.map((): number[] => []);
      byScope.set(scope, lists);
      lists[index]?.push(doc);
    }
  }
  return [...byScope.values()];
}
