import { compareText } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import type { ResolvedOptions } from "../options.js";
import { compile } from "../sql/compile.js";
import type { Channel, Statement } from "../sql/driver.js";
import { textArray } from "../sql/encode.js";
import { localSettings } from "../sql/fragments.js";
import { SCOPED_TABLES, type Names } from "../sql/names.js";

/** The policy of each table of scopes. */
export const POLICY = "scopes_granted";

/** Evaluated once per statement. */
const GRANTED = sql`(select nullif(current_setting('kioku.scopes', true), '')::text[])`;

/**
 * True for rows of a granted scope or below one. Granted paths end with a slash, are sorted by
 * bytes, and none begins with another, so a binary search finds the only possible prefix; without a
 * setting nothing is granted. `nullif … is not null` keeps it from changing the planner's
 * estimates.
 */
const IS_GRANTED = sql`nullif((scope || '/') ^@ (${GRANTED})[width_bucket(scope || '/', ${GRANTED})], false) is not null`;

/** Returns the statements that restrict tables of scopes to granted rows, for owners too. */
export function policyStatements(names: Names): readonly RawBuilder<unknown>[] {
  const policy = sql.id(POLICY);
  return SCOPED_TABLES.flatMap((name) => [
    sql`
drop policy if exists ${policy} on ${names[name]}`,
    sql`
create policy ${policy} on ${names[name]} using (${IS_GRANTED}) with check (${IS_GRANTED})`,
    sql`
alter table ${names[name]} enable row level security, force row level security`,
  ]);
}

/** Returns the statements that grant scopes, and all below, until the transaction ends. */
export function grantScopes(paths: readonly string[]): readonly Statement[] {
  const granted: string[] = [];
  for (const path of paths.map((each) => `${each}/`).toSorted(compareText)) {
    // A path is followed by all that it is a prefix of.
    const last = granted.at(-1);
    if (last === undefined || !path.startsWith(last)) granted.push(path);
  }
  return localSettings({ "kioku.scopes": textArray(granted) }).map(compile);
}

/** Grants scopes until the transaction ends, if the store uses row level security. */
export async function grantAccess(
  channel: Channel,
  paths: readonly string[],
  { rowLevelSecurity }: Pick<ResolvedOptions, "rowLevelSecurity">,
): Promise<void> {
  if (!rowLevelSecurity) return;
  const statements = grantScopes(paths);
  await Promise.all(statements.map((statement) => channel.rows(statement)));
}
