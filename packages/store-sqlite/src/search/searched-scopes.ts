import type { Selection } from "@kioku/core";

import { loadCatalog } from "../catalog/load-catalog.js";
import { selectedScopes } from "../read/selected-scopes.js";
import type { ScopesTable } from "../sql/tables.js";
import type { StoreContext } from "../store-context.js";
import type { RowSelection } from "./row-selection.js";
import { selectionBySql } from "./selection-by-sql.js";
import { selectionInMemory } from "./selection-in-memory.js";
import type { CatalogOfScope } from "./selection-in-memory.js";

/** In more scopes than this a row is found sooner by SQL. */
const MAX_CATALOGS = 16;

/** Where a search looks. */
export interface SearchedScopes {
  readonly scopes: readonly ScopesTable[];
  readonly selection: Selection;
  /** Whether the selection leaves so few that work on all records would be for nothing. */
  readonly isFiltered: boolean;
  readonly rows: RowSelection;
}

/** The scopes of a selection that hold records, and the quickest way to tell which rows it contains. */
export function searchedScopes(context: StoreContext, selection: Selection): SearchedScopes {
  const scopes = selectedScopes(context.connection, selection).filter(({ records }) => records > 0);
  const isFiltered = selection.kinds !== undefined || selection.where !== undefined;
  const catalogs =
    isFiltered || scopes.length > MAX_CATALOGS ? undefined : catalogsOf(context, scopes);
  const rows = catalogs
    ? selectionInMemory(catalogs, selection)
    : selectionBySql(context, selection);
  return { scopes, selection, isFiltered, rows };
}

/** The catalogs of all these scopes, if all are in memory or come there now. */
function catalogsOf(
  { connection, catalogs }: StoreContext,
  scopes: readonly ScopesTable[],
): readonly CatalogOfScope[] | undefined {
  const found = scopes.flatMap((scope) => {
    const catalog = catalogs.find(scope, () => loadCatalog(connection, scope.id));
    return catalog ? [{ path: scope.path, catalog }] : [];
  });
  return found.length === scopes.length ? found : undefined;
}
