import type { RecordsTable } from "../sql/tables.js";
import { RECORD_SELECTION } from "./record-row.js";
import type { RecordRow } from "./record-row.js";

/** A record as it is read to be changed: with all that is stored beside it. */
export interface StoredRow
  extends
    RecordRow,
    Pick<
      RecordsTable,
      "row" | "scope" | "change" | "actor" | "cause" | "text_hash" | "term_count"
    > {}

const BESIDE = ["row", "scope", "change", "actor", "cause", "text_hash", "term_count"].map(
  (column) => `r.${column}`,
);

/** The beginning of statements that read such rows. */
export const SELECT_STORED: string =
  `select ${[...RECORD_SELECTION, ...BESIDE].join(", ")} from records as r ` +
  "join strength as t on t.record = r.row join scopes as s on s.id = r.scope";
