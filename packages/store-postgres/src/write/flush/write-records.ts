import { sql, type RawBuilder } from "kysely";

import type { CurrentRecord } from "../../schema/record-row.js";
import { termsToText } from "../../schema/term-text.js";
import { nextNumber } from "../../sql/fragments.js";
import type { Names, RecordsTable } from "../../sql/names.js";
import { columnNames, rowsSql, type Column, type ColumnType } from "../../sql/rows-sql.js";

/** A record to write. */
export interface WrittenRecord {
  readonly path: string;
  readonly current: CurrentRecord;
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

const COLUMNS: readonly Column<WrittenRecord>[] = [
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

const TERMS: Column<WrittenRecord> = {
  name: "terms",
  type: "text",
  read: ({ current: { terms } }) => (terms === undefined ? null : termsToText(terms)),
};

const CHANGED = sql.raw(
  COLUMNS.filter(({ name }) => name !== "scope" && name !== "id")
    .map(({ name }) => `"${name}" = excluded."${name}"`)
    .join(", "),
);

/** Writes new records. A text gets a number. */
export function insertRecords(
  names: Names,
  written: readonly WrittenRecord[],
): RawBuilder<unknown> {
  return sql`
    insert into ${names.records} as r (${columnNames(COLUMNS)}, number, terms)
    select ${columnNames(COLUMNS)},
      case when terms is not null then ${nextNumber(names)} end, terms
    from (${rowsSql([...COLUMNS, TERMS], written)}) as written`;
}

/** Replaces records. A new text gets a new number, a kept one keeps its own. */
export function replaceRecords(
  names: Names,
  written: readonly WrittenRecord[],
): RawBuilder<unknown> {
  const isKept = sql`excluded.terms is null and excluded.text_hash is not null`;
  return sql`
    ${insertRecords(names, written)}
    on conflict (scope, id) do update set ${CHANGED},
      number = case when ${isKept} then r.number else excluded.number end,
      terms = case when ${isKept} then r.terms else excluded.terms end`;
}
