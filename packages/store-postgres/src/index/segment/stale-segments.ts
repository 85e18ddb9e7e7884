import type { CallOptions } from "@kioku/core";
import { sql, type RawBuilder } from "kysely";

import type { Names } from "../../sql/names.js";
import type { StoreSession } from "../../store-session.js";

/** Smaller scopes are read as a whole as quickly. */
const MIN_DOCUMENTS = 2_000;

/** A segment with a larger stale share is rebuilt. */
const MOST_STALE = 0.1;
/** The same for large scopes, from `FEW_STALE` stale texts on. */
const MOST_STALE_OF_MANY = 0.02;
const FEW_STALE = 500;

interface SegmentRules extends CallOptions {
  /**
   * Scopes from this size on have a segment, which goes below half of it.
   * @defaultValue 2,000
   */
  readonly leastDocuments?: number | undefined;
}

/** Segments that have to be built or dropped. */
interface StaleSegments {
  /** Scopes for `buildSegment`. */
  readonly build: readonly string[];
  /** Scopes for `dropSegments`. */
  readonly drop: readonly string[];
}

interface ScopeRow {
  readonly scope: string;
  readonly drop: boolean;
}

/** Finds segments that are missing, out of date, or no longer useful. */
export async function staleSegments(
  session: StoreSession,
  rules: SegmentRules = {},
): Promise<StaleSegments> {
  // Never from a replica, which may be behind.
  const rows = await session.write(
    { signal: rules.signal },
    { access: [""], lock: [] },
    ({ channel, names }) => channel.rows<ScopeRow>(staleStatement(names, rules)),
  );
  const scopesOf = (drop: boolean): readonly string[] =>
    rows.filter((row) => row.drop === drop).map(({ scope }) => scope);
  return { build: scopesOf(false), drop: scopesOf(true) };
}

function staleStatement(
  names: Names,
  { leastDocuments = MIN_DOCUMENTS }: SegmentRules,
): RawBuilder<unknown> {
  return sql`
    select o.scope, false as drop
    from ${names.scopes} as o
    left join ${names.segments} as s on s.scope = o.scope
    cross join lateral (
      select count(*) as buried from ${names.graves} as g
      where g.scope = o.scope and g.number <= s.covers) as g
    where o.documents >= ${leastDocuments}::integer
    and (s.generation is null
      or o.documents - (s.documents - g.buried) + g.buried > greatest(
        ${MOST_STALE_OF_MANY}::float8 * o.documents,
        least(${MOST_STALE}::float8 * o.documents, ${FEW_STALE}::integer)))
    union all
    select s.scope, true
    from ${names.segments} as s left join ${names.scopes} as o on o.scope = s.scope
    where coalesce(o.documents, 0) < ${leastDocuments}::integer / 2.0`;
}
