import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordRef } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { numberArray, textArray } from "../client/encode-array.js";
import type { Names } from "../sql/names.js";

type Sql = RawBuilder<unknown>;
type Kind = "id" | "key" | "idempotencyKey" | "contentHash";

/** One reference: which it is, and what it looks for. */
interface Wanted {
  readonly kind: Kind;
  readonly place: number;
  readonly path: string;
  readonly value: string;
}

/**
 * A query for `place`, `scope` and `id` of the records that references name. Those found by id need
 * not be there.
 */
export function findPlaces(names: Names, refs: readonly RecordRef[], now: Date): Sql {
  const byKind = Map.groupBy(refs.map(toWanted), ({ kind }) => kind);
  const queries = [...byKind].map(([kind, wanted]) => QUERIES[kind](names, wantedSql(wanted), now));
  return queries.length === 0
    ? sql`select 0 as place, '' as scope, '' as id where false`
    : sql.join(queries, sql` union all `);
}

function toWanted(ref: RecordRef, place: number): Wanted {
  const path = scopeToPath(ref.scope);
  if ("id" in ref) return { kind: "id", place, path, value: ref.id };
  if ("key" in ref) return { kind: "key", place, path, value: ref.key };
  if ("idempotencyKey" in ref) {
    return { kind: "idempotencyKey", place, path, value: ref.idempotencyKey };
  }
  return { kind: "contentHash", place, path, value: ref.contentHash };
}

function wantedSql(wanted: readonly Wanted[]): Sql {
  const places = numberArray(wanted.map(({ place }) => place));
  const paths = textArray(wanted.map(({ path }) => path));
  const values = textArray(wanted.map(({ value }) => value));
  return sql`unnest(${places}::int[], ${paths}::text[], ${values}::text[]) as w(place, scope, value)`;
}

const QUERIES: Readonly<Record<Kind, (names: Names, wanted: Sql, now: Date) => Sql>> = {
  id: (_names, wanted) => sql`select w.place, w.scope, w.value as id from ${wanted}`,
  key: ({ records }, wanted) => sql`
    select w.place, w.scope, f.id from ${wanted}
    join ${records} as f on f.scope = w.scope and f.key = w.value`,
  idempotencyKey: ({ idempotency_keys: keys }, wanted) => sql`
    select w.place, w.scope, f.id from ${wanted}
    join ${keys} as f on f.scope = w.scope and f.key = w.value`,
  contentHash: ({ records }, wanted, now) => sql`
    select w.place, w.scope, f.id from ${wanted}
    cross join lateral (
      select o.id from ${records} as o
      where o.scope = w.scope and o.content_hash = w.value and o.archived_at is null
        and (o.expires_at is null or o.expires_at > ${now.getTime()}::bigint)
        and (o.valid_to is null or o.valid_to > ${now.getTime()}::bigint)
      -- As a sum it is not the order of an index, which would be walked through all of the scope.
      order by o.created_at + 0, o.id limit 1) as f`,
};
