import type { CallOptions } from "@kioku/core";
import { scopeToPath, strengthToColumns, type StrengthUpdate } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { rowsSql } from "../sql/rows-sql.js";
import type { DatabaseContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { STRENGTH_COLUMNS, type WrittenStrength } from "./flush/related-rows.js";

/** Replaces strengths of existing records, in one statement that waits for no writer. */
export async function strengthenRecords(
  session: StoreSession,
  updates: readonly StrengthUpdate[],
  options?: CallOptions,
): Promise<void> {
  // The last strength of a record counts.
  const strengths = new Map<string, WrittenStrength>();
  for (const { scope, id, strength } of updates) {
    const path = scopeToPath(scope);
    strengths.set(`${path}\0${id}`, { path, id, current: strengthToColumns(strength) });
  }
  const access = [...new Set([...strengths.values()].map(({ path }) => path))];
  await session.write(options, { access, lock: [] }, async (context) => {
    if (strengths.size === 0) return;
    context.channel.finish(upsert(context, [...strengths.values()]));
  });
}

/** Locks each record as a foreign key would, so that a concurrent delete sees the strength. */
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
