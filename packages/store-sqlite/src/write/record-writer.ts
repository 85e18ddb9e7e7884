import type { RecordPlace } from "../record/record-place.js";
import { RECORD_COLUMNS } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import type { Connection, SqlValue } from "../sql/connection.js";
import type { AuthorColumns, RecordsTable, StrengthColumns } from "../sql/tables.js";

/** What is stored beside a record when it is put. */
export interface BesideRecord
  extends
    AuthorColumns,
    Pick<RecordsTable, "content_hash" | "text_hash" | "term_count" | "scripts"> {}

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
  `insert into records (scope, ${COLUMNS.join(", ")}) ` +
  `values (?, ${COLUMNS.map(() => "?").join(", ")})`;
const UPDATE = `update records set ${COLUMNS.map((column) => `${column} = ?`).join(", ")} where row = ?`;
const STRENGTH =
  "insert into strength (record, stability_days, uses, last_used_at) values (?, ?, ?, ?) " +
  "on conflict (record) do update set stability_days = excluded.stability_days, " +
  "uses = excluded.uses, last_used_at = excluded.last_used_at";
const IDEMPOTENCY_KEY = "insert into idempotency_keys (scope, key, record) values (?, ?, ?)";
const DELETE = "delete from records where row = ?";

/** Writes a new record and says which row it got. */
export function insertRecord(
  connection: Connection,
  scope: number,
  columns: RecordRow & BesideRecord,
): number {
  const row = connection.run(INSERT, scope, ...valuesOf(columns));
  writeStrength(connection, row, columns);
  return row;
}

/** Replaces a record as a whole, but for its strength. */
export function updateRecord(
  connection: Connection,
  row: number,
  columns: RecordRow & BesideRecord,
): void {
  connection.run(UPDATE, ...valuesOf(columns), row);
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

/** Deletes a record, its strength and its idempotency keys. */
export function deleteRow(connection: Connection, row: number): void {
  connection.run(DELETE, row);
}

function valuesOf(columns: RecordRow & BesideRecord): SqlValue[] {
  return COLUMNS.map((column) => columns[column]);
}
