import { createHash, randomBytes } from "node:crypto";

import type { ScopeRange } from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { compile } from "../sql/compile.js";
import { inRanges } from "../sql/fragments.js";
import type { Names } from "../sql/names.js";
import type { StoreContext } from "../store-context.js";
import type { Dialect, IndexedSpace } from "./dialect.js";

type Sql = RawBuilder<unknown>;

/**
 * The own table of a large scope, with its vectors in one space. While there is such a table, no
 * vector of theirs is added to `vectors`, unless they are being moved back.
 */
export interface VectorTable {
  readonly scope: string;
  /** Number of the space. */
  readonly space: number;
  readonly name: string;
  /** Name of the index that answers; null where none does. */
  readonly index_name: string | null;
  /** True if `vectors` has none of these vectors. */
  readonly is_whole: boolean;
  /** Number of vectors when the index was made. */
  readonly vectors: number;
}

const PREFIX = "vectors_";
const NAME_BYTES = 16;

/** Prefix of the names of indexes of own tables. */
export const INDEX_PREFIX = "vectors_near_";

/**
 * Returns a name that no table ever had: a search whose snapshot is older than a table must not
 * take it for another one.
 */
export function newTableName(): string {
  return PREFIX + randomBytes(NAME_BYTES).toString("hex");
}

/** Returns the columns of `vector_tables as t` that make a `VectorTable`. */
export const TABLE_COLUMNS: Sql = sql.raw(
  "t.scope, t.space, t.name, t.index_name, t.built_at is not null and not t.leaves as is_whole, t.vectors",
);

/** An own table, for a writer that keeps it from being moved. */
export interface WrittenTable extends VectorTable {
  readonly space_name: string;
  /** True if its vectors are being moved back. */
  readonly leaves: boolean;
}

/** Reads the own tables of locked scopes. */
export async function loadTables(
  { channel, names }: Pick<StoreContext, "channel" | "names">,
  ranges: readonly ScopeRange[],
): Promise<readonly WrittenTable[]> {
  if (ranges.length === 0) return [];
  return channel.rows<WrittenTable>(sql`
      select ${TABLE_COLUMNS}, t.leaves, s.name as space_name
      from ${names.vector_tables} as t join ${names.spaces} as s on s.id = t.space
      where ${inRanges(sql.ref("t.scope"), ranges)}`);
}

/**
 * Reads the own tables of a space by name; of all scopes, or of these. Turns off JIT compilation,
 * which takes longer than to read of many.
 */
export async function readTablesOf(
  { channel, names }: Pick<StoreContext, "channel" | "names">,
  space: string,
  ranges: readonly ScopeRange[],
): Promise<readonly VectorTable[]> {
  const [tables] = await Promise.all([
    channel.rows<VectorTable>(sql`
      select ${TABLE_COLUMNS} from ${names.vector_tables} as t
      where ${inRanges(sql.ref("t.scope"), ranges)}
        and t.space = (select s.id from ${names.spaces} as s where s.name = ${space})
      order by t.scope`),
    channel.rows(sql`select set_config('jit', 'off', true)`),
  ]);
  return tables;
}

/**
 * Returns the table expression that has all vectors of a space: every read of vectors uses it.
 *
 * @param tables - Own tables in that space of all searched scopes, read in the same snapshot.
 * @param isOneScope - True if the search is of one scope: its own table then has all of them.
 */
export function vectorsOf(
  names: Names,
  tables: readonly VectorTable[],
  isOneScope: boolean,
): RawBuilder<unknown> {
  const [first] = tables;
  if (!first) return names.vectors;
  if (isOneScope && first.is_whole) return ownTable(names, first);
  return unionOf([names.vectors, ...tables.map((table) => ownTable(names, table))]);
}

/** Returns the table expression of all vectors in own tables, of which there are some. */
export function ownVectors(names: Names, tables: readonly VectorTable[]): RawBuilder<unknown> {
  return unionOf(tables.map((table) => ownTable(names, table)));
}

function unionOf(tables: readonly Sql[]): Sql {
  const selects = tables.map((table) => sql`select scope, space, id, embedding from ${table}`);
  return sql`(${sql.join(selects, sql` union all `)})`;
}

/** Planning a union takes time by the square of its parts. */
const TABLES_AT_ONCE = 32;

/** Splits own tables into groups that are quick to read together. */
export function tableGroups(tables: readonly VectorTable[]): readonly (readonly VectorTable[])[] {
  const count = Math.ceil(tables.length / TABLES_AT_ONCE);
  return Array.from({ length: count }, (_, at) =>
    tables.slice(at * TABLES_AT_ONCE, (at + 1) * TABLES_AT_ONCE),
  );
}

/** Returns true if two readings found the same. */
export function sameTables(a: readonly VectorTable[], b: readonly VectorTable[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the qualified name of an own table. */
export function ownTable({ schema }: Names, { name }: Pick<VectorTable, "name">): Sql {
  return sql.id(schema, name);
}

/** Returns the condition for the scope of an own table, which changes no estimate of rows. */
export function ofScope(column: Sql, scope: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`nullif(${column} = ${scope}, false) is not null`;
}

/**
 * Returns the name of the index of an own table: a hash of its definition. `undefined` where such
 * vectors cannot be indexed.
 */
export function indexName(
  dialect: Dialect,
  space: IndexedSpace,
  table: string,
): string | undefined {
  const made = dialect.createVectorIndex({ ...space, index: "", table: sql`` });
  if (!made) return undefined;
  const digest = createHash("sha256")
    .update(`${compile(made).text}\0${table}`)
    .digest("hex");
  return INDEX_PREFIX + digest.slice(0, 2 * NAME_BYTES);
}
