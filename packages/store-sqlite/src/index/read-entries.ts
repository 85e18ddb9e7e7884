import { unpackTerms } from "../schema/packed-terms.js";
import { unpackVector } from "../schema/packed-vector.js";
import { ROWIDS, keywordToken, keywordTokens, vectorRow } from "../schema/rows.js";
import type { VectorRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import type { Pause } from "../sql/scheduling.js";
import type { ResidentIndex } from "./index-cache.js";
import { PostingList } from "./postings.js";
import type { TableEntry } from "./record-table.js";

const ENTRIES =
  "select row, scope, id, kind, speaker, iif(text_hash is null, null, traits) as traits, term_count as termCount, " +
  "archived_at as archivedAt, expires_at as expiresAt, valid_from as validFrom, valid_to as validTo, " +
  "thread, happened_at as happenedAt " +
  "from records where row in (select value from json_each(?)) order by row";
const VECTORS =
  "select row, vec from vectors where row in (select value + ? from json_each(?)) order by row";
const TERMS =
  "select row, terms, content from records where row in (select value from json_each(?)) and terms is not null";

/** Records whose terms one statement reads. */
const RECORDS_PER_READ = 128;

/** Reads the index entries of existing rows, ascending. */
export function readEntries(connection: Connection, rows: readonly number[]): TableEntry[] {
  return connection.all<TableEntry>(ENTRIES, JSON.stringify(rows));
}

/** Reads the vectors of records in a space, by row. */
export function readVectorsOf(
  connection: Connection,
  space: number,
  rows: readonly number[],
): Map<number, Float32Array> {
  const base = vectorRow(space, 0);
  const found = connection.all<VectorRow>(VECTORS, base, JSON.stringify(rows));
  return new Map(found.map(({ row, vec }) => [row - base, unpackVector(vec)]));
}

/** Reads the wanted terms of records, by row, repeated by frequency. */
export async function readTermsOf(
  connection: Connection,
  entries: readonly TableEntry[],
  { isWanted, pause }: { readonly isWanted: (term: string) => boolean; readonly pause: Pause },
): Promise<Map<number, readonly string[]>> {
  const termsOf = new Map<number, readonly string[]>();
  const found = entries.filter(({ termCount }) => termCount > 0).map(({ row }) => row);
  for (let start = 0; start < found.length; start += RECORDS_PER_READ) {
    const pausing = start > 0 ? pause() : undefined;
    if (pausing) await pausing;
    const portion = JSON.stringify(found.slice(start, start + RECORDS_PER_READ));
    for (const { row, terms, content } of connection.all<TermsRow>(TERMS, portion)) {
      termsOf.set(row, unpackTerms(terms, content).filter(isWanted));
    }
  }
  return termsOf;
}

interface TermsRow {
  readonly row: number;
  readonly terms: Uint8Array;
  readonly content: string;
}

/** Returns SQL that reads the rows of the records with each term, one for each occurrence. */
function listSql(condition: string): string {
  const some = `select p.doc / ${ROWIDS} as row from postings as p where ${condition} limit ? offset ?`;
  // A text for each term is several times faster than a row for each posting.
  return `select t.key as term, (select group_concat(row) from (${some})) as rows from json_each(?) as t`;
}

const OF_TOKENS = listSql("p.term = t.value");
const OF_RANGES = listSql("p.term >= t.value->>0 and p.term < t.value->>1");
const SCOPE = "select id from scopes where path = ?";

/** Postings of a term that are read at once, in some milliseconds. */
const MAX_AT_ONCE = 65_536;

/** Reads the postings of terms in the range of an up-to-date index, in their order. */
export async function readPostings(
  connection: Connection,
  { range, table }: ResidentIndex,
  { terms, pause }: { readonly terms: readonly string[]; readonly pause: Pause },
): Promise<readonly PostingList[]> {
  const ordinals = terms.map((): number[] => []);
  const tokens = tokensOf(connection, range, terms);
  let unfinished = tokens.length > 0 ? [...terms.keys()] : [];
  for (let offset = 0; unfinished.length > 0; offset += MAX_AT_ONCE) {
    const wanted = JSON.stringify(unfinished.map((term) => tokens[term]));
    const sql = range.below ? OF_RANGES : OF_TOKENS;
    const next: number[] = [];
    for (const { term: place, rows } of connection.each<TermRows>(
      sql,
      MAX_AT_ONCE,
      offset,
      wanted,
    )) {
      const pausing = pause();
      if (pausing) await pausing;
      const term = unfinished[place] ?? 0;
      const count = rows === null ? 0 : addOrdinals(table, rows, ordinals[term] ?? []);
      if (count === MAX_AT_ONCE) next.push(term);
    }
    unfinished = next;
  }
  // The lists of several scopes are concatenated.
  if (range.below) for (const ofTerm of ordinals) ofTerm.sort((a, b) => a - b);
  return ordinals.map(toList);
}

/** A place of a term in the list, and rows of records, separated by commas. */
interface TermRows {
  readonly term: number;
  readonly rows: string | null;
}

/** Returns the tokens of terms in a scope, or their bounds in several; none if it is unknown. */
function tokensOf(
  connection: Connection,
  { path, below }: ResidentIndex["range"],
  terms: readonly string[],
): readonly (string | readonly string[])[] {
  if (below) return terms.map(keywordTokens).map(({ from, to }) => [from, to]);
  const [scope] = connection.values<number>(SCOPE, path);
  return scope === undefined ? [] : terms.map((term) => keywordToken(term, scope));
}

const COMMA = 44;
const ZERO = 48;

/** Adds the ordinals of rows to a list. Returns the number of rows. */
function addOrdinals(table: ResidentIndex["table"], rows: string, ordinals: number[]): number {
  let count = 0;
  let row = 0;
  for (let index = 0; index <= rows.length; index += 1) {
    const unit = index < rows.length ? rows.charCodeAt(index) : COMMA;
    if (unit !== COMMA) {
      row = row * 10 + unit - ZERO;
      continue;
    }
    const ordinal = table.ordinalOf(row);
    if (ordinal !== -1) ordinals.push(ordinal);
    count += 1;
    row = 0;
  }
  return count;
}

/** @param ordinals - Ascending, repeated by frequency. */
function toList(ordinals: readonly number[]): PostingList {
  let distinct = 0;
  for (let at = 0; at < ordinals.length; at += 1)
    if (ordinals[at] !== ordinals[at - 1]) distinct += 1;
  const list = new PostingList(distinct);
  for (let at = 0; at < ordinals.length;) {
    const ordinal = ordinals[at] ?? 0;
    const start = at;
    while (ordinals[at] === ordinal) at += 1;
    list.append(ordinal, at - start);
  }
  return list;
}
