import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import type { Settings } from "../dialect/dialect.js";
import { compile } from "../sql/compile.js";
import { indexedRows, scopeHash } from "../sql/indexed-rows.js";
import type { StoreContext } from "../store-context.js";
import { indexName } from "./index-name.js";

/** From here on a list is longer than an index is good at. */
const LONGEST_LIST = 1_000;

/**
 * Keeps the planner from sorting all vectors of the scope: it cannot know how few of the table an
 * index has whose condition is a hash.
 */
export const BY_INDEX_ONLY: Settings = { enable_sort: "off" };

/** Which vectors are looked for. */
export interface NearestRequest {
  /** Path of the one scope that is searched. */
  readonly scope: string;
  /** Number of the space. */
  readonly space: number;
  /** Width of the space. */
  readonly dimensions: number;
  /** Of length 1. */
  readonly vector: Float32Array;
  /** How many. */
  readonly limit: number;
  /** What has to hold of `records as r`, beside the scope; nothing if every record may be found. */
  readonly selection?: RawBuilder<SqlBool> | undefined;
  /** What is read of them at once. */
  readonly details: NearDetails;
}

/** What is read of those that were found, in place of a `Near`. */
interface NearDetails {
  /** What to select of `near`, which is a table of `Near`, and of what is joined with it. */
  readonly columns: RawBuilder<unknown>;
  /** What is joined with it; it has to leave one row of each. */
  readonly join: RawBuilder<unknown>;
}

/** A vector that is near. */
export interface Near {
  /** Of its record. */
  readonly id: string;
  /** The negative inner product: the least is the nearest. */
  readonly distance: number;
}

/**
 * The nearest vectors of a scope that has an index, nearest first, equals by id. `undefined` where
 * there is none, and where it gave fewer than were asked for: then only an exact search knows how
 * many there are. The transaction has the settings of the search from then on; they do not change
 * what other statements answer.
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
  const isPartial = dialect.supports.partialVectorIndexes;
  const settings = {
    ...dialect.searchSettings({ ...space, limit: candidates, count }),
    ...(isPartial && BY_INDEX_ONLY),
  };
  const statement = nearestStatement(context, { ...request, candidates });
  const apply = (given: Settings): readonly Promise<unknown>[] =>
    dialect.applySettings(given).map((setting) => channel.rows(compile(setting)));
  // Settings come first: the statement is planned by them.
  const prepared = apply(settings);
  const found = channel.rows<Row>({ ...compile(statement), plansEachTime: true });
  const restored = isPartial ? apply({ enable_sort: "on" }) : [];
  const [rows] = await Promise.all([found, ...prepared, ...restored]);
  return rows.length < limit ? undefined : rows;
}

type SearchedDatabase = Pick<StoreContext, "dialect" | "names" | "quantization" | "vectorVersion">;

/** The search by index: the index finds candidates, whole vectors order them. */
export function nearestStatement(
  { dialect, names, quantization, vectorVersion }: SearchedDatabase,
  { candidates, ...request }: NearestRequest & { readonly candidates: number },
): RawBuilder<unknown> {
  const { dimensions, selection, details } = request;
  const vector = names.vectorOf(request.vector);
  const space = { names, space: request.space, dimensions, quantization, vectorVersion };
  const records = sql`join ${names.records} as r on r.scope = v.scope and r.id = v.id`;
  const ofIndex = dialect.supports.partialVectorIndexes
    ? indexedRows({
        scope: sql`v.scope`,
        space: sql`v.space`,
        hash: scopeHash(request.scope),
        spaceNumber: sql`${request.space}`,
      })
    : sql`v.space = ${request.space}`;
  // Adding nothing to the distance: an iterative scan is not in the order in which the planner
  // thinks it is.
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
