import { sql, type RawBuilder } from "kysely";

import type { CurrentRecord } from "../../schema/record-row.js";
import { encodeVectors } from "../../sql/encode.js";
import { nextNumber } from "../../sql/fragments.js";
import { columnNames, rowsSql, type Column } from "../../sql/rows-sql.js";
import type { DatabaseContext } from "../../store-context.js";
import type { EndedVersion, RecordEntry } from "../model/record-entry.js";
import type { NewTombstone } from "../model/write-model.js";

type Sql = RawBuilder<unknown>;

/** Names a record. */
export type EntryRef = Pick<RecordEntry, "path" | "id">;

const SCOPE: Column<{ readonly path: string }> = {
  name: "scope",
  type: "text",
  read: ({ path }) => path,
};

/** The columns that name a record. */
export const REF_COLUMNS: readonly Column<EntryRef>[] = [
  SCOPE,
  { name: "id", type: "text", read: ({ id }) => id },
];

/** A version for history. */
export interface KeptVersion extends EntryRef {
  readonly ended: EndedVersion;
}

const HISTORY_COLUMNS: readonly Column<KeptVersion>[] = [
  ...REF_COLUMNS,
  { name: "version", type: "integer", read: ({ ended }) => ended.version },
  { name: "change", type: "text", read: ({ ended }) => ended.change },
  { name: "actor", type: "text", read: ({ ended }) => ended.actor },
  { name: "cause", type: "text", read: ({ ended }) => ended.cause },
  { name: "recorded_at", type: "bigint", read: ({ ended }) => ended.recorded_at },
  { name: "searchable", type: "boolean", read: ({ ended }) => ended.searchable },
  { name: "snapshot", type: "json", read: ({ ended }) => ended.snapshot },
];

/** Adds versions to history. */
export function writeHistory({ names }: DatabaseContext, versions: readonly KeptVersion[]): Sql {
  return insert(names.history, HISTORY_COLUMNS, versions);
}

interface WrittenKey extends EntryRef {
  readonly key: string;
}

const KEY_COLUMNS: readonly Column<WrittenKey>[] = [
  ...REF_COLUMNS,
  { name: "key", type: "text", read: ({ key }) => key },
];

/** Writes idempotency keys of records. */
export function writeKeys({ names }: DatabaseContext, keys: readonly WrittenKey[]): Sql {
  return insert(names.idempotency_keys, KEY_COLUMNS, keys);
}

/** The strength of a used record. */
export interface WrittenStrength extends EntryRef {
  readonly current: Pick<CurrentRecord, "stability_days" | "uses" | "last_used_at">;
}

/** The columns of `strength`. */
export const STRENGTH_COLUMNS: readonly Column<WrittenStrength>[] = [
  ...REF_COLUMNS,
  {
    name: "stability_days",
    type: "double precision",
    read: ({ current }) => current.stability_days,
  },
  { name: "uses", type: "integer", read: ({ current }) => current.uses },
  { name: "last_used_at", type: "bigint", read: ({ current }) => current.last_used_at },
];

/** Writes strengths of new records. */
export function writeStrengths(
  { names }: DatabaseContext,
  strengths: readonly WrittenStrength[],
): Sql {
  return insert(names.strength, STRENGTH_COLUMNS, strengths);
}

const TOMBSTONE_COLUMNS: readonly Column<NewTombstone>[] = [
  SCOPE,
  { name: "hash", type: "text", read: ({ hash }) => hash },
  { name: "at", type: "bigint", read: ({ at }) => at },
];

/** Adds tombstones. */
export function writeTombstones(
  { names }: DatabaseContext,
  tombstones: readonly NewTombstone[],
): Sql {
  return insert(names.tombstones, TOMBSTONE_COLUMNS, tombstones);
}

interface QueuedText extends EntryRef {
  readonly runAt: number;
}

const JOB_COLUMNS: readonly Column<QueuedText>[] = [
  ...REF_COLUMNS,
  { name: "run_at", type: "bigint", read: ({ runAt }) => runAt },
];

