import type { StoredSpace } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { compile } from "../../sql/compile.js";
import type { StoreContext } from "../../store-context.js";
import { WriteModel } from "../model/write-model.js";
import { addRecords, loadRecords } from "./load-records.js";
import type { Wanted } from "./wanted.js";

interface KeyRow {
  readonly scope: string;
  readonly key: string;
  readonly id: string;
}

interface TombstoneRow {
  readonly scope: string;
  readonly hash: string;
}

/** Reads all that a batch may meet, by statements that travel together. */
export async function loadModel(context: StoreContext, wanted: Wanted): Promise<WriteModel> {
  const hasSpaces = wanted.changesSpaces || wanted.vectorSpaces.size > 0;
  const [records, keys, tombstones, spaces] = await Promise.all([
    loadRecords(context, wanted),
    loadKeys(context, wanted),
    loadTombstones(context, wanted),
    hasSpaces ? loadSpaces(context) : [],
  ]);
  const model = new WriteModel();
  for (const { path, hash } of wanted.contents) model.watchContent(path, hash);
  addRecords(model, records);
  for (const { scope, key, id } of keys) model.addStoredKey(scope, key, id);
  for (const { scope, hash } of tombstones) model.addStoredTombstone(scope, hash);
  for (const space of spaces) model.spaces.addStored(space);
  return model;
}

/** Reads the spaces that the database has by now. */
export async function loadSpaces({
  channel,
  names,
}: StoreContext): Promise<readonly StoredSpace[]> {
  return channel.rows<StoredSpace>(
    compile(sql`select name as id, dimensions, state from ${names.spaces}`),
  );
}

async function loadKeys(
  { channel, names }: StoreContext,
  { idempotencyKeys }: Wanted,
): Promise<readonly KeyRow[]> {
  if (idempotencyKeys.size === 0) return [];
  return channel.rows<KeyRow>(
    compile(sql`
      select i.scope, i.key, i.id from ${idempotencyKeys.rows} as k (scope, key)
      cross join lateral (
        select * from ${names.idempotency_keys} as i
        where i.scope = k.scope and i.key = k.key limit 1
      ) as i`),
  );
}

async function loadTombstones(
  { channel, names }: StoreContext,
  { tombstones }: Wanted,
): Promise<readonly TombstoneRow[]> {
  if (tombstones.size === 0) return [];
  return channel.rows<TombstoneRow>(
    compile(sql`
      select t.scope, t.hash from ${tombstones.rows} as w (scope, hash)
      cross join lateral (
        select * from ${names.tombstones} as t
        where t.scope = w.scope and t.hash = w.hash limit 1
      ) as t`),
  );
}
