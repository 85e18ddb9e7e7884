import type { CallOptions } from "@kioku/core";
import { scopeToPath, strengthToColumns } from "@kioku/core/toolkit";
import type { StrengthUpdate } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { DatabaseContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { rowsSql } from "./flush/rows-sql.js";
import { STRENGTH_COLUMNS } from "./flush/write-beside.js";
import type { WrittenStrength } from "./flush/write-beside.js";

/**
 * Replaces the strengths of the records that are there, by one statement that waits for no writer
 * of their scopes.
 */
export async function strengthenRecords(
  session: StoreSession,
  updates: readonly StrengthUpdate[],
  options?: CallOptions,
): Promise<void> {
  // Of two strengths for one record the last one counts.
  const strengths = new Map<string, WrittenStrength>();
  for (const { scope, id, strength } of updates) {
    const path = scopeToPath(scope);
    strengths.set(`${path}\0${id}`, { path, id, current: strengthToColumns(strength) });
  }
  const access = [...new Set([...strengths.values()].map(({ path }) => path))];
  await session.write(options, { access, lock: [] }, async (context) => {
    if (strengths.size === 0) return;
    context.channel.finish(compile(upsert(context, [...strengths.values()])));
  });
}

/**
 * Each record is held while its strength is written, as a foreign key would do it: who deletes it
 * meanwhile waits, and removes the strength after the record, so that none stays behind. All go
 * through the records in the same order.
 */
function upsert(
  { names }: DatabaseContext,
  strengths: readonly WrittenStrength[],
): RawBuilder<unknown> {
  return sql`
    insert into ${names.strength} (scope, id, stability_days, uses, last_used_at)
    select r.scope, r.id, u.stability_days, u.uses, u.last_used_at
    from (${rowsSql(STRENGTH_COLUMNS, strengths)}) as u
    join ${names.records} as r on r.scope = u.scope and r.id = u.id
    order by r.scope, r.id
    for key share of r
    on conflict (scope, id) do update set stability_days = excluded.stability_days,
      uses = excluded.uses, last_used_at = excluded.last_used_at`;
}
