import type { ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { inAreas } from "../sql/area-sql.js";
import { compile } from "../sql/compile.js";
import type { StoreContext } from "../store-context.js";

/**
 * Removes the counters of locked scopes that have neither records nor history any more: their paths
 * are texts of users.
 */
export function forgetScopes({ channel, names }: StoreContext, areas: readonly ScopeRange[]): void {
  if (areas.length === 0) return;
  channel.finish(
    compile(sql`
      delete from ${names.scopes} as s
      where ${inAreas(sql`s.scope`, areas)} and s.records = 0
        and not exists (select from ${names.history} as h where h.scope = s.scope)`),
  );
}
