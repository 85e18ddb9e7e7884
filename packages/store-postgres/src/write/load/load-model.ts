import type { StoredSpace } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { loadTables } from "../../index/vector-tables.js";
import { STORED_SELECTION, type StoredRow } from "../../schema/record-row.js";
import { numberArray, textArray } from "../../sql/encode.js";
import type { Names } from "../../sql/names.js";
import type { StoreContext } from "../../store-context.js";
import { WriteModel } from "../model/write-model.js";
import type { Wanted, WantedContent } from "./wanted.js";

type Sql = RawBuilder<unknown>;

interface KeyRow {
  readonly scope: string;
  readonly key: string;
  readonly id: string;
}

interface TombstoneRow {
  readonly scope: string;
  readonly hash: string;
}

/** Reads all rows that a batch may need, in one round trip. */
export async function loadModel(context: StoreContext, wanted: Wanted): Promise<WriteModel> {
  const hasSpaces = wanted.changesSpaces || wanted.vectorSpaces.size > 0;
  const ranges = wanted.paths.map((path) => ({ path, below: false }));
  const [records, keys, tombstones, tables, spaces] = await Promise.all([
    loadRecords(context, wanted),
    loadKeys(context, wanted),
    loadTombstones(context, wanted),
    loadTables(context, ranges),
    hasSpaces ? loadSpaces(context) : [],
  ]);
  const model = new WriteModel(tables);
  for (const { path, hash } of wanted.contents) model.watchContent(path, hash);
  addRecords(model, records);
  for (const { scope, key, id } of keys) model.addStoredKey(scope, key, id);
  for (const { scope, hash } of tombstones) model.addStoredTombstone(scope, hash);
  for (const space of spaces) model.spaces.addStored(space);
  return model;
}

/** Reads the spaces of the database. */
export async function loadSpaces({
  channel,
  names,
}: StoreContext): Promise<readonly StoredSpace[]> {
  return channel.rows<StoredSpace>(sql`select name as id, dimensions, state from ${names.spaces}`);
}

async function loadKeys(
  { channel, names }: StoreContext,
  { idempotencyKeys }: Wanted,
): Promise<readonly KeyRow[]> {
  if (idempotencyKeys.size === 0) return [];
  return channel.rows<KeyRow>(sql`
      select i.scope, i.key, i.id from ${idempotencyKeys.rows} as k (scope, key)
      cross join lateral (
        select * from ${names.idempotency_keys} as i
        where i.scope = k.scope and i.key = k.key limit 1
      ) as i`);
}

async function loadTombstones(
  { channel, names }: StoreContext,
  { tombstones }: Wanted,
): Promise<readonly TombstoneRow[]> {
  if (tombstones.size === 0) return [];
  return channel.rows<TombstoneRow>(sql`
      select t.scope, t.hash from ${tombstones.rows} as w (scope, hash)
      cross join lateral (
        select * from ${names.tombstones} as t
        where t.scope = w.scope and t.hash = w.hash limit 1
      ) as t`);
}

/** A record with a current version or history. */
type FoundRow = StoredRow & {
  readonly wanted_scope: string;
  readonly wanted_id: string;
  /** The last version in history, if there is no record. */
  readonly ended_version: number | null;
};

/** Records changed by one op: its own and up to three others. One duplicate is always left. */
const TOUCHED_BY_OP = 4;

/** Reads the records of a batch, and the last versions of deleted ones, by lookups. */
async function loadRecords(
  { channel, names }: StoreContext,
  wanted: Wanted,
): Promise<readonly FoundRow[]> {
  if (wanted.ids.size === 0) return [];
  return channel.rows<FoundRow>(sql`
      select w.scope as wanted_scope, w.id as wanted_id, h.version as ended_version, ${STORED_SELECTION}
      from (${wantedRefs(names, wanted)}) as w (scope, id)
      left join lateral (
        select * from ${names.records} as r where r.scope = w.scope and r.id = w.id limit 1
      ) as r on true
      left join lateral (
        select * from ${names.strength} as t where t.scope = r.scope and t.id = r.id limit 1
      ) as t on true
      left join lateral (
        select h.version from ${names.history} as h
        where r.id is null and h.scope = w.scope and h.id = w.id order by h.version desc limit 1
      ) as h on true
      where r.id is not null or h.version is not null`);
}

function addRecords(model: WriteModel, rows: readonly FoundRow[]): void {
  for (const row of rows) {
    const { wanted_scope: path, wanted_id: id, ended_version: endedVersion, ...record } = row;
    const isThere = endedVersion === null;
    model.addStored(path, id, {
      record: isThere ? { ...record, terms: undefined } : undefined,
      endedVersion: endedVersion ?? 0,
    });
  }
}

function wantedRefs(names: Names, { ids, keys, idempotencyKeys, contents, ops }: Wanted): Sql {
  const parts = [sql`select * from ${ids.rows} as named (scope, id)`];
  if (keys.size > 0) {
    parts.push(sql`
      select k.scope, r.id from ${keys.rows} as k (scope, key)
      cross join lateral (
        select r.id from ${names.records} as r where r.scope = k.scope and r.key = k.key limit 1
      ) as r`);
  }
  if (idempotencyKeys.size > 0) {
    parts.push(sql`
      select k.scope, i.id from ${idempotencyKeys.rows} as k (scope, key)
      cross join lateral (
        select i.id from ${names.idempotency_keys} as i
        where i.scope = k.scope and i.key = k.key limit 1
      ) as i`);
  }
  if (contents.length > 0) parts.push(duplicates(names, contents, ops * TOUCHED_BY_OP));
  return sql.join(parts, sql` union `);
}

function duplicates(names: Names, contents: readonly WantedContent[], limit: number): Sql {
  const paths = textArray(contents.map(({ path }) => path));
  const hashes = textArray(contents.map(({ hash }) => hash));
  const instants = numberArray(contents.map(({ at }) => at));
  return sql`
      select c.scope, r.id
      from unnest(${paths}::text[], ${hashes}::text[], ${instants}::bigint[]) as c (scope, hash, at)
      cross join lateral (
        select r.id from ${names.records} as r
        where r.scope = c.scope and r.content_hash = c.hash and r.archived_at is null
          and (r.expires_at is null or r.expires_at > c.at)
          and (r.valid_to is null or r.valid_to > c.at)
        -- As a sum it is not the order of an index, which would be walked through all of the scope.
        order by r.created_at + 0, r.id limit ${sql.lit(limit)}
      ) as r`;
}
