import type { Selection } from "@kioku/core";
import { sql } from "kysely";

import { oneOf } from "../sql/one-of.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { ScopesTable } from "../sql/tables.js";
import type { StoreContext } from "../store-context.js";
import { bestScores } from "./best-scores.js";
import { compareFound } from "./found-record.js";
import type { FoundRecord } from "./found-record.js";

/** The first look takes a few more than asked for, each further one this many times as many. */
const SPARE = 16;
const GROWTH = 4;

/** Rows of the scopes of a selection and their scores, index by index, in any order. */
export interface ScoredRows {
  readonly rows: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
}

/** What is wanted of them. */
export interface Wanted {
  readonly selection: Selection;
  readonly limit: number;
  /** The scopes that the rows are of. */
  readonly scopes: readonly Pick<ScopesTable, "id" | "path">[];
}

/**
 * The best `limit` of the rows that a selection contains, scopes aside. Candidates are checked by SQL best first, in
 * growing portions, until enough of them have passed: the same as to filter all and then to limit.
 */
export function selectHits(
  context: StoreContext,
  { rows, scores }: ScoredRows,
  { selection, limit, scopes }: Wanted,
): FoundRecord[] {
  const paths = new Map(scopes.map(({ id, path }) => [id, path]));
  const found: FoundRecord[] = [];
  let below = Number.POSITIVE_INFINITY;
  for (let portion = limit + SPARE; found.length < limit; portion *= GROWTH) {
    const candidates = bestScores(scores, portion, below);
    const last = candidates.at(-1);
    if (last === undefined) break;
    below = scores[last] ?? below;
    const scoreOf = new Map(candidates.map((index) => [rows[index] ?? -1, scores[index] ?? 0]));
    found.push(...readSelected(context, scoreOf, { selection, paths }));
  }
  return found.slice(0, limit);
}

/** Those of the rows that the selection contains, best first. */
function readSelected(
  { connection, queries }: StoreContext,
  scoreOf: ReadonlyMap<number, number>,
  { selection, paths }: Pick<Wanted, "selection"> & { readonly paths: ReadonlyMap<number, string> },
): FoundRecord[] {
  const query = queries
    .selectFrom("records as r")
    .select(["r.row", "r.id", "r.scope"])
    .where(oneOf(sql.ref("r.row"), [...scoreOf.keys()]))
    .where(selectionSql(selection));
  return connection
    .query(query.compile())
    .map(({ row, id, scope }) => ({
      row,
      id,
      path: paths.get(scope) ?? "",
      score: scoreOf.get(row) ?? 0,
    }))
    .toSorted(compareFound);
}
