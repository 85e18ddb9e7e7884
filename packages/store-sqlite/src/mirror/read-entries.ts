import { rowOf } from "../keyword/keyword-rowid.js";
import { termsOfTokens } from "../keyword/keyword-token.js";
import type { Connection } from "../sql/connection.js";
import { bytesToVector } from "../vector/vector-bytes.js";
import { vectorRow } from "../vector/vector-row.js";
import type { RosterEntry } from "./roster-entry.js";

const ENTRIES =
  "select row, scope, id, kind, iif(text_hash is null, null, scripts) as scripts, term_count as termCount, " +
  "archived_at as archivedAt, expires_at as expiresAt, valid_from as validFrom, valid_to as validTo, " +
  "thread, happened_at as happenedAt " +
  "from records where row in (select value from json_each(?)) order by row";
const VECTORS =
  "select row, vec from vectors where row in (select value + ? from json_each(?)) order by row";
const TERMS =
  "select k.rowid as document, k.terms from records as r " +
  "cross join keywords as k on k.rowid >= r.row * 4096 and k.rowid < (r.row + 1) * 4096 " +
  "where r.row in (select value from json_each(?)) and r.term_count > 0";

/** What a mirror knows of those of the rows that there are, in ascending order. */
export function readEntries(connection: Connection, rows: readonly number[]): RosterEntry[] {
  return connection.all<RosterEntry>(ENTRIES, JSON.stringify(rows));
}

/** The vectors that those records have in a space, by row of the record. */
export function readVectorsOf(
  connection: Connection,
  space: number,
  rows: readonly number[],
): Map<number, Float32Array> {
  const base = vectorRow(space, 0);
  const found = connection.all<VectorRow>(VECTORS, base, JSON.stringify(rows));
  return new Map(found.map(({ row, vec }) => [row - base, bytesToVector(vec)]));
}

interface VectorRow {
  readonly row: number;
  readonly vec: Uint8Array;
}

/** The terms of those records, by row, each as often as it is there. */
export function readTermsOf(
  connection: Connection,
  rows: readonly number[],
): Map<number, readonly string[]> {
  const termsOf = new Map<number, readonly string[]>();
  for (const { document, terms } of connection.all<TermsRow>(TERMS, JSON.stringify(rows))) {
    const row = rowOf(document);
    const before = termsOf.get(row);
    const part = termsOfTokens(terms);
    termsOf.set(row, before ? before.concat(part) : part);
  }
  return termsOf;
}

interface TermsRow {
  readonly document: number;
  readonly terms: string;
}
