import { sql, type RawBuilder } from "kysely";

import { SCOPED_TABLES, type Names, type ObjectName } from "../sql/names.js";

/** Place of a schema among those of a sharded store. */
export interface Shard {
  /** Its number, from 0. */
  readonly index: number;
  /** Number of all shards. */
  readonly count: number;
}

/** Division of the tables of scopes; chosen when the schema is made, and kept. */
export interface Layout {
  /** Number of partitions by the hash of the scope; 0 for none. */
  readonly partitions: number;
  /** True if the schema has the functions of `recallFunctions`. */
  readonly hasFunctions: boolean;
  /** Absent: the schema has all scopes. */
  readonly shard?: Shard;
}

/** Returns the layout of a new schema. Functions need whole tables: their plans fit any scope. */
export function layoutFor(partitions: number, shard?: Shard): Layout {
  return { partitions, hasFunctions: partitions === 0, ...(shard && { shard }) };
}

/** Returns what follows the definition of a table of scopes. */
export function dividedBy({ partitions }: Layout): RawBuilder<unknown> {
  return partitions === 0 ? sql`` : sql`partition by hash (scope)`;
}

/** Returns the name of one partition of a table, without its schema. */
function partitionName(table: ObjectName, index: number): string {
  return `${table}_p${index}`;
}

/** Returns the statements that make the partitions once the tables are there. */
export function partitionStatements(
  names: Names,
  { partitions }: Layout,
): readonly RawBuilder<unknown>[] {
  return SCOPED_TABLES.flatMap((table) =>
    Array.from(
      { length: partitions },
      (_, index) => sql`
create table ${sql.id(names.schema, partitionName(table, index))} partition of ${names[table]}
for values with (modulus ${sql.lit(partitions)}, remainder ${sql.lit(index)})`,
    ),
  );
}

/** An index that is built outside of a transaction, while others write. */
export interface NewIndex {
  /** Its name, unique in the schema. */
  readonly name: string;
  readonly table: ObjectName;
  /** Columns and conditions, such as `(scope, kind)`. */
  readonly over: RawBuilder<unknown>;
}

/** A single index to build. */
export interface IndexStep {
  readonly name: string;
  readonly table: RawBuilder<unknown>;
  readonly over: RawBuilder<unknown>;
  /** True if it is built in a transaction, which blocks writers. */
  readonly inTransaction: boolean;
}

interface IndexLocation {
  readonly names: Names;
  readonly layout: Layout;
  /** True if the index is built while others write. */
  readonly concurrently: boolean;
}

/** Returns the steps of an index: every partition, then the whole table, which adopts them. */
export function indexSteps(
  { name, table, over }: NewIndex,
  { names, layout, concurrently }: IndexLocation,
): readonly IndexStep[] {
  const parts = Array.from({ length: layout.partitions }, (_, index) => ({
    name: `${name}_p${index}`,
    table: sql.id(names.schema, partitionName(table, index)),
    over,
    inTransaction: !concurrently,
  }));
  const inTransaction = !concurrently || layout.partitions > 0;
  return [...parts, { name, table: names[table], over, inTransaction }];
}

/** Returns the statement that builds an index. */
export function createIndex({ name, table, over, inTransaction }: IndexStep): RawBuilder<unknown> {
  const how = inTransaction ? sql`index` : sql`index concurrently`;
  return sql`
create ${how} ${sql.id(name)} on ${table} ${over}`;
}
