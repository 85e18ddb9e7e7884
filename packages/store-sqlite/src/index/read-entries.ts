import {
  LONG,
  bytesToVector,
  keywordRowid,
  keywordToken,
  keywordTokens,
  rowOf,
  termsOfTokens,
  vectorRow,
} from "../schema/rows.js";
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
const PARTS =
  "select k.id from json_each(?) as r cross join keywords_content as k on k.id >= r.value * 4096 and k.id < (r.value + 1) * 4096";
const TERMS =
  "select id as document, c0 as terms from keywords_content where id in (select value from json_each(?))";

/** Documents of the keyword index per statement; a long text is many. */
const DOCUMENTS_PER_READ = 128;

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
  return new Map(found.map(({ row, vec }) => [row - base, bytesToVector(vec)]));
}

/** Reads the wanted terms of records, by row, repeated by frequency. */
export async function readTermsOf(
  connection: Connection,
  entries: readonly TableEntry[],
  { isWanted, pause }: { readonly isWanted: (term: string) => boolean; readonly pause: Pause },
): Promise<Map<number, readonly string[]>> {
  const termsOf = new Map<number, string[]>();
  const documents = documentsOf(connection, entries);
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_READ) {
    const pausing = start > 0 ? pause() : undefined;
    if (pausing) await pausing;
    const portion = JSON.stringify(documents.slice(start, start + DOCUMENTS_PER_READ));
    for (const { document, terms } of connection.all<TermsRow>(TERMS, portion)) {
      const row = rowOf(document);
      const found = termsOf.get(row) ?? [];
      termsOf.set(row, found);
      for (const term of termsOfTokens(terms)) if (isWanted(term)) found.push(term);
    }
  }
  return termsOf;
}

/** Returns the rowids of records in the keyword index. */
function documentsOf(connection: Connection, entries: readonly TableEntry[]): number[] {
  const found = entries.filter(({ termCount }) => termCount > 0);
  const long = found.filter(({ termCount }) => termCount >= LONG).map(({ row }) => row);
  const documents = found
    .filter(({ termCount }) => termCount < LONG)
    .map(({ row, termCount }) => keywordRowid(row, termCount));
  if (long.length === 0) return documents;
  return documents.concat(connection.values<number>(PARTS, JSON.stringify(long)));
}

interface TermsRow {
  readonly document: number;
  readonly terms: string;
}

const OF_TOKENS =
  "select t.key as term, p.doc from json_each(?) t cross join postings p on p.term = t.value";
const OF_RANGES =
  "select t.key as term, p.doc from json_each(?) t " +
  "cross join postings p on p.term >= t.value->>0 and p.term < t.value->>1";
const SCOPE = "select id from scopes where path = ?";

/** Postings between two pauses. */
const POSTINGS_PER_CHECK = 512;

/** Reads the postings of terms in the range of an up-to-date index, in their order. */
export async function readPostings(
  connection: Connection,
  { range, table }: ResidentIndex,
  { terms, pause }: { readonly terms: readonly string[]; readonly pause: Pause },
): Promise<readonly PostingList[]> {
  const ordinals = terms.map((): number[] => []);
  let read = 0;
  for (const { term, doc } of postingRows(connection, range, terms)) {
    read += 1;
    const pausing = read % POSTINGS_PER_CHECK === 0 ? pause() : undefined;
    if (pausing) await pausing;
    const ordinal = table.ordinalOf(rowOf(doc));
    if (ordinal !== -1) ordinals[term]?.push(ordinal);
  }
  // The lists of several scopes are concatenated.
  if (range.below) for (const ofTerm of ordinals) ofTerm.sort((a, b) => a - b);
  return ordinals.map(toList);
}

/** A place of a term in the list, and a keyword rowid, repeated by frequency. */
interface PostingRow {
  readonly term: number;
  readonly doc: number;
}

function postingRows(
  connection: Connection,
  { path, below }: ResidentIndex["range"],
  terms: readonly string[],
): Iterable<PostingRow> {
  if (below) {
    const ranges = terms.map(keywordTokens).map(({ from, to }) => [from, to]);
    return connection.each<PostingRow>(OF_RANGES, JSON.stringify(ranges));
  }
  const [scope] = connection.values<number>(SCOPE, path);
  if (scope === undefined) return [];
  const tokens = terms.map((term) => keywordToken(term, scope));
  return connection.each<PostingRow>(OF_TOKENS, JSON.stringify(tokens));
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
