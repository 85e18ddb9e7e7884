import type { PutOp } from "@kioku/core";

import type { CatalogEntry } from "../catalog/catalog-entry.js";
import type { RecordPlace } from "../record/record-place.js";
import type { RecordRow } from "../record/record-row.js";
import type { StoredRow } from "../record/stored-row.js";
import { insertRecord, updateRecord } from "./record-writer.js";
import type { BesideRecord } from "./record-writer.js";
import { writeSearch } from "./search-writer.js";
import type { SearchColumns } from "./search-writer.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Where a record goes and how it is found. */
export interface StoredAs {
  readonly scope: number;
  readonly search: PutOp["search"];
  /** The version that it replaces. */
  readonly before: StoredRow | undefined;
}

/** Writes a record as the current version, with all that finds it, and says where it is. */
export function storeRecord(
  transaction: WriteTransaction,
  columns: RecordRow & BesideRecord,
  { scope, search, before }: StoredAs,
): RecordPlace {
  const { connection, catalog } = transaction;
  if (before) updateRecord(connection, before.row, columns);
  const place = before ?? { scope, row: insertRecord(connection, scope, columns) };
  writeSearch(transaction, place, { search, before });
  catalog.push({ scope, row: place.row, entry: toEntry(place.row, columns) });
  return place;
}

function toEntry(row: number, columns: RecordRow & SearchColumns): CatalogEntry {
  return {
    row,
    id: columns.id,
    scripts: columns.text_hash === null ? null : columns.scripts,
    thread: columns.thread,
    happenedAt: columns.occurred_at ?? columns.created_at,
    archivedAt: columns.archived_at,
    expiresAt: columns.expires_at,
    validFrom: columns.valid_from,
    validTo: columns.valid_to,
  };
}
