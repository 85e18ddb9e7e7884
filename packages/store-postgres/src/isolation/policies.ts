import { compareText } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Statement } from "../client/driver.js";
import { textArray } from "../client/encode-array.js";
import type { Dialect } from "../dialect/dialect.js";
import { compile } from "../sql/compile.js";
import { SCOPED_TABLES } from "../sql/names.js";
import type { Names } from "../sql/names.js";

/** The policy that each table of scopes has. */
export const POLICY = "scopes_granted";

/** Read once per statement, as what does not depend on the row. */
const GRANTED = sql`(select nullif(current_setting('kioku.scopes', true), '')::text[])`;

/**
 * Whether a row is of a granted scope or below one. Paths are closed by a slash, so each is a
 * prefix of those below it. They are sorted by bytes and none begins with another, so only one can
 * be a prefix: the last that is not after the row's. It is found by halving; where the setting is
 * not sorted, rows are missing, and never too many. Nothing is granted where nothing is set. The
 * planner takes it that nearly every value is not null, so it plans as it would without the policy.
 */
const IS_GRANTED = sql`nullif((scope || '/') ^@ (${GRANTED})[width_bucket(scope || '/', ${GRANTED})], false) is not null`;

/**
 * The statements that let the tables of scopes give out granted rows only, to their owner too. They
 * may run again.
 */
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

/**
 * Tell the database which scopes a transaction may touch, and what is below them. Nothing of it
 * outlives the transaction.
 */
export function grantScopes(
  paths: readonly string[],
  { applySettings }: Pick<Dialect, "applySettings">,
): readonly Statement[] {
  const granted: string[] = [];
  for (const path of paths.map((each) => `${each}/`).toSorted(compareText)) {
    // Whatever begins with a path follows it at once.
    const last = granted.at(-1);
    if (last === undefined || !path.startsWith(last)) granted.push(path);
  }
  return applySettings({ "kioku.scopes": textArray(granted) }).map(compile);
}
