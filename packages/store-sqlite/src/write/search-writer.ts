import type { PutOp } from "@kioku/core/toolkit";

import { addJob, dropJob, endsJob } from "../queue/job-writer.js";
import type { RecordPlace } from "../record/record-place.js";
import type { StoredRow } from "../record/stored-row.js";
import type { RecordsTable } from "../sql/tables.js";
import type { WriteTransaction } from "./write-transaction.js";

/** What a record's row says about how it is found. */
export type SearchColumns = Pick<RecordsTable, "text_hash" | "term_count" | "scripts">;

const NOT_SEARCHABLE: SearchColumns = { text_hash: null, term_count: 0, scripts: 0 };

/** What the row has to say after a put. */
export function searchColumns(
  search: PutOp["search"],
  before: SearchColumns | undefined,
): SearchColumns {
  if (search === "none") return NOT_SEARCHABLE;
  if (search === "keep") {
    const { text_hash, term_count, scripts } = before ?? NOT_SEARCHABLE;
    return { text_hash, term_count, scripts };
  }
  const { textHash, terms, scripts } = search;
  return { text_hash: textHash, term_count: terms.length, scripts };
}

/** Brings keywords and vectors of a record in line with a put. */
export function writeSearch(
  transaction: WriteTransaction,
  place: RecordPlace,
  { search, before }: { readonly search: PutOp["search"]; readonly before: StoredRow | undefined },
): void {
  const { connection, scopes, vectors, keywords } = transaction;
  const old = before ?? NOT_SEARCHABLE;
  const columns = searchColumns(search, before);
  scopes.add(place.scope, {
    records: before ? 0 : 1,
    documents: documentsOf(columns) - documentsOf(old),
    terms: columns.term_count - old.term_count,
  });
  if (search === "keep") return;
  const isOtherText = old.text_hash !== columns.text_hash;
  if (isOtherText && old.text_hash !== null) vectors.drop(place);
  if (old.text_hash !== null && (isOtherText || search === "none" || endsJob(search))) {
    dropJob(connection, place.row);
  }
  keywords.drop(place.row, old.term_count);
  if (search === "none") return;
  keywords.add(place, search.terms);
  for (const vector of search.vectors) vectors.put(place, vector);
  if (search.embedAt) addJob(connection, place.row, search.embedAt);
}

/** Removes a record from every index, before its row goes. */
export function eraseSearch(
  { connection, scopes, vectors, keywords, touched }: WriteTransaction,
  row: StoredRow,
): void {
  touched.add(row);
  keywords.drop(row.row, row.term_count);
  if (row.text_hash !== null) {
    vectors.drop(row);
    dropJob(connection, row.row);
  }
  scopes.add(row.scope, {
    records: -1,
    documents: -documentsOf(row),
    terms: -row.term_count,
  });
}

function documentsOf({ text_hash: textHash }: SearchColumns): number {
  return textHash === null ? 0 : 1;
}
