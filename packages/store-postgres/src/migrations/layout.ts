import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Dialect } from "../dialect/dialect.js";
import { SCOPED_TABLES } from "../sql/names.js";
import type { Names, ObjectName } from "../sql/names.js";

/** How the tables of scopes are divided; chosen when the schema is made, and kept. */
export interface Layout {
  /** Into how many partitions by the hash of the scope; 0 for none. */
  readonly partitions: number;
  /** Whether Citus spreads them over its nodes. */
  readonly isDistributed: boolean;
  /** Whether there are the functions of `recallFunctions`. */
  readonly hasFunctions: boolean;
  /** Whether columns say how they are stored. */
  readonly hasStorage: boolean;
}

/**
 * How a schema is made for a database. Functions are for tables that are whole: their plans are
 * made for no scope in particular.
 */
export function layoutFor({ supports }: Dialect, partitions: number): Layout {
  const isDistributed = supports.distributedTables;
  const hasFunctions = supports.storedFunctions && partitions === 0 && !isDistributed;
  return { partitions, isDistributed, hasFunctions, hasStorage: supports.columnStorage };
}

/** What follows the definition of a table of scopes. */
export function dividedBy({ partitions }: Layout): RawBuilder<unknown> {
  return partitions === 0 ? sql`` : sql`partition by hash (scope)`;
}

/** The name of one partition of a table, without its schema. */
export function partitionName(table: ObjectName, index: number): string {
  return `${table}_p${index}`;
}

/** The statements that divide the tables once they are there. */
export function divisionStatements(names: Names, layout: Layout): readonly RawBuilder<unknown>[] {
  return [
    ...partitionStatements(names, layout),
    ...(layout.isDistributed ? citusStatements(names) : []),
  ];
}

function partitionStatements(names: Names, { partitions }: Layout): readonly RawBuilder<unknown>[] {
  return SCOPED_TABLES.flatMap((table) =>
    Array.from(
      { length: partitions },
      (_, index) => sql`
create table ${sql.id(names.schema, partitionName(table, index))} partition of ${names[table]}
for values with (modulus ${sql.lit(partitions)}, remainder ${sql.lit(index)})`,
    ),
  );
}

/**
 * All rows of a scope lie on one node: every table is divided as the first one is. The rest is on
 * every node.
 */
function citusStatements({ schema }: Names): readonly RawBuilder<unknown>[] {
  const nameOf = (table: ObjectName): RawBuilder<unknown> => relationText(schema, table);
  const [first = "records", ...others] = SCOPED_TABLES;
  return [
    sql`
select create_distributed_table(${nameOf(first)}, 'scope')`,
    ...others.map(
      (table) => sql`
select create_distributed_table(${nameOf(table)}, 'scope', colocate_with => ${nameOf(first)})`,
    ),
    sql`
select create_reference_table(${nameOf("spaces")})`,
  ];
}

/** The statements that come last, when all is noted in the table of migrations. */
export function closingStatements(
  { schema }: Names,
  { isDistributed }: Layout,
): readonly RawBuilder<unknown>[] {
  if (!isDistributed) return [];
  return [
    sql`
select create_reference_table(${relationText(schema, "migrations")})`,
  ];
}

/** The name of a table as a text that is read as one. */
function relationText(schema: string, table: ObjectName): RawBuilder<unknown> {
  return sql.lit(`"${schema.replaceAll('"', '""')}".${table}`);
}
