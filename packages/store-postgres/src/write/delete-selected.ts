import { scopeToPath, takesWholeScopes, rangesOf } from "@kioku/core/toolkit";
import type { DeleteOptions, RecordId, Selection, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { inAreas } from "../sql/area-sql.js";
import { compile } from "../sql/compile.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { forgetScopes } from "./forget-scopes.js";
import { removeSelected } from "./remove-selected.js";
import { lockedAreas, takeLocks } from "./scope-locks.js";

/** Deletes every record of a selection and says which they were. */
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
    const areas = lockedAreas(lock, selected);
    const removing = removeSelected(context, {
      areas,
      condition: selectionSql(selection),
      ending: purge ? undefined : options,
      signal,
    });
    const [removed] = await Promise.all([removing, locked]);
    if (purge && takesWholeScopes(selection)) {
      // Of records deleted earlier, too.
      const { channel, names } = context;
      channel.finish(
        compile(sql`delete from ${names.history} where ${inAreas(sql`scope`, areas)}`),
      );
    }
    if (purge) forgetScopes(context, areas);
    return removed;
  });
}

/**
 * The scopes of areas that anything is known of, and those that are named. What is new after this
 * was not selected.
 */
async function scopesIn(
  { channel, names }: StoreContext,
  areas: readonly ScopeRange[],
): Promise<readonly string[]> {
  const below = areas.filter((area) => area.below);
  const here = areas.filter((area) => !area.below).map(({ path }) => path);
  if (below.length === 0) return here;
  const rows = await channel.rows<{ readonly scope: string }>(
    compile(sql`select scope from ${names.scopes} where ${inAreas(sql`scope`, below)}`),
  );
  return [...new Set([...here, ...rows.map(({ scope }) => scope)])];
}
