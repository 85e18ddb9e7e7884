import type { Selection } from "@kioku/core";

import type { CatalogEntry } from "../catalog/catalog-entry.js";
import type { ScopeCatalog } from "../catalog/scope-catalog.js";
import type { RowSelection, SelectedRow, ThreadPlace } from "./row-selection.js";

/** A scope and what is known of its records. */
export interface CatalogOfScope {
  readonly path: string;
  readonly catalog: ScopeCatalog;
}

interface FoundEntry extends CatalogOfScope {
  readonly entry: CatalogEntry;
}

/** Selects by catalogs that are in memory; the selection has neither kinds nor conditions. */
export function selectionInMemory(
  scopes: readonly CatalogOfScope[],
  selection: Selection,
): RowSelection {
  const isSelected = predicateOf(selection);
  const find = (row: number): FoundEntry | undefined => {
    for (const { path, catalog } of scopes) {
      const entry = catalog.get(row);
      if (entry) return { path, catalog, entry };
    }
    return undefined;
  };
  return {
    select: (rows) =>
      rows.flatMap((row): SelectedRow[] => {
        const found = find(row);
        return found && isSelected(found.entry) ? [toSelected(found)] : [];
      }),
    around: (rows, count) => {
      const around = new Map<number, FoundEntry>();
      const wanted = { count, where: isSelected };
      for (const { row } of rows) {
        const found = find(row);
        if (!found || found.entry.thread === null) continue;
        around.set(row, found);
        const { path, catalog, entry } = found;
        for (const step of [-1, 1] as const) {
          for (const other of catalog.beside(entry, step, wanted)) {
            if (!around.has(other.row)) around.set(other.row, { path, catalog, entry: other });
          }
        }
      }
      return [...around.values()].map((found) => placeOf(found, isSelected));
    },
  };
}

function placeOf(
  { path, catalog, entry }: FoundEntry,
  isSelected: (entry: CatalogEntry) => boolean,
): ThreadPlace {
  const [previous] = catalog.beside(entry, -1, { count: 1, where: isSelected });
  return {
    of: toSelected({ path, entry }),
    thread: entry.thread ?? "",
    previous: previous?.id,
  };
}

function toSelected({ path, entry }: Pick<FoundEntry, "path" | "entry">): SelectedRow {
  const { row, id, scripts } = entry;
  return { row, id, scripts, path };
}

function predicateOf(selection: Selection): (entry: CatalogEntry) => boolean {
  const { includeArchived = false } = selection;
  const now = selection.now?.getTime();
  const validAt = selection.validAt?.getTime();
  return ({ archivedAt, expiresAt, validFrom, validTo }) =>
    (includeArchived || archivedAt === null) &&
    (now === undefined || expiresAt === null || expiresAt > now) &&
    (validAt === undefined ||
      ((validFrom === null || validFrom <= validAt) && (validTo === null || validTo > validAt)));
}
