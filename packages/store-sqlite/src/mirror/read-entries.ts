import type { Pause } from "../jobs/turn.js";
import { keywordRowid, LONG, rowOf } from "../keyword/keyword-rowid.js";
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
const PARTS =
  "select k.id from json_each(?) as r cross join keywords_content as k on k.id >= r.value * 4096 and k.id < (r.value + 1) * 4096";
const TERMS =
  "select id as document, c0 as terms from keywords_content where id in (select value from json_each(?))";

/** Documents of the keyword index that are read at once; a long text is many. */
const PORTION = 128;

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

/** The wanted terms of those records, by row, each as often as it is there. */
export async function readTermsOf(
  connection: Connection,
  entries: readonly RosterEntry[],
  { isWanted, pause }: { readonly isWanted: (term: string) => boolean; readonly pause: Pause },
): Promise<Map<number, readonly string[]>> {
  const termsOf = new Map<number, string[]>();
  const documents = documentsOf(connection, entries);
  for (let start = 0; start < documents.length; start += PORTION) {
    const pausing = start > 0 ? pause() : undefined;
    if (pausing) await pausing;
    const portion = JSON.stringify(documents.slice(start, start + PORTION));
    for (const { document, terms } of connection.all<TermsRow>(TERMS, portion)) {
      const row = rowOf(document);
      const found = termsOf.get(row) ?? [];
      termsOf.set(row, found);
      for (const term of termsOfTokens(terms)) if (isWanted(term)) found.push(term);
    }
  }
  return termsOf;
}

/** The rowids by which the keyword index knows those records. */
function documentsOf(connection: Connection, entries: readonly RosterEntry[]): number[] {
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
