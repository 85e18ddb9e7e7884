import type { CallOptions } from "@kioku/core";
import type { RecordId } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { SqlBool } from "kysely";

import { compile } from "../sql/compile.js";
import type { StoreSession } from "../store-session.js";
import { forgetScopes } from "./forget-scopes.js";
import { removeSelected } from "./remove-selected.js";
import { lockedAreas, takeLocks } from "./scope-locks.js";

const ACCESS = [""];
const ALL = [{ path: "", below: true }];

/** Removes every record that has expired, its history included, and says which they were. */
export async function sweepExpired(
  session: StoreSession,
  now: Date,
  options?: CallOptions,
): Promise<readonly RecordId[]> {
  const condition = sql<SqlBool>`r.expires_at <= ${now.getTime()}::bigint`;
  return session.write(options, { access: ACCESS, lock: [] }, async (context) => {
    const { channel, names } = context;
    const rows = await channel.rows<{ readonly scope: string }>(
      compile(sql`select distinct r.scope from ${names.records} as r where ${condition}`),
    );
    if (rows.length === 0) return [];
    const lock = rows.map(({ scope }) => scope);
    const locked = takeLocks(context, { lock });
    const removing = removeSelected(context, {
      areas: lockedAreas(lock, ALL),
      condition,
      ending: undefined,
      signal: options?.signal,
    });
    const [removed] = await Promise.all([removing, locked]);
    forgetScopes(context, lockedAreas(lock, ALL));
    return removed;
  });
}
