import { sql, type RawBuilder, type SqlBool } from "kysely";

import type { Settings } from "../../index/dialect.js";
import { indexedRows, indexName, scopeHash } from "../../index/vector-indexes.js";
import { compile } from "../../sql/compile.js";
import { localSettings } from "../../sql/fragments.js";
import type { StoreContext } from "../../store-context.js";

/** Longer lists are not worth an index. */
const LONGEST_LIST = 1_000;

/** Keeps the planner from sorting all vectors: it overestimates the rows of a hash condition. */
export const BY_INDEX_ONLY: Settings = { enable_sort: "off" };

/** A search for the nearest vectors of one scope. */
export interface NearestRequest {
  readonly scope: string;
  readonly space: number;
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
  const { dialect, names, quantization, vectorIndexes, vectorVersion, channel } = context;
  const { scope, dimensions, limit } = request;
  const space = { names, space: request.space, dimensions, quantization, vectorVersion };
  const candidates = limit * dialect.oversample(space);
  if (limit > LONGEST_LIST) return undefined;
  const known = vectorIndexes.find(scope, space.space);
  if (!known || known.name !== indexName(dialect, space, scope)) return undefined;
  const { vectors: count } = known;
  const settings = {
    ...dialect.searchSettings({ ...space, limit: candidates, count }),
    ...BY_INDEX_ONLY,
  };
  const statement = nearestStatement(context, { ...request, candidates });
  const apply = (given: Settings): readonly Promise<unknown>[] =>
    localSettings(given).map((setting) => channel.rows(setting));
  // The statement is planned by these settings.
  const prepared = apply(settings);
  const found = channel.rows<Row>({ ...compile(statement), plansEachTime: true });
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
  const { dimensions, selection, details } = request;
  const vector = names.vectorOf(request.vector);
  const space = { names, space: request.space, dimensions, quantization, vectorVersion };
  const records = sql`join ${names.records} as r on r.scope = v.scope and r.id = v.id`;
  const ofIndex = indexedRows({
    scope: sql`v.scope`,
    space: sql`v.space`,
    hash: scopeHash(request.scope),
    spaceNumber: sql`${request.space}`,
  });
  // Added 0: an iterative scan is not in the order that the planner expects.
  return sql`
select ${details.columns} from (
  select v.id, v.embedding ${names.operator("<#>")} ${vector} as distance
  from ${names.vectors} as v ${selection ? records : sql``}
  where v.scope = ${request.scope} and ${ofIndex} ${selection ? sql`and ${selection}` : sql``}
  order by ${dialect.indexedDistance({ ...space, vector })}
  limit ${candidates}
) as near ${details.join}
order by near.distance + 0, near.id limit ${request.limit}`;
}
