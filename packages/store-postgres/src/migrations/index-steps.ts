import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";
import { partitionName } from "./layout.js";
import type { Layout } from "./layout.js";
import type { NewIndex } from "./migration.js";

/** One index that is built by itself. */
export interface IndexStep {
  /** Name of the index, and of the step. */
  readonly name: string;
  /** The table that it is of. */
  readonly table: RawBuilder<unknown>;
  /** What it is over. */
  readonly over: RawBuilder<unknown>;
  /**
   * Built in a transaction that holds up writers: where it costs nothing, or the database cannot do
   * better.
   */
  readonly atOnce: boolean;
}

/** What index steps depend on. */
export interface IndexPlace {
  readonly names: Names;
  readonly layout: Layout;
  /** Whether the database can build an index while others write. */
  readonly concurrently: boolean;
}

/**
 * The steps that build an index. Of a divided table every partition is indexed first; the index of
 * the whole then takes those over.
 */
export function indexSteps(
  { name, table, over }: NewIndex,
  { names, layout, concurrently }: IndexPlace,
): readonly IndexStep[] {
  const parts = Array.from({ length: layout.partitions }, (_, index) => ({
    name: `${name}_p${index}`,
    table: sql.id(names.schema, partitionName(table, index)),
    over,
    atOnce: !concurrently,
  }));
  const atOnce = !concurrently || layout.partitions > 0;
  return [...parts, { name, table: names[table], over, atOnce }];
}

/** The statement that builds it. */
export function createIndex({ name, table, over, atOnce }: IndexStep): RawBuilder<unknown> {
  const how = atOnce ? sql`index` : sql`index concurrently`;
  return sql`
create ${how} ${sql.id(name)} on ${table} ${over}`;
}
