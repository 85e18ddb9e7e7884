import { compareText } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import type { Dialect } from "../index/dialect.js";
import type { ResolvedOptions } from "../options.js";
import { compile } from "../sql/compile.js";
import type { Channel, Statement } from "../sql/driver.js";
import { textArray } from "../sql/encode.js";
import { localSettings } from "../sql/fragments.js";
import { SCOPED_TABLES, type Names } from "../sql/names.js";

/** The policy of each table of scopes. */
export const POLICY = "scopes_granted";

const SETTING = "kioku.scopes";
const GRANTED = sql`(nullif(current_setting('kioku.scopes', true), '')::text[])`;
/** Evaluated once per statement. */
const GRANTED_ONCE = sql`(select ${GRANTED})`;

/**
 * Returns the test of a path, whether it is granted or below what is. Granted paths end with a
 * slash, are sorted by bytes, and none begins with another, so a binary search finds the only
 * possible prefix; without a setting nothing is granted.
 */
function isGranted(path: RawBuilder<unknown>, granted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${path} || '/') ^@ (${granted})[width_bucket(${path} || '/', ${granted})]`;
}

/**
 * Returns the statements that restrict tables of scopes to granted rows: for owners too, but
 * on nodes.
 *
 * @param own - Names of own tables of large scopes.
 */
export function policyStatements(
  names: Names,
  dialect: Pick<Dialect, "nodes">,
  own: readonly string[] = [],
): readonly RawBuilder<unknown>[] {
  const tables = SCOPED_TABLES.map((name) => names[name]);
  const all = [...tables, ...own.map((name) => sql.id(names.schema, name))];
  return [
    ...checkFunction(names, dialect),
    ...all.flatMap((table) => restrictTable(names, table, dialect)),
  ];
}

/** Returns the statements that restrict one table of scopes. */
export function restrictTable(
  names: Names,
  table: RawBuilder<unknown>,
  { nodes }: Pick<Dialect, "nodes">,
): readonly RawBuilder<unknown>[] {
  const policy = sql.id(POLICY);
  const granted = nodes
    ? sql`${sql.id(names.schema, CHECK)}(scope)`
    : isGranted(sql`scope`, GRANTED_ONCE);
  // Around it the planner does not guess how many rows are granted. Citus takes no `is not null`.
  const condition = sql`num_nonnulls(nullif(${granted}, false)) <> 0`;
  return [
    sql`
drop policy if exists ${policy} on ${table}`,
    sql`
create policy ${policy} on ${table} using (${condition}) with check (${condition})`,
    sql`
alter table ${table} enable row level security, ${nodes ? UNFORCED : FORCED}`,
  ];
}

const FORCED = sql`force row level security`;
/** Citus copies and moves rows as their owner, whom the policies may not bind then. */
const UNFORCED = sql`no force row level security`;

/** Function of the policies on a node. */
const CHECK = "is_granted";

/**
 * Creates the test as a function, if there are nodes. It is called immutable though it reads a
 * setting: with a subquery in a policy, or a function that may change, Citus refuses inserts from a
 * select. As it takes a column it is never evaluated before a statement runs.
 */
function checkFunction(
  { schema }: Names,
  { nodes }: Pick<Dialect, "nodes">,
): readonly RawBuilder<unknown>[] {
  if (!nodes) return [];
  const made = sql`
create or replace function ${sql.id(schema, CHECK)}(p_scope text) returns boolean
language plpgsql immutable parallel safe as $function$
begin
  return ${isGranted(sql`p_scope collate "C"`, GRANTED)};
end
$function$`;
  return [made, nodes.placeFunctions(schema)];
}

/** Returns the statements that grant scopes, and all below, until the transaction ends. */
export function grantScopes(
  paths: readonly string[],
  { nodes }: Pick<Dialect, "nodes"> = {},
): readonly Statement[] {
  return localSettings({ [SETTING]: grantedText(paths) }, nodes).map(compile);
}

/** Returns the call that grants scopes for the calls after it in a select. */
export function grantedFirst(paths: readonly string[]): RawBuilder<unknown> {
  return sql`set_config(${SETTING}, ${grantedText(paths)}, true)`;
}

function grantedText(paths: readonly string[]): string {
  const granted: string[] = [];
  for (const path of paths.map((each) => `${each}/`).toSorted(compareText)) {
    // A path is followed by all that it is a prefix of.
    const last = granted.at(-1);
    if (last === undefined || !path.startsWith(last)) granted.push(path);
  }
  return textArray(granted);
}

/** Grants scopes until the transaction ends, if the store uses row level security. */
export async function grantAccess(
  channel: Channel,
  paths: readonly string[],
  { rowLevelSecurity, dialect }: Pick<ResolvedOptions, "rowLevelSecurity" | "dialect">,
): Promise<void> {
  if (!rowLevelSecurity) return;
  const statements = grantScopes(paths, dialect);
  await Promise.all(statements.map((statement) => channel.rows(statement)));
}
