import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { booleanArray, numberArray, textArray } from "../../client/encode-array.js";

type Sql = RawBuilder<unknown>;
type Value = string | number | boolean | null;

/** How a column of rows is sent. */
export type ColumnType = "text" | "json" | "integer" | "bigint" | "double precision" | "boolean";

/** One column of rows that are sent. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly read: (row: Row) => Value;
}

/** A column whose values are an array already, in the order of the rows. */
export interface FurtherColumn {
  readonly name: string;
  readonly array: Sql;
}

/**
 * Rows as a select: one array for each column, so that the number of parameters does not depend on
 * that of the rows. What is the same in all rows is sent once.
 */
export function rowsSql<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  further?: FurtherColumn,
): Sql {
  const arrays: Sql[] = further ? [further.array] : [];
  const names = further ? [further.name] : [];
  const [firstRow] = rows;
  const selected = columns.map(({ name, type, read }) => {
    const first = firstRow === undefined ? null : read(firstRow);
    if (rows.every((row) => read(row) === first)) {
      return sql`${first}::${sql.raw(`${type} as "${name}"`)}`;
    }
    arrays.push(sql`${arrayOf(type, rows.map(read))}::${sql.raw(type)}[]`);
    names.push(name);
    return sql.raw(`sent."${name}"`);
  });
  if (further) selected.push(sql.raw(`sent."${further.name}"`));
  if (arrays.length === 0) return sql`select ${sql.join(selected)}`;
  return sql`
    select ${sql.join(selected)} from unnest(${sql.join(arrays)}) as sent (${quoted(names)})`;
}

/** The names of columns, as a list. */
export function columnNames<Row>(columns: readonly Column<Row>[]): Sql {
  return quoted(columns.map(({ name }) => name));
}

/** As one piece of text, which is several times quicker to compile than many. */
function quoted(names: readonly string[]): Sql {
  return sql.raw(names.map((name) => `"${name}"`).join(", "));
}

function arrayOf(type: ColumnType, values: readonly Value[]): string {
  switch (type) {
    case "text":
    case "json":
      return textArray(values as readonly (string | null)[]);
    case "boolean":
      return booleanArray(values as readonly boolean[]);
    case "integer":
    case "bigint":
    case "double precision":
      return numberArray(values as readonly (number | null)[]);
    default:
      return type satisfies never;
  }
}
