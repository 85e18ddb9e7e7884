import type { Connection } from "../sql/connection.js";
import type { CatalogEntry } from "./catalog-entry.js";

const PAGE =
  "select row, id, iif(text_hash is null, null, scripts) as scripts, thread, happened_at as happenedAt, " +
  "archived_at as archivedAt, " +
  "expires_at as expiresAt, valid_from as validFrom, valid_to as validTo " +
  "from records where scope = ? order by thread, happened_at, id";

/** All entries of a scope, each thread in its order. */
export function loadCatalog(connection: Connection, scope: number): Iterable<CatalogEntry> {
  return connection.all<CatalogEntry>(PAGE, scope);
}
