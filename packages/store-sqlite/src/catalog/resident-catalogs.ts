import { StateCache } from "../resident/state-cache.js";
import type { ScopesTable } from "../sql/tables.js";
import type { CatalogChange, CatalogEntry } from "./catalog-entry.js";
import { ScopeCatalog } from "./scope-catalog.js";

/** About what an entry takes. */
const ENTRY_BYTES = 512;

/** Catalogs of scopes in memory, up to a number of entries. */
export class ResidentCatalogs {
  readonly #maxEntries: number;
  #entries = 0;
  readonly #cache = new StateCache<ScopeCatalog>((catalog) => {
    this.#entries -= catalog.size;
  });

  constructor(maxBytes: number) {
    this.#maxEntries = Math.floor(maxBytes / ENTRY_BYTES);
  }

  /** The current catalog of a scope, if there is one or it is worth loading. */
  find(scope: ScopesTable, load: () => Iterable<CatalogEntry>): ScopeCatalog | undefined {
    if (scope.records > this.#maxEntries) return undefined;
    const key = String(scope.id);
    const found = this.#cache.find({ key, scope: scope.id, changes: scope.changes });
    if (!found || found.value) return found?.value;
    const catalog = new ScopeCatalog();
    for (const entry of load()) catalog.set(entry);
    this.#entries += catalog.size;
    found.value = catalog;
    while (this.#entries > this.#maxEntries) this.#cache.makeRoom(found);
    return found.value;
  }

  /**
   * Brings the catalogs in line with a write of this process that has been committed.
   * @param scopes - The scopes it changed, with their new counters.
   */
  follow(scopes: ReadonlyMap<number, number>, changes: readonly CatalogChange[]): void {
    const entryOf = this.#cache.follow(scopes);
    for (const { scope, row, entry } of changes) {
      const cached = entryOf(String(scope));
      const catalog = cached?.value;
      if (!cached || !catalog) continue;
      const before = catalog.size;
      if (entry) catalog.set(entry);
      else catalog.delete(row);
      this.#entries += catalog.size - before;
      if (this.#entries > this.#maxEntries) this.#cache.makeRoom(cached);
    }
  }
}
