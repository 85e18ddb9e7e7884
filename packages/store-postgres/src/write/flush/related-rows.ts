import { sql, type RawBuilder } from "kysely";

import type { CurrentRecord } from "../../schema/record-row.js";
import type { Names } from "../../sql/names.js";
import { columnNames, rowsSql, valuesSql, type Column } from "../../sql/rows-sql.js";
import type { DatabaseContext } from "../../store-context.js";
import type { EndedVersion, RecordEntry } from "../model/record-entry.js";
import type { NewTombstone } from "../model/write-model.js";
import { numberOf, PLACE } from "./write-records.js";

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
  return insert(names, { into: names.history, columns: HISTORY_COLUMNS, rows: versions });
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
  return insert(names, { into: names.idempotency_keys, columns: KEY_COLUMNS, rows: keys });
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
  return insert(names, { into: names.strength, columns: STRENGTH_COLUMNS, rows: strengths });
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
  return insert(names, { into: names.tombstones, columns: TOMBSTONE_COLUMNS, rows: tombstones });
}

/** A text to queue. */
export interface QueuedText extends EntryRef {
  readonly runAt: number;
  /** Place among the numbers that the batch takes from its scope. */
  readonly place: number;
}

const JOB_COLUMNS: readonly Column<QueuedText>[] = [
  ...REF_COLUMNS,
  { name: "run_at", type: "bigint", read: ({ runAt }) => runAt },
];

/** Queues texts that are not queued yet. */
export function writeJobs({ names }: DatabaseContext, queued: readonly QueuedText[]): Sql {
  return sql`
    insert into ${names.embedding_jobs} (${columnNames(JOB_COLUMNS)}, number)
    select ${columnNames(JOB_COLUMNS)}, ${numberOf(names)}
    from (${rowsSql([...JOB_COLUMNS, PLACE], queued)}) as written
    on conflict (scope, id) do nothing`;
}

/** Changes of the counters of a scope. */
export interface CounterChange {
  readonly path: string;
  readonly records: number;
  readonly documents: number;
  readonly terms: number;
  /** Count of numbers that it gives to texts and jobs. */
  readonly numbers: number;
}

const COUNTER_COLUMNS: readonly Column<CounterChange>[] = [
  SCOPE,
  { name: "records", type: "integer", read: ({ records }) => records },
  { name: "documents", type: "integer", read: ({ documents }) => documents },
  { name: "terms", type: "bigint", read: ({ terms }) => terms },
  { name: "numbers", type: "bigint", read: ({ numbers }) => numbers },
];

/** Adds changes to counters, which come before the rows that they number. */
export function writeCounters(
  { names, dialect }: DatabaseContext,
  changes: readonly CounterChange[],
): Sql {
  const into = sql`${names.scopes} as c`;
  // Citus copies what it selects where a default changes, such as that of the first number.
  const inserted = dialect.nodes
    ? sql`insert into ${into} (${columnNames(COUNTER_COLUMNS)}) ${valuesSql(COUNTER_COLUMNS, changes)}`
    : insert(names, { into, columns: COUNTER_COLUMNS, rows: changes });
  return sql`
    ${inserted}
    on conflict (scope) do update set records = c.records + excluded.records,
      documents = c.documents + excluded.documents, terms = c.terms + excluded.terms,
      numbers = c.numbers + excluded.numbers`;
}

interface Insertion<Row> {
  readonly into: Sql;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

function insert<Row>({ onNode }: Names, { into, columns, rows }: Insertion<Row>): Sql {
  return sql`insert into ${into} (${columnNames(columns)}) ${rowsSql(columns, rows, { where: onNode })}`;
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
