import { sql, type RawBuilder } from "kysely";

import { ownTable, type VectorTable, type WrittenTable } from "../../index/vector-tables.js";
import { encodeVectors, textArray } from "../../sql/encode.js";
import { rowsSql } from "../../sql/rows-sql.js";
import type { DatabaseContext } from "../../store-context.js";
import { REF_COLUMNS, removeOf, type EntryRef } from "./related-rows.js";

type Sql = RawBuilder<unknown>;

/** A vector of a record. */
export interface WrittenVector extends EntryRef {
  readonly values: Float32Array;
}

/** Vectors of one space. */
interface VectorRows {
  readonly space: string;
  readonly vectors: readonly WrittenVector[];
  /** True if none of these records has a vector in that space. */
  readonly areNew: boolean;
}

/** Returns the statements that write vectors, each to the table that has those of its scope. */
export function writeVectors(
  context: DatabaseContext,
  tables: readonly WrittenTable[],
  { space, vectors, areNew }: VectorRows,
): readonly Sql[] {
  const byScope = new Map(
    tables.filter((table) => table.space_name === space).map((table) => [table.scope, table]),
  );
  const groups = Map.groupBy(vectors, ({ path }) => byScope.get(path));
  return [...groups].flatMap(([table, rows]) => {
    const { names } = context;
    const own = table && ownTable(names, table);
    const isOwn = own !== undefined && !table?.leaves;
    const insert = insertVectors(context, isOwn ? own : names.vectors, { space, vectors: rows });
    if (areNew) return [insert];
    const replace = sql`${insert}
    on conflict (scope, space, id) do update set embedding = excluded.embedding`;
    if (!table || !own || table.is_whole) return [replace];
    // Some are still where they are moved from.
    return [removeFrom(isOwn ? names.vectors : own, table, rows), replace];
  });
}

/** Returns the statements that remove vectors from all spaces. */
export function removeVectors(
  { names }: DatabaseContext,
  tables: readonly WrittenTable[],
  refs: readonly EntryRef[],
): readonly Sql[] {
  const shared = sql`
    ${removeOf(names.vectors, refs)} and t.space = any(array(select id from ${names.spaces}))`;
  const byScope = tables.length > 0 ? Map.groupBy(refs, ({ path }) => path) : undefined;
  const own = tables.flatMap((table) => {
    const gone = byScope?.get(table.scope);
    return gone ? [removeFrom(ownTable(names, table), table, gone)] : [];
  });
  return [shared, ...own];
}

function removeFrom(from: Sql, { scope, space }: VectorTable, refs: readonly EntryRef[]): Sql {
  const ids = textArray(refs.map(({ id }) => id));
  return sql`
    delete from ${from} where scope = ${scope} and space = ${space}::integer and id = any(${ids}::text[])`;
}

function insertVectors(
  { names, vectorType }: DatabaseContext,
  into: Sql,
  { space, vectors }: Omit<VectorRows, "areNew">,
): Sql {
  const values = vectors.map((vector) => vector.values);
  const array = sql`${encodeVectors(values, vectorType)}::${names.vector()}[]`;
  return sql`
    insert into ${into} (scope, id, space, embedding)
    select scope, id, (select id from ${names.spaces} where name = ${space}), embedding::${names.vector()}
    from (${rowsSql(REF_COLUMNS, vectors, { further: { name: "embedding", array } })}) as written`;
}
