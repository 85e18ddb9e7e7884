import { compareText, pathsBelow, scopeToPath, isOneScope } from "@kioku/core/toolkit";
import type { RecordId, ScopeRange, PathSlice } from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { textArray } from "./encode.js";

type Sql = RawBuilder<unknown>;

/**
 * Returns the condition for paths in any of the ranges, which leads every selection. The bounds of
 * several keep the planner, which knows nothing of the paths, from reading the whole table.
 */
export function inRanges(
  column: RawBuilder<unknown>,
  ranges: readonly ScopeRange[],
): RawBuilder<SqlBool> {
  const here = ranges.filter(({ below }) => !below).map(({ path }) => path);
  const below = ranges.filter((range) => range.below);
  const conditions: RawBuilder<unknown>[] = below.map(({ path }) => {
    const { from, to } = pathsBelow(path);
    return sql`${column} = ${path} or (${column} >= ${from} and ${column} < ${to})`;
  });
  const [only] = here;
  if (here.length === 1 && only !== undefined) conditions.push(sql`${column} = ${only}`);
  else if (here.length > 1) conditions.push(sql`${column} = any(${textArray(here)}::text[])`);
  if (conditions.length === 0) return sql<SqlBool>`false`;
  const any = sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
  const [least, ...rest] = ranges
    .flatMap(({ path, below: isBelow }) => (isBelow ? [path, pathsBelow(path).to] : [path]))
    .toSorted(compareText);
  const most = rest.at(-1);
  if (ranges.length === 1 || least === undefined || most === undefined) return any;
  return sql<SqlBool>`(${any} and ${column} >= ${least} and ${column} <= ${most})`;
}

/** Returns the path of ranges that are a single scope without those below it. */
export function onlyScope([first, ...others]: readonly ScopeRange[]): string | undefined {
  return first && !first.below && others.length === 0 ? first.path : undefined;
}

/** Returns the condition for rows of a slice. */
export function inSlice(slice: PathSlice, scope: Sql, name: Sql): RawBuilder<SqlBool> {
  const { from, to } = slice;
  // A slice of several scopes begins with the first name.
  return isOneScope(slice)
    ? sql<SqlBool>`(${scope} = ${from} and ${name} >= ${slice.name})`
    : sql<SqlBool>`(${scope} >= ${from} and ${scope} < ${to})`;
}

/** Joins the rows with the scope and the id of `w`, by lookups that no plan turns into a scan. */
export function lookUp(table: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  const name = sql.ref(alias);
  return sql`cross join lateral (select * from ${table} as o
    where o.scope = w.scope and o.id = w.id offset 0) as ${name}`;
}

/** Returns a table `w` of `scope`, `id` and `position`, from 1, of these references. */
export function refsSql(refs: readonly RecordId[]): Sql {
  const paths = textArray(refs.map(({ scope }) => scopeToPath(scope)));
  const ids = textArray(refs.map(({ id }) => id));
  return sql`unnest(${paths}::text[], ${ids}::text[]) with ordinality as w(scope, id, position)`;
}

/** Applies settings until the transaction ends. */
interface SettingRules {
  readonly localSettings: (
    settings: Readonly<Record<string, string>>,
  ) => readonly RawBuilder<unknown>[];
}

/** Returns the statements that apply settings until the transaction ends, if there are any. */
export function localSettings(
  settings: Readonly<Record<string, string>>,
  rules?: SettingRules,
): readonly RawBuilder<unknown>[] {
  if (rules) return rules.localSettings(settings);
  const calls = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  return calls.length === 0 ? [] : [sql`select ${sql.join(calls)}`];
}