/** Queues texts that are not queued yet. */
export function writeJobs({ names }: DatabaseContext, queued: readonly QueuedText[]): Sql {
  return sql`
    insert into ${names.embedding_jobs} (${columnNames(JOB_COLUMNS)}, number)
    select ${columnNames(JOB_COLUMNS)}, ${nextNumber(names)}
    from (${rowsSql(JOB_COLUMNS, queued)}) as queued
    on conflict (scope, id) do nothing`;
}

/** Changes of the counters of a scope. */
export interface CounterChange {
  readonly path: string;
  readonly records: number;
  readonly documents: number;
  readonly terms: number;
}

const COUNTER_COLUMNS: readonly Column<CounterChange>[] = [
  SCOPE,
  { name: "records", type: "integer", read: ({ records }) => records },
  { name: "documents", type: "integer", read: ({ documents }) => documents },
  { name: "terms", type: "bigint", read: ({ terms }) => terms },
];

/** Adds changes to counters. */
export function writeCounters({ names }: DatabaseContext, changes: readonly CounterChange[]): Sql {
  return sql`
    ${insert(sql`${names.scopes} as c`, COUNTER_COLUMNS, changes)}
    on conflict (scope) do update set records = c.records + excluded.records,
      documents = c.documents + excluded.documents, terms = c.terms + excluded.terms`;
}

/** A vector of a record. */
export interface WrittenVector extends EntryRef {
  readonly values: Float32Array;
}

/** Writes new vectors of one space. */
export function insertVectors(
  { names, vectorType }: DatabaseContext,
  space: string,
  vectors: readonly WrittenVector[],
): Sql {
  const values = vectors.map((vector) => vector.values);
  const array = sql`${encodeVectors(values, vectorType)}::${names.vector()}[]`;
  return sql`
    insert into ${names.vectors} (scope, id, space, embedding)
    select scope, id, (select id from ${names.spaces} where name = ${space}), embedding::${names.vector()}
    from (${rowsSql(REF_COLUMNS, vectors, { name: "embedding", array })}) as written`;
}

/** Writes vectors of one space, replacing existing ones. */
export function replaceVectors(
  context: DatabaseContext,
  space: string,
  vectors: readonly WrittenVector[],
): Sql {
  return sql`
    ${insertVectors(context, space, vectors)}
    on conflict (scope, space, id) do update set embedding = excluded.embedding`;
}

function insert<Row>(table: Sql, columns: readonly Column<Row>[], rows: readonly Row[]): Sql {
  return sql`insert into ${table} (${columnNames(columns)}) ${rowsSql(columns, rows)}`;
}

type KeptFrom = Pick<RecordEntry, "path" | "id" | "historyFrom">;

const KEPT_COLUMNS: readonly Column<KeptFrom>[] = [
  ...REF_COLUMNS,
  { name: "version", type: "integer", read: ({ historyFrom }) => historyFrom },
];

/** Removes the rows of these records from a table. */
export function removeOf(table: Sql, refs: readonly EntryRef[]): Sql {
  return sql`
    delete from ${table} as t using (${rowsSql(REF_COLUMNS, refs)}) as gone
    where t.scope = gone.scope and t.id = gone.id`;
}

/** Removes their vectors from all spaces. */
export function removeVectors({ names }: DatabaseContext, refs: readonly EntryRef[]): Sql {
  return sql`
    ${removeOf(names.vectors, refs)} and t.space = any(array(select id from ${names.spaces}))`;
}

/** Clears keys that change, so that their new holders do not collide. */
export function releaseKeys({ names }: DatabaseContext, refs: readonly EntryRef[]): Sql {
  return sql`
    update ${names.records} as t set key = null from (${rowsSql(REF_COLUMNS, refs)}) as changed
    where t.scope = changed.scope and t.id = changed.id`;
}

/** Removes versions before the first one to keep. */
export function removeEarlier({ names }: DatabaseContext, refs: readonly KeptFrom[]): Sql {
  return sql`
    delete from ${names.history} as t using (${rowsSql(KEPT_COLUMNS, refs)}) as kept
    where t.scope = kept.scope and t.id = kept.id and t.version < kept.version`;
}
