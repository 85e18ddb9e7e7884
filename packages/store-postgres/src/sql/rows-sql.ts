import { sql, type RawBuilder } from "kysely";

import { booleanArray, numberArray, textArray } from "./encode.js";

type Sql = RawBuilder<unknown>;
type Value = string | number | boolean | null;

/** SQL type of a column of rows. */
export type ColumnType = "text" | "json" | "integer" | "bigint" | "double precision" | "boolean";

/** A column of rows that are sent. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly read: (row: Row) => Value;
}

/** Parts of the select beside its columns. */
interface MoreOfRows {
  readonly further?: FurtherColumn;
  /** Condition of the select, such as `onNode` of `Names`. */
  readonly where?: Sql;
}

/** A column that is an array already. */
interface FurtherColumn {
  readonly name: string;
  readonly array: Sql;
}

/** Returns rows as a select from one array for each column. Constant columns are sent once. */
export function rowsSql<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { further, where = sql`` }: MoreOfRows = {},
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
  if (arrays.length === 0) return sql`select ${sql.join(selected)} ${where}`;
  return sql`
    select ${sql.join(selected)} from unnest(${sql.join(arrays)}) as sent (${quoted(names)}) ${where}`;
}

/** Returns rows as a list of values. */
export function valuesSql<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Sql {
  const lines = rows.map((row) => {
    const values = columns.map(({ type, read }) => sql`${read(row)}::${sql.raw(type)}`);
    return sql`(${sql.join(values)})`;
  });
  return sql`values ${sql.join(lines)}`;
}

/** Returns the names of columns, as a list. */
export function columnNames<Row>(columns: readonly Column<Row>[]): Sql {
  return quoted(columns.map(({ name }) => name));
}

/** One raw text is several times quicker to compile than many parts. */
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
