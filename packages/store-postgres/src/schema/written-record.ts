import type { RecordsTable } from "../sql/names.js";
import type { Column, ColumnType } from "../sql/rows-sql.js";
import type { CurrentRecord } from "./record-row.js";
import { termsToText } from "./term-text.js";

/** A record to write. */
export interface WrittenRecord {
  readonly path: string;
  readonly current: CurrentRecord;
  /** Place among the numbers that the batch takes from its scope; null without a new text. */
  readonly place: number | null;
}

type PlainColumn = Exclude<keyof RecordsTable, "scope" | "happened_at" | "number"> &
  keyof CurrentRecord;

const PLAIN_COLUMNS: Readonly<Record<PlainColumn, ColumnType>> = {
  id: "text",
  key: "text",
  kind: "text",
  thread: "text",
  speaker: "text",
  form: "text",
  origin: "text",
  trust: "double precision",
  importance: "double precision",
  first_stability_days: "double precision",
  valence: "double precision",
  arousal: "double precision",
  pinned: "boolean",
  occurred_at: "bigint",
  valid_from: "bigint",
  valid_to: "bigint",
  created_at: "bigint",
  updated_at: "bigint",
  expires_at: "bigint",
  archived_at: "bigint",
  version: "integer",
  change: "text",
  actor: "text",
  cause: "text",
  content_hash: "text",
  text_hash: "text",
  term_count: "integer",
  traits: "integer",
  sources: "json",
  metadata: "json",
  value: "json",
  content: "text",
};

/** The columns of a written record, without its number. */
export const WRITTEN_COLUMNS: readonly Column<WrittenRecord>[] = [
  { name: "scope", type: "text", read: ({ path }) => path },
  ...Object.entries(PLAIN_COLUMNS).map(([name, type]): Column<WrittenRecord> => ({
    name,
    type,
    read: ({ current }) => current[name as PlainColumn],
  })),
  {
    name: "happened_at",
    type: "bigint",
    read: ({ current }) => current.occurred_at ?? current.created_at,
  },
];

/** The terms of a text that is new. */
export const TERMS: Column<WrittenRecord> = {
  name: "terms",
  type: "text",
  read: ({ current: { terms } }) => (terms === undefined ? null : termsToText(terms)),
};

/** The values of a record that `add_record` takes, in this order. */
export const RECORD_CALL: readonly Column<WrittenRecord>[] = [...WRITTEN_COLUMNS, TERMS];
