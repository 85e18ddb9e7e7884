import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { Names } from "../sql/names.js";
import type { StoreSession } from "../store-session.js";

/** Scopes with fewer texts are read as a whole as quickly. */
const LEAST_DOCUMENTS = 2_000;

/**
 * A segment is built anew when more than this part of the texts of its scope is not in it or gone.
 */
const MOST_STALE = 0.1;
/**
 * In large scopes this part, as soon as there are `FEW_STALE`: every search reads the texts that
 * are not in it.
 */
const MOST_STALE_OF_MANY = 0.02;
const FEW_STALE = 500;

/** When scopes have segments. */
export interface SegmentRules extends CallOptions {
  /**
   * Scopes of so many texts or more have one. It goes when there are less than half as many.
   * @defaultValue 2,000
   */
  readonly leastDocuments?: number | undefined;
}

/**
 * What is to be done so that large scopes, and only these, have segments that are worth reading.
 */
export interface StaleSegments {
  /** Scopes to build one for, with `buildSegment`. */
  readonly build: readonly string[];
  /** Scopes whose one is to go, with `dropSegments`. */
  readonly drop: readonly string[];
}

interface ScopeRow {
  readonly scope: string;
  readonly drop: boolean;
}

/** Looks for segments that are missing, out of date or of no use any more. */
export async function staleSegments(
  session: StoreSession,
  rules: SegmentRules = {},
): Promise<StaleSegments> {
  // Not from a replica, which may not know what was built just now.
  const rows = await session.write(
    { signal: rules.signal },
    { access: [""], lock: [] },
    async ({ channel, names, dialect }) =>
      // What nobody can lock cannot be built beside writers.
      dialect.supports.advisoryLocks
        ? channel.rows<ScopeRow>(compile(staleStatement(names, rules)))
        : [],
  );
  const scopesOf = (drop: boolean): readonly string[] =>
    rows.filter((row) => row.drop === drop).map(({ scope }) => scope);
  return { build: scopesOf(false), drop: scopesOf(true) };
}

function staleStatement(
  names: Names,
  { leastDocuments = LEAST_DOCUMENTS }: SegmentRules,
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
