import type { MemoryRecord, Scope } from "@kioku/core";
import {
  pathToScope,
  scopeToPath,
  columnsToRecord,
  RECORD_COLUMNS,
  recordToColumns,
  type AuthorColumns,
  type EndedColumns,
  type RecordColumns as CommonColumns,
  type StrengthColumns,
} from "@kioku/core/toolkit";

import { storeFailed } from "../errors.js";
import type { HashColumn } from "./packed-hash.js";

interface RecordColumns extends Omit<CommonColumns, "pinned"> {
  readonly pinned: number;
}

/** A row of `records`. */
export interface RecordsTable extends RecordColumns, AuthorColumns {
  readonly row: number;
  readonly scope: number;
  readonly happened_at: number;
  readonly first_stability_days: number;
  readonly own_updated_at: number | null;
  readonly content_hash: HashColumn;
  readonly text_hash: HashColumn | null;
  readonly term_count: number;
  readonly traits: number;
  readonly terms: Uint8Array | null;
}

/** A row of `scopes`. */
export interface ScopesTable {
  readonly id: number;
  readonly path: string;
  readonly records: number;
  readonly documents: number;
  readonly terms: number;
}

/** Tables of dynamic queries. */
export interface Tables {
  readonly records: RecordsTable;
  readonly scopes: ScopesTable;
}

/** Location of a record: the number of its scope and its rowid. */
export interface RecordLocation {
  readonly scope: number;
  readonly row: number;
}

/** A record as read: its columns, its strength and the path of its scope. */
export interface RecordRow extends RecordColumns, StrengthColumns {
  readonly path: string;
}

/** Columns of a `RecordRow`, from `records as r`, `strength as t` and `scopes as s`. */
const SELECTED_COLUMNS: string = [
  ...RECORD_COLUMNS.map((column) => `r.${column}`),
  "coalesce(t.stability_days, r.first_stability_days) as stability_days",
  "coalesce(t.uses, 0) as uses",
  "t.last_used_at",
  "s.path",
].join(", ");

const RECORD_SOURCE: string =
  "from records as r left join strength as t on t.record = r.row join scopes as s on s.id = r.scope";

/** Beginning of statements that read a `RecordRow`. */
export const SELECT_RECORD: string = `select ${SELECTED_COLUMNS} ${RECORD_SOURCE}`;

/** A record as read before a change, with all of its bookkeeping. */
export interface StoredRow
  extends
    RecordRow,
    Pick<
      RecordsTable,
      | "row"
      | "scope"
      | "change"
      | "actor"
      | "cause"
      | "text_hash"
      | "term_count"
      | "traits"
      | "terms"
    > {}

const BOOKKEEPING =
  "r.row, r.scope, r.change, r.actor, r.cause, r.text_hash, r.term_count, r.traits, r.terms";

/** Beginning of statements that read a `StoredRow`. */
export const SELECT_STORED: string = `select ${SELECTED_COLUMNS}, ${BOOKKEEPING} ${RECORD_SOURCE}`;

/** A row of `history`. */
export interface EndedRow extends EndedColumns {
  readonly searchable: number;
}

/** Columns of an `EndedRow`, from `history as h`. */
export const ENDED_COLUMNS =
  "h.version, h.change, h.actor, h.cause, h.recorded_at, h.searchable, h.snapshot";

/** Returns the length of the texts of a row, as pages count it. */
export function rowLength({ content, value, metadata, sources }: RecordRow): number {
  return content.length + (value?.length ?? 0) + metadata.length + (sources?.length ?? 0);
}

/** Converts a record to its columns. */
export function recordToRow(record: MemoryRecord): RecordRow {
  const columns = recordToColumns(record);
  return { ...columns, path: scopeToPath(record.scope), pinned: record.pinned ? 1 : 0 };
}

/**
 * Converts a row to a new record with this `scope`.
 * @throws `store-failed` naming the record if the row is damaged.
 */
export function rowToRecord(row: RecordRow, scope: Scope = pathToScope(row.path)): MemoryRecord {
  try {
    return columnsToRecord(row, scope);
  } catch (error) {
    throw storeFailed(
      `record ${row.id} of scope "${row.path}" cannot be read: its metadata, value or sources are damaged; ` +
        "restore a backup, or forget it by its id with purge",
      error,
    );
  }
}

/** More than the number of records can ever be. */
export const ROWS_PER_SPACE: number = 2 ** 36;

/** Returns the row of a record's vector in a space. */
export function vectorRow(space: number, record: number): number {
  return space * ROWS_PER_SPACE + record;
}

/** Returns SQL for `vectorRow`; both arguments are SQL. */
export function vectorRowSql(space: string, record: string): string {
  return `${space} * ${ROWS_PER_SPACE} + ${record}`;
}

/** A row of `vectors`. */
export interface VectorRow {
  readonly row: number;
  readonly vec: Uint8Array;
}

/** Returns the stored form of a vector: float32, little-endian like all supported platforms. */
export function vectorToBytes(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Returns a stored vector; the bytes may become its own. */
export function bytesToVector(bytes: Uint8Array): Float32Array {
  // SQLite's driver gives each row bytes of its own, which nobody else uses.
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength)
    return new Float32Array(buffer);
  // Copied first, because float32 must be aligned to 4 bytes.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Rowids per record. */
export const ROWIDS: number = 4096;

/** Term count from which a text has several rowids, one for each part in order. */
export const LONG: number = 2048;
/** Maximum number of parts of a text. */
export const MOST_PARTS: number = ROWIDS - LONG;

/** Returns the rowid of a record or part in the keyword index, made of its row and term count. */
export function keywordRowid(row: number, termCount: number, part = 0): number {
  return row * ROWIDS + (termCount < LONG ? termCount : LONG + part);
}

/** Returns the row of the record. */
export function rowOf(rowid: number): number {
  return Math.floor(rowid / ROWIDS);
}

/** Returns the first rowid of the next record. */
export function nextRecord(rowid: number): number {
  return (rowOf(rowid) + 1) * ROWIDS;
}

/** Returns the term count, or `LONG` if it is at least that. */
export function termCountOf(rowid: number): number {
  return Math.min(rowid % ROWIDS, LONG);
}

/** Separates a term from the number of its scope. */
const SEPARATOR = "\u001F";

/** Characters that the tokenizer splits at or folds, and the escape; rare in core's terms. */
const UNUSUAL = /[\0-\u0020%A-Z\u007F]/;

/** Returns the token of a term in one scope. */
export function keywordToken(term: string, scope: number): string {
  return `${escapeTerm(term)}${SEPARATOR}${scope}`;
}

/** Returns the tokens of a text. */
export function keywordText(terms: readonly string[], scope: number): string {
  // Testing all at once is several times faster. The joining character is not unusual.
  if (!UNUSUAL.test(terms.join("\u0080"))) {
    return `${terms.join(`${SEPARATOR}${scope} `)}${SEPARATOR}${scope}`;
  }
  return terms.map((term) => keywordToken(term, scope)).join(" ");
}

/** Returns bounds of the tokens of a term in all scopes: at least `from` and less than `to`. */
export function keywordTokens(term: string): { readonly from: string; readonly to: string } {
  const escaped = escapeTerm(term);
  // A space follows U+001F.
  return { from: `${escaped}${SEPARATOR}`, to: `${escaped} ` };
}

function escapeTerm(term: string): string {
  if (!UNUSUAL.test(term)) return term;
  return term.replaceAll(
    new RegExp(UNUSUAL, "gu"),
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
