import { sql } from "kysely";

import type { Ask } from "../ask.js";

/** How many searchable records of all scopes have no vector in this space. */
export async function countMissingVectors(ask: Ask, space: string): Promise<number> {
  // Only what is searchable has vectors, and one at most in each space.
  const [row] = await ask<{ readonly missing: number }>(
    ({ names }) => sql`
      select (select coalesce(sum(documents), 0) from ${names.scopes})
        - (select count(*) from ${names.vectors}
          where space = (select id from ${names.spaces} where name = ${space})) as missing`,
  );
  return row?.missing ?? 0;
}
