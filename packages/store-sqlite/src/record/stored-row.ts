import type { RecordsTable } from "../sql/tables.js";
import { RECORD_SELECTION, RECORD_SOURCE } from "./record-row.js";
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

/** The beginning of statements that read such rows. */
export const SELECT_STORED: string = `select ${[...RECORD_SELECTION, ...BESIDE].join(", ")} ${RECORD_SOURCE}`;
