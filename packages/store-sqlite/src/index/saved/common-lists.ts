import { lastChange } from "../../read/find-records.js";
import type { Connection } from "../../sql/connection.js";
import type { Pause } from "../../sql/scheduling.js";
import type { ResidentIndex } from "../index-cache.js";
import { readEntries, readPostings, readTermsOf } from "../read-entries.js";

/** Records whose terms are counted, and how many of them have a common term: one in 128. */
const SAMPLE = 512;
const COMMON = 4;
/** Postings to read, per record of the index: five bytes and half a microsecond each. */
const MAX_PER_RECORD = 6;

/**
 * Reads the posting lists of common terms, which take a while each, so that the first search for
 * one need not. Gives up as soon as the index changes.
 * @param connection - A connection in a transaction.
 */
export async function readCommonLists(
  connection: Connection,
  resident: ResidentIndex,
  pause: Pause,
): Promise<void> {
  // Ordinals mean the same as in this snapshot only as long as neither changes.
  if (lastChange(connection) !== resident.change) return;
  const { postings, revision, table } = resident;
  let left = table.alive * MAX_PER_RECORD;
  for (const [term, share] of await commonTerms(connection, resident, pause)) {
    left -= share * table.alive;
    if (left < 0) return;
    if (postings.peek(term)) continue;
    const [list] = await readPostings(connection, resident, { terms: [term], pause });
    if (resident.revision !== revision) return;
    if (list) postings.keep(term, list);
  }
}

/** Returns the terms that many records have and the approximate share of these, largest first. */
async function commonTerms(
  connection: Connection,
  { table }: ResidentIndex,
  pause: Pause,
): Promise<readonly (readonly [term: string, share: number])[]> {
  const step = Math.max(1, Math.floor(table.size / SAMPLE));
  const rows: number[] = [];
  for (let ordinal = 0; ordinal < table.size; ordinal += step) {
    if (table.isAlive(ordinal)) rows.push(table.rowAt(ordinal));
  }
  const entries = readEntries(
    connection,
    rows.toSorted((a, b) => a - b),
  );
  const found = await readTermsOf(connection, entries, { isWanted: () => true, pause });
  const counts = new Map<string, number>();
  for (const terms of found.values()) {
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= COMMON)
    .toSorted(([, a], [, b]) => b - a)
    .map(([term, count]) => [term, count / rows.length] as const);
}
