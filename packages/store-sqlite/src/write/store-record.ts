import type { PutOp } from "@kioku/core/toolkit";

import type { RecordPlace } from "../record/record-place.js";
import type { StoredRow } from "../record/stored-row.js";
import { insertRecord, updateRecord } from "./record-writer.js";
import type { WrittenRecord } from "./record-writer.js";
import { writeSearch } from "./search-writer.js";
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
  written: WrittenRecord,
  { scope, search, before }: StoredAs,
): RecordPlace {
  const { connection, touched } = transaction;
  if (before) updateRecord(connection, before.row, written);
  const place = before ?? { scope, row: insertRecord(connection, scope, written) };
  writeSearch(transaction, place, { search, before });
  touched.add(place);
  return place;
}
