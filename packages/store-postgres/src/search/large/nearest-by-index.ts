import { sql, type RawBuilder, type SqlBool } from "kysely";

import type { Settings } from "../../index/dialect.js";
import { indexName, ofScope, ownTable, type VectorTable } from "../../index/vector-tables.js";
import { localSettings } from "../../sql/fragments.js";
import type { StoreContext } from "../../store-context.js";

/** Longer lists are not worth an index. */
const LONGEST_LIST = 1_000;

/**
 * Keeps the planner from sorting all vectors: it does not know that wide ones are stored apart, and
 * took ten times as long for 3,000 of 1,536 numbers.
 */
export const BY_INDEX_ONLY: Settings = { enable_sort: "off" };

/** A search for the nearest vectors of one scope. */
export interface NearestRequest {
  /** Its own table. */
  readonly table: VectorTable;
  readonly dimensions: number;
  /** Query vector of length 1. */
  readonly vector: Float32Array;
  readonly limit: number;
  /** Condition on `records as r`, if any. */
  readonly selection?: RawBuilder<SqlBool> | undefined;
  readonly details: NearDetails;
}

/** Further columns that the same statement reads. */
interface NearDetails {
  /** Columns of `near`, a table of `Near`, and of the join. */
  readonly columns: RawBuilder<unknown>;
  /** Joins with `near`, one row for each. */
  readonly join: RawBuilder<unknown>;
}

/** A vector found by index. */
export interface Near {
  readonly id: string;
  /** Negative inner product: the least is the nearest. */
  readonly distance: number;
}

/**
 * Finds the nearest vectors by index, equals by id. `undefined` without an index, or if it gave
 * fewer than wanted: then only an exact search knows all. Its settings stay for the transaction,
 * without effect on results.
 */
export async function nearestByIndex<Row>(
  context: StoreContext,
  request: NearestRequest,
): Promise<readonly Row[] | undefined> {
  const { dialect, names, quantization, usesIndexes, vectorVersion, channel } = context;
  const { table, dimensions, limit } = request;
  const space = { names, space: table.space, dimensions, quantization, vectorVersion };
  const candidates = limit * dialect.oversample(space);
  if (!usesIndexes || !table.is_whole || limit > LONGEST_LIST) return undefined;
  if (table.index_name !== indexName(dialect, space, table.name)) return undefined;
  const { vectors: count } = table;
  const settings = {
    ...dialect.searchSettings({ ...space, limit: candidates, count }),
    ...BY_INDEX_ONLY,
  };
  const statement = nearestStatement(context, { ...request, candidates });
  const apply = (given: Settings): readonly Promise<unknown>[] =>
    localSettings(given, dialect.nodes).map((setting) => channel.rows(setting));
  // The statement is planned by these settings.
  const prepared = apply(settings);
  const found = channel.rows<Row>(statement);
  const restored = apply({ enable_sort: "on" });
  const [rows] = await Promise.all([found, ...prepared, ...restored]);
  return rows.length < limit ? undefined : rows;
}

type SearchedDatabase = Pick<StoreContext, "dialect" | "names" | "quantization" | "vectorVersion">;

/** Returns the search: the index finds candidates, whole vectors order them. */
export function nearestStatement(
  { dialect, names, quantization, vectorVersion }: SearchedDatabase,
  { candidates, ...request }: NearestRequest & { readonly candidates: number },
): RawBuilder<unknown> {
  const { table, dimensions, selection, details } = request;
  const vector = names.vectorOf(request.vector);
  const space = { names, space: table.space, dimensions, quantization, vectorVersion };
  const records = sql`join ${names.records} as r on r.scope = ${table.scope} and r.id = v.id`;
  // Added 0: an iterative scan is not in the order that the planner expects.
  return sql`
select ${details.columns} from (
  select v.id, v.embedding ${names.operator("<#>")} ${vector} as distance
  from ${ownTable(names, table)} as v ${selection ? records : sql``}
  where ${ofScope(sql`v.scope`, table.scope)} ${selection ? sql`and ${selection}` : sql``}
  order by ${dialect.indexedDistance({ ...space, vector })}
  limit ${candidates}
) as near ${details.join}
order by near.distance + 0, near.id limit ${request.limit}`;
}
