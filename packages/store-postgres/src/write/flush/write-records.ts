import { sql, type RawBuilder } from "kysely";

import { TERMS, WRITTEN_COLUMNS, type WrittenRecord } from "../../schema/written-record.js";
import type { Names } from "../../sql/names.js";
import { columnNames, rowsSql, type Column } from "../../sql/rows-sql.js";

/** The place of a row among the numbers of its scope. */
export const PLACE: Column<Pick<WrittenRecord, "place">> = {
  name: "place",
  type: "bigint",
  read: ({ place }) => place,
};

/** Returns the number of a row of `written`, whose scope has counted it already. */
export function numberOf({ scopes }: Names): RawBuilder<unknown> {
  return sql`(select c.first_number + c.numbers - written.place
    from ${scopes} as c where c.scope = written.scope)`;
}

const CHANGED = sql.raw(
  WRITTEN_COLUMNS.filter(({ name }) => name !== "scope" && name !== "id")
    .map(({ name }) => `"${name}" = excluded."${name}"`)
    .join(", "),
);

/** Writes new records. A text gets a number. */
export function insertRecords(
  names: Names,
  written: readonly WrittenRecord[],
): RawBuilder<unknown> {
  return sql`
    insert into ${names.records} as r (${columnNames(WRITTEN_COLUMNS)}, number, terms)
    select ${columnNames(WRITTEN_COLUMNS)}, ${numberOf(names)}, terms
    from (${rowsSql([...WRITTEN_COLUMNS, PLACE, TERMS], written)}) as written`;
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
