import type { Pause } from "../jobs/turn.js";
import { rowOf } from "../keyword/keyword-rowid.js";
import { keywordToken, keywordTokens } from "../keyword/keyword-token.js";
import type { Connection } from "../sql/connection.js";
import type { AreaMirror } from "./area-mirror.js";
import { PostingList } from "./posting-list.js";

const OF_TOKEN = "select doc from postings where term = ?";
const OF_TERM = "select doc from postings where term >= ? and term < ?";
const SCOPE = "select id from scopes where path = ?";

/** Postings between two looks at the clock. */
const PORTION = 512;

/** The postings of a term in a mirror's area, read from the index. The mirror is up to date. */
export async function loadPostings(
  connection: Connection,
  { area, roster }: AreaMirror,
  { term, pause }: { readonly term: string; readonly pause: Pause },
): Promise<PostingList> {
  const slots: number[] = [];
  let read = 0;
  for (const doc of documents(connection, area, term)) {
    read += 1;
    const pausing = read % PORTION === 0 ? pause() : undefined;
    if (pausing) await pausing;
    const slot = roster.slotOf(rowOf(doc));
    if (slot !== -1) slots.push(slot);
  }
  // The lists of several scopes come one after another.
  if (area.below) slots.sort((a, b) => a - b);
  return toList(slots);
}

/** Keyword rowids of all scopes that may be of the area, as often as they have the term. */
function documents(
  connection: Connection,
  { path, below }: AreaMirror["area"],
  term: string,
): Iterable<number> {
  if (below) {
    const { from, to } = keywordTokens(term);
    return connection.eachValue<number>(OF_TERM, from, to);
  }
  const [scope] = connection.values<number>(SCOPE, path);
  return scope === undefined
    ? []
    : connection.eachValue<number>(OF_TOKEN, keywordToken(term, scope));
}

/** @param slots - Ascending, each as often as its record has the term. */
function toList(slots: readonly number[]): PostingList {
  let distinct = 0;
  for (let at = 0; at < slots.length; at += 1) if (slots[at] !== slots[at - 1]) distinct += 1;
  const list = new PostingList(distinct);
  for (let at = 0; at < slots.length;) {
    const slot = slots[at] ?? 0;
    const start = at;
    while (slots[at] === slot) at += 1;
    list.append(slot, at - start);
  }
  return list;
}
