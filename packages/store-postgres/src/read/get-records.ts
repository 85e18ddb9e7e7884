import type { MemoryRecord } from "@kioku/core";
import { scopeToPath, type RecordId, type RecordRef } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { joinStrength, RECORD_SELECTION, rowToRecord } from "../schema/record-row.js";
import type { RecordRow } from "../schema/record-row.js";
import { numberArray, textArray } from "../sql/encode.js";
import { lookUp } from "../sql/fragments.js";
import type { Names } from "../sql/names.js";
import type { Query } from "../sql/query.js";
import { foundRows, recordsFunctionSql, type FoundRecords } from "./records-function.js";

type Sql = RawBuilder<unknown>;

/** The result of the function for more records could exceed the longest text of the database. */
const MOST_AT_ONCE = 50;

interface PositionedRow extends RecordRow {
  readonly position: number;
}

/** Reads the named records, in order; `undefined` where there is none at that instant. */
export async function getRecords(
  query: Query,
  refs: readonly RecordRef[],
  now: Date,
): Promise<readonly (MemoryRecord | undefined)[]> {
  if (refs.length === 0) return [];
  const ids = idsOfOneScope(refs);
  if (!ids) {
    const rows = await readByPosition(query, refs, now);
    const found = new Map(rows.map((row) => [row.position, row]));
    return refs.map(({ scope }, position) => toRecord(found.get(position), scope));
  }
  const rows = await readByIds(query, ids, now);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map(({ scope, id }) => toRecord(found.get(id), scope));
}

function toRecord(row: RecordRow | undefined, scope: RecordId["scope"]): MemoryRecord | undefined {
  return row && rowToRecord(row, [...scope]);
}

/** Every recall takes this case, which has the leanest plan. */
function idsOfOneScope(refs: readonly RecordRef[]): readonly RecordId[] | undefined {
  const ids = refs.filter((ref) => "id" in ref);
  const [first] = ids;
  if (!first || ids.length < refs.length) return undefined;
  const path = scopeToPath(first.scope);
  return ids.every(({ scope }) => scopeToPath(scope) === path) ? ids : undefined;
}

async function readByIds(
  query: Query,
  wanted: readonly RecordId[],
  now: Date,
): Promise<readonly RecordRow[]> {
  const path = scopeToPath(wanted[0]?.scope ?? []);
  const named = { ids: wanted.map(({ id }) => id), now };
  const answer = await query<RecordRow | FoundRecords>(({ names, hasFunctions }) =>
    hasFunctions && wanted.length <= MOST_AT_ONCE
      ? recordsFunctionSql(names, path, named)
      : byIds(names, path, named),
  );
  const [first] = answer;
  if (!first || !("found" in first)) return answer as readonly RecordRow[];
  return foundRows(first, path) ?? query<RecordRow>(({ names }) => byIds(names, path, named));
}

/** Every new memory is asked for by its content, to be found nowhere. */
async function readByPosition(
  query: Query,
  refs: readonly RecordRef[],
  now: Date,
): Promise<readonly PositionedRow[]> {
  const [only, ...others] = refs;
  const asked = only && others.length === 0 && "contentHash" in only ? only : undefined;
  const path = scopeToPath(asked?.scope ?? []);
  const answer = await query<PositionedRow | FoundRecords>(({ names, hasFunctions }) =>
    hasFunctions && asked
      ? recordsFunctionSql(names, path, { contentHash: asked.contentHash, now })
      : byPosition(names, refs, now),
  );
  const [first] = answer;
  if (!first || !("found" in first)) return answer as readonly PositionedRow[];
  const rows = foundRows(first, path);
  if (rows) return rows.map((row) => ({ ...row, position: 0 }));
  return query<PositionedRow>(({ names }) => byPosition(names, refs, now));
}

function byIds(
  names: Names,
  path: string,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): RawBuilder<unknown> {
  return sql`
    select ${RECORD_SELECTION} from ${names.records} as r
    ${joinStrength(names)}
    where r.scope = ${path} and r.id = any(${textArray(ids)}::text[])
      and (r.expires_at is null or r.expires_at > ${now.getTime()}::bigint)`;
}

function byPosition(names: Names, refs: readonly RecordRef[], now: Date): RawBuilder<unknown> {
  return sql`
    select w.position, ${RECORD_SELECTION} from (${locateSql(names, refs, now)}) as w
    ${lookUp(names.records, "r")} ${joinStrength(names)}
    where r.expires_at is null or r.expires_at > ${now.getTime()}::bigint`;
}

type Kind = "id" | "key" | "idempotencyKey" | "contentHash";

interface Wanted {
  readonly kind: Kind;
  readonly position: number;
  readonly path: string;
  readonly value: string;
}

/** Selects `position`, `scope` and `id` of the references. Those named by id may not exist. */
function locateSql(names: Names, refs: readonly RecordRef[], now: Date): Sql {
  const byKind = Map.groupBy(refs.map(toWanted), ({ kind }) => kind);
  const queries = [...byKind].map(([kind, wanted]) => QUERIES[kind](names, wantedSql(wanted), now));
  return queries.length === 0
    ? sql`select 0 as position, '' as scope, '' as id where false`
    : sql.join(queries, sql` union all `);
}

function toWanted(ref: RecordRef, position: number): Wanted {
  const path = scopeToPath(ref.scope);
  if ("id" in ref) return { kind: "id", position, path, value: ref.id };
  if ("key" in ref) return { kind: "key", position, path, value: ref.key };
  if ("idempotencyKey" in ref) {
    return { kind: "idempotencyKey", position, path, value: ref.idempotencyKey };
  }
  return { kind: "contentHash", position, path, value: ref.contentHash };
}

function wantedSql(wanted: readonly Wanted[]): Sql {
  const positions = numberArray(wanted.map(({ position }) => position));
  const paths = textArray(wanted.map(({ path }) => path));
  const values = textArray(wanted.map(({ value }) => value));
  return sql`unnest(${positions}::int[], ${paths}::text[], ${values}::text[]) as w(position, scope, value)`;
}

const QUERIES: Readonly<Record<Kind, (names: Names, wanted: Sql, now: Date) => Sql>> = {
  id: (_names, wanted) => sql`select w.position, w.scope, w.value as id from ${wanted}`,
  key: ({ records }, wanted) => sql`
    select w.position, w.scope, f.id from ${wanted}
    join ${records} as f on f.scope = w.scope and f.key = w.value`,
  idempotencyKey: ({ idempotency_keys: keys }, wanted) => sql`
    select w.position, w.scope, f.id from ${wanted}
    join ${keys} as f on f.scope = w.scope and f.key = w.value`,
  contentHash: ({ records }, wanted, now) => sql`
    select w.position, w.scope, f.id from ${wanted}
    cross join lateral (
      select o.id from ${records} as o
      where o.scope = w.scope and o.content_hash = w.value and o.archived_at is null
        and (o.expires_at is null or o.expires_at > ${now.getTime()}::bigint)
        and (o.valid_to is null or o.valid_to > ${now.getTime()}::bigint)
      -- As a sum it is not the order of an index, which would be walked through all of the scope.
      order by o.created_at + 0, o.id limit 1) as f`,
};
