import { RECORD_COLUMNS } from "@kioku/core/toolkit";
import type { AuthorColumns, StrengthColumns } from "@kioku/core/toolkit";

import type { RecordPlace } from "../record/record-place.js";
import type { RecordRow } from "../record/record-row.js";
import type { Connection, SqlValue } from "../sql/connection.js";
import type { RecordsTable } from "../sql/tables.js";

/** What is stored beside a record when it is put. */
interface BesideRecord
  extends
    AuthorColumns,
    Pick<RecordsTable, "content_hash" | "text_hash" | "term_count" | "scripts"> {}

/** A record and what is stored beside it. */
export interface WrittenRecord {
  readonly row: RecordRow;
  readonly beside: BesideRecord;
}

const BESIDE = [
  "change",
  "actor",
  "cause",
  "content_hash",
  "text_hash",
  "term_count",
  "scripts",
] as const;
const COLUMNS = [...RECORD_COLUMNS, ...BESIDE];

const INSERT =
  `insert into records (scope, first_stability_days, ${COLUMNS.join(", ")}) ` +
  `values (?, ?, ${COLUMNS.map(() => "?").join(", ")})`;
const UPDATE = `update records set ${COLUMNS.map((column) => `${column} = ?`).join(", ")} where row = ?`;
const STRENGTH =
  "insert into strength (record, stability_days, uses, last_used_at) values (?, ?, ?, ?) " +
  "on conflict (record) do update set stability_days = excluded.stability_days, " +
  "uses = excluded.uses, last_used_at = excluded.last_used_at";
const IDEMPOTENCY_KEY = "insert into idempotency_keys (scope, key, record) values (?, ?, ?)";
const DELETE: readonly string[] = [
  "delete from idempotency_keys where record = ?",
  "delete from strength where record = ?",
  "delete from records where row = ?",
];

/** Writes a new record and says which row it got. */
export function insertRecord(
  connection: Connection,
  scope: number,
  written: WrittenRecord,
): number {
  const { stability_days: days, uses, last_used_at: lastUsedAt } = written.row;
  const row = connection.run(INSERT, scope, days, ...valuesOf(written));
  if (uses !== 0 || lastUsedAt !== null) writeStrength(connection, row, written.row);
  return row;
}

/** Replaces a record as a whole, but for its strength. */
export function updateRecord(connection: Connection, row: number, written: WrittenRecord): void {
  connection.run(UPDATE, ...valuesOf(written), row);
}

/** Replaces the strength of a record. */
export function writeStrength(
  connection: Connection,
  row: number,
  strength: StrengthColumns,
): void {
  const { stability_days: days, uses, last_used_at: lastUsedAt } = strength;
  connection.run(STRENGTH, row, days, uses, lastUsedAt);
}

/** Notes that a record was written with this key. */
export function writeIdempotencyKey(
  connection: Connection,
  { scope, row }: RecordPlace,
  key: string,
): void {
  connection.run(IDEMPOTENCY_KEY, scope, key, row);
}

/** Deletes a record, its strength, and its idempotency keys. */
export function deleteRow(connection: Connection, row: number): void {
  for (const statement of DELETE) connection.run(statement, row);
}

function valuesOf({ row, beside }: WrittenRecord): SqlValue[] {
  return [
    ...RECORD_COLUMNS.map((column) => row[column]),
    ...BESIDE.map((column) => beside[column]),
  ];
}
