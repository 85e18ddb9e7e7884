import type { VectorLeg, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { Ask } from "../../ask.js";
import { textArray } from "../../client/encode-array.js";
import { inAreas } from "../../sql/area-sql.js";
import { requireWidths } from "../searched-spaces.js";
import type { SearchedSpace } from "../searched-spaces.js";

/** What text scores need to know of the searched scopes: of all their searchable records. */
export interface ScopeStatistics {
  readonly documents: number;
  readonly terms: number;
}

/** What all legs of a search need to know. */
export interface SearchHead {
  /** Those that nobody has written in are missing. */
  readonly spaces: readonly SearchedSpace[];
  readonly statistics: ScopeStatistics;
  /** How many records there are, searchable or not. */
  readonly records: number;
}

interface HeadRow extends ScopeStatistics {
  readonly records: number;
  readonly name: string | null;
  readonly id: number;
  readonly dimensions: number;
}

/**
 * Reads what all legs need to know, in one statement, and turns compiling off: it takes longer than
 * any statement of a search.
 * @throws `vector-space-mismatch` if a vector is not as wide as its space.
 */
export async function readHead(
  ask: Ask,
  areas: readonly ScopeRange[],
  legs: readonly VectorLeg[],
): Promise<SearchHead> {
  const wanted = textArray([...new Set(legs.map(({ space }) => space))]);
  const rows = await ask<HeadRow>(
    ({ names }) => sql`
      select h.records, h.documents, h.terms, s.name, s.id, s.dimensions
      from (
        select coalesce(sum(o.records), 0) as records, coalesce(sum(o.documents), 0) as documents,
          coalesce(sum(o.terms), 0) as terms, set_config('jit', 'off', true)
        from ${names.scopes} as o where ${inAreas(sql.ref("o.scope"), areas)}) as h
      left join ${names.spaces} as s on s.name = any(${wanted}::text[])`,
  );
  const spaces = rows.flatMap(({ name, id, dimensions }) =>
    name === null ? [] : [{ name, id, dimensions }],
  );
  requireWidths(legs, spaces);
  const [{ records, documents, terms } = { records: 0, documents: 0, terms: 0 }] = rows;
  return { spaces, records, statistics: { documents, terms } };
}
