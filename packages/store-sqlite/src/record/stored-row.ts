import type { RecordsTable } from "../sql/tables.js";
import { RECORD_SOURCE, SELECTED_COLUMNS } from "./record-row.js";
import type { RecordRow } from "./record-row.js";

/** A record as it is read to be changed: with all that is stored beside it. */
export interface StoredRow
  extends
    RecordRow,
    Pick<
      RecordsTable,
      "row" | "scope" | "change" | "actor" | "cause" | "text_hash" | "term_count" | "scripts"
    > {}

const BESIDE = [
  "row",
  "scope",
  "change",
  "actor",
  "cause",
  "text_hash",
  "term_count",
  "scripts",
].map((column) => `r.${column}`);

/** What to select of `records as r`, `strength as t` and `scopes as s` to read such a row. */
const STORED_COLUMNS: string = [SELECTED_COLUMNS, ...BESIDE].join(", ");

/** The beginning of statements that read such rows. */
export const SELECT_STORED: string = `select ${STORED_COLUMNS} ${RECORD_SOURCE}`;
