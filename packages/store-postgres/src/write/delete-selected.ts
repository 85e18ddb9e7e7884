import type { CallOptions } from "@kioku/core";
import { scopeToPath, takesWholeScopes, rangesOf } from "@kioku/core/toolkit";
import type { DeleteOptions, RecordId, Selection, ScopeRange } from "@kioku/core/toolkit";
import { sql, type SqlBool } from "kysely";

import { inRanges } from "../sql/fragments.js";
import { lockedRanges, takeLocks } from "../sql/locks.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { forgetScopes, removeSelected } from "./remove-selected.js";

/** Deletes every record of a selection and returns their ids. */
export async function deleteSelected(
  session: StoreSession,
  selection: Selection,
  options: DeleteOptions,
): Promise<readonly RecordId[]> {
  const { signal, purge = false } = options;
  const access = selection.within.map((scope) => scopeToPath(scope));
  const selected = rangesOf(selection);
  return session.write(options, { access, lock: [] }, async (context) => {
    const lock = await scopesIn(context, selected);
    const locked = takeLocks(context, { lock });
    const ranges = lockedRanges(lock, selected);
    const removing = removeSelected(context, {
      ranges,
      condition: selectionSql(selection),
      ending: purge ? undefined : options,
      signal,
    });
    const [removed] = await Promise.all([removing, locked]);
    if (purge && takesWholeScopes(selection)) {
      // Also of records deleted earlier.
      const { channel, names } = context;
      channel.finish(sql`delete from ${names.history} where ${inRanges(sql`scope`, ranges)}`);
    }
    if (purge) forgetScopes(context, ranges);
    return removed;
  });
}

/** Returns the known scopes in range, and the named ones. */
async function scopesIn(
  { channel, names }: StoreContext,
  ranges: readonly ScopeRange[],
): Promise<readonly string[]> {
  const below = ranges.filter((range) => range.below);
  const here = ranges.filter((range) => !range.below).map(({ path }) => path);
  if (below.length === 0) return here;
  const rows = await channel.rows<{ readonly scope: string }>(
    sql`select scope from ${names.scopes} where ${inRanges(sql`scope`, below)}`,
  );
  return [...new Set([...here, ...rows.map(({ scope }) => scope)])];
}

const ACCESS = [""];
const ALL = [{ path: "", below: true }];

/** Removes every expired record with its history, and returns their ids. */
export async function sweepExpired(
  session: StoreSession,
  now: Date,
  options?: CallOptions,
): Promise<readonly RecordId[]> {
  const condition = sql<SqlBool>`r.expires_at <= ${now.getTime()}::bigint`;
  return session.write(options, { access: ACCESS, lock: [] }, async (context) => {
    const { channel, names } = context;
    const rows = await channel.rows<{ readonly scope: string }>(
      sql`select distinct r.scope from ${names.records} as r where ${condition}`,
    );
    if (rows.length === 0) return [];
    const lock = rows.map(({ scope }) => scope);
    const locked = takeLocks(context, { lock });
    const removing = removeSelected(context, {
      ranges: lockedRanges(lock, ALL),
      condition,
      ending: undefined,
      signal: options?.signal,
    });
    const [removed] = await Promise.all([removing, locked]);
    forgetScopes(context, lockedRanges(lock, ALL));
    return removed;
  });
}
