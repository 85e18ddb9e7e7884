import type { PutOp, SearchEntry, StoredRevision, StrengthColumns } from "@kioku/core/toolkit";
import { RECORD_COLUMNS } from "@kioku/core/toolkit";

import { ownColumn, USUAL, usualValue } from "../schema/own-columns.js";
import { contentHashToColumn, textHashOf, textHashToColumn } from "../schema/packed-hash.js";
import { packTerms, unpackTerms } from "../schema/packed-terms.js";
import type { RecordLocation, RecordRow, RecordsTable, StoredRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import type { SqlValue } from "../sql/sql-text.js";
import type { WriteTransaction } from "./write-transaction.js";

/** The columns of a record, who wrote it, and the hash of its content. */
interface WrittenRecord {
  readonly change: StoredRevision["change"];
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
  readonly contentHash: string;
  readonly row: RecordRow;
}

interface StoredAs {
  readonly scope: number;
  readonly search: PutOp["search"];
  /** The version that it replaces. */
  readonly before: StoredRow | undefined;
}

const BOOKKEEPING = [
  "change",
  "actor",
  "cause",
  "content_hash",
  "text_hash",
  "term_count",
  "traits",
  "terms",
] as const;
const COLUMNS = [...RECORD_COLUMNS, ...BOOKKEEPING];
const STORED_COLUMNS = COLUMNS.map(ownColumn);
const USUAL_OF_RECORD = RECORD_COLUMNS.map(usualValue);
const USUAL_OF_BOOKKEEPING = BOOKKEEPING.map(usualValue);
const UPDATED_AT = RECORD_COLUMNS.indexOf("updated_at");

const INSERT_RECORD =
  `insert into records (scope, own_first_stability_days, ${STORED_COLUMNS.join(", ")}) ` +
  `values (?, ?, ${COLUMNS.map(() => "?").join(", ")})`;
const UPDATE_RECORD = `update records set ${STORED_COLUMNS.map((column) => `${column} = ?`).join(", ")} where row = ?`;
const WRITE_STRENGTH =
  "insert into strength (record, stability_days, uses, last_used_at) values (?, ?, ?, ?) " +
  "on conflict (record) do update set stability_days = excluded.stability_days, " +
  "uses = excluded.uses, last_used_at = excluded.last_used_at";
const INSERT_IDEMPOTENCY_KEY = "insert into idempotency_keys (scope, key, record) values (?, ?, ?)";
const DELETE_RECORD: readonly string[] = [
  "delete from idempotency_keys where record = ?",
  "delete from strength where record = ?",
  "delete from records where row = ?",
];

/** Writes the current version of a record with its index entries. Returns its location. */
export function storeRecord(
  transaction: WriteTransaction,
  { row, change, actor, cause, contentHash }: WrittenRecord,
  { scope, search, before }: StoredAs,
): RecordLocation {
  const { connection, touched } = transaction;
  const bookkeeping = {
    change,
    actor: actor ?? null,
    cause: cause ?? null,
    content_hash: contentHashToColumn(contentHash),
    ...searchColumns(search, { before, content: row.content }),
  };
  const values: SqlValue[] = [
    ...RECORD_COLUMNS.map((column, index) => unless(USUAL_OF_RECORD[index], row[column])),
    ...BOOKKEEPING.map((column, index) => unless(USUAL_OF_BOOKKEEPING[index], bookkeeping[column])),
  ];
  if (row.updated_at === row.created_at) values[UPDATED_AT] = null;
  if (before) connection.run(UPDATE_RECORD, ...values, before.row);
  const { stability_days: days } = row;
  const stabilityDays = unless(USUAL.first_stability_days, days);
  const location = before ?? {
    scope,
    row: connection.run(INSERT_RECORD, scope, stabilityDays, ...values),
  };
  const hasStrength = row.uses !== 0 || row.last_used_at !== null;
  if (!before && hasStrength) writeStrength(connection, location.row, row);
  writeSearch(transaction, location, { search, before, columns: bookkeeping });
  touched.add(location);
  return location;
}

function unless(usual: SqlValue | undefined, value: SqlValue): SqlValue {
  return value === usual ? null : value;
}

/** Replaces the strength of a record. */
export function writeStrength(
  connection: Connection,
  row: number,
  strength: StrengthColumns,
): void {
  const { stability_days: days, uses, last_used_at: lastUsedAt } = strength;
  connection.run(WRITE_STRENGTH, row, days, uses, lastUsedAt);
}

/** Stores the idempotency key of a record. */
export function writeIdempotencyKey(
  connection: Connection,
  { scope, row }: RecordLocation,
  key: string,
): void {
  connection.run(INSERT_IDEMPOTENCY_KEY, scope, key, row);
}

/** Deletes a record with its strength and idempotency keys. */
export function deleteRow(connection: Connection, row: number): void {
  for (const statement of DELETE_RECORD) connection.run(statement, row);
}

type SearchColumns = Pick<RecordsTable, "text_hash" | "term_count" | "traits" | "terms">;

const NOT_SEARCHABLE: SearchColumns = { text_hash: null, term_count: 0, traits: 0, terms: null };

/** Returns the search columns after a put. */
function searchColumns(
  search: PutOp["search"],
  { before, content }: { readonly before: StoredRow | undefined; readonly content: string },
): SearchColumns {
  if (search === "none") return NOT_SEARCHABLE;
  if (search === "keep") return before ? keptColumns(before, content) : NOT_SEARCHABLE;
  const { textHash, terms, traits } = search;
  return {
    text_hash: textHashToColumn(textHash, content),
    term_count: terms.length,
    traits,
    terms: packTerms(terms, content),
  };
}

function keptColumns(before: StoredRow, content: string): SearchColumns {
  const { term_count, traits } = before;
  const textHash = textHashOf(before);
  if (textHash === undefined || before.content === content) {
    const { text_hash, terms } = before;
    return { text_hash, term_count, traits, terms };
  }
  return {
    text_hash: textHashToColumn(textHash, content),
    term_count,
    traits,
    terms: packTerms(termsOf(before), content),
  };
}

/** Returns the terms that a record is found by. */
function termsOf({ terms, content }: StoredRow): string[] {
  return unpackTerms(terms, content);
}

/** Updates keywords and vectors of a record after a put. */
function writeSearch(
  transaction: WriteTransaction,
  location: RecordLocation,
  {
    search,
    before,
    columns,
  }: {
    readonly search: PutOp["search"];
    readonly before: StoredRow | undefined;
    readonly columns: SearchColumns;
  },
): void {
  const { connection, scopes, vectors, keywords } = transaction;
  const old = before ?? NOT_SEARCHABLE;
  scopes.add(location.scope, {
    records: before ? 0 : 1,
    documents: documentsOf(columns) - documentsOf(old),
    terms: columns.term_count - old.term_count,
  });
  if (search === "keep") return;
  const oldHash = before && textHashOf(before);
  const isOtherText = oldHash !== (search === "none" ? undefined : search.textHash);
  if (isOtherText && oldHash !== undefined) vectors.drop(location);
  if (oldHash !== undefined && (isOtherText || search === "none" || endsJob(search))) {
    dropJob(connection, location.row);
  }
  if (before) keywords.drop(location, termsOf(before));
  if (search === "none") return;
  keywords.add(location, search.terms);
  for (const vector of search.vectors) vectors.put(location, vector);
  if (search.embedAt) addJob(connection, location.row, search.embedAt);
}

/** Removes a record from every index before its row is deleted. */
export function eraseSearch(
  { connection, scopes, vectors, keywords, touched }: WriteTransaction,
  row: StoredRow,
): void {
  touched.add(row);
  keywords.drop(row, termsOf(row));
  if (row.text_hash !== null) {
    vectors.drop(row);
    dropJob(connection, row.row);
  }
  scopes.add(row.scope, {
    records: -1,
    documents: -documentsOf(row),
    terms: -row.term_count,
  });
}

function documentsOf({ text_hash: textHash }: Pick<SearchColumns, "text_hash">): number {
  return textHash === null ? 0 : 1;
}

const ADD_JOB =
  "insert into embedding_jobs (record, run_at) values (?, ?) on conflict (record) do nothing";
const DROP_JOB = "delete from embedding_jobs where record = ?";

/** Queues the text of a record, unless it is queued. */
function addJob(connection: Connection, row: number, runAt: Date): void {
  connection.run(ADD_JOB, row, runAt.getTime());
}

/** Removes the text of a record from the queue, also while it is leased. */
export function dropJob(connection: Connection, row: number): void {
  connection.run(DROP_JOB, row);
}

/** Returns true if a text written like this needs no embedding any more. */
function endsJob({ vectors, embedAt }: SearchEntry): boolean {
  return embedAt === undefined && vectors.length > 0;
}
