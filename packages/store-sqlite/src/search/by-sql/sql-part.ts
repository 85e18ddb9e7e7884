import type { Selection } from "@kioku/core/toolkit";

import { selectionFragment } from "../../sql/selection-fragment.js";
import type { ScopesTable } from "../../sql/tables.js";
import type { FoundRecord, SelectedRow, ThreadPlace } from "../found-record.js";
import type { SearchContext } from "../search-context.js";
import type { SearchPart, TextMatches, VectorQuery } from "../search-part.js";
import { aroundBySql } from "./around-by-sql.js";
import { nearestBySql } from "./nearest-by-sql.js";
import type { FoundRow, SqlSearch } from "./sql-search.js";
import { textBySql } from "./text-by-sql.js";

/**
 * Searches scopes by asking the database: the quickest way where they are small, and the only one
 * where memory is not to be had.
 */
export class SqlPart implements SearchPart {
  readonly documents: number;
  readonly terms: number;
  readonly #search: SqlSearch;
  /** Of its scopes, by number. */
  readonly #paths: ReadonlyMap<number, string>;
  readonly #seen = new Map<number, SelectedRow>();

  constructor(context: SearchContext, scopes: readonly ScopesTable[], selection: Selection) {
    const searchable = scopes.filter(({ documents }) => documents > 0);
    this.documents = searchable.reduce((sum, scope) => sum + scope.documents, 0);
    this.terms = searchable.reduce((sum, scope) => sum + scope.terms, 0);
    this.#search = {
      ...context,
      scopes: searchable,
      selected: selectionFragment(context.queries, selection),
      seen: this.#seen,
      known: (row) => this.#known(row),
    };
    this.#paths = new Map(scopes.map(({ id, path }) => [id, path]));
  }

  async nearest(query: VectorQuery): Promise<readonly FoundRecord[]> {
    return nearestBySql(this.#search, query);
  }

  async withTerms(terms: readonly string[]): Promise<TextMatches> {
    return textBySql(this.#search, terms);
  }

  around(rows: readonly SelectedRow[], count: number): readonly ThreadPlace[] {
    const mine = rows.filter(({ row }) => this.#seen.has(row));
    return aroundBySql(this.#search, mine, count);
  }

  #known({ row, id, scripts, scope, thread }: FoundRow): SelectedRow {
    const known = this.#seen.get(row);
    if (known) return known;
    const path = this.#paths.get(scope) ?? "";
    const one = { row, id, scripts, path, hasThread: thread !== null };
    this.#seen.set(row, one);
    return one;
  }
}
