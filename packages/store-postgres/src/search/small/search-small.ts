import { compareText } from "@kioku/core/toolkit";
import type { SearchHits, SearchRequest } from "@kioku/core/toolkit";

import type { Query } from "../../sql/query.js";
import type { StoreSession } from "../../store-session.js";
import { bestOf, keyOf, toHits, type FoundRecord, type ThreadPosition } from "../found-record.js";
import { MAX_SMALL_RECORDS, type RangeSearch } from "../large-scopes.js";
import { searchedSpaces } from "../space-cache.js";
import { readScopeAnswer, scopeSearchSql, toScopeSearch } from "./snapshot-function.js";
import type { ScopeAnswer, ScopeSearch } from "./snapshot-function.js";
import { HAS_TABLES, parseSnapshot, snapshotSql, scoreTexts } from "./snapshot.js";
import type { SnapshotRecord, SnapshotRequest, SnapshotRow } from "./snapshot.js";

/**
 * Searches few records, read by one statement; `undefined` where there are too many records, or
 * their vectors have tables of their own.
 */
export async function searchSmall(
  session: StoreSession,
  { ranges, request, signal }: RangeSearch,
): Promise<SearchHits | undefined> {
  const access = ranges.map(({ path }) => path);
  const query: Query = (statement) => session.rows({ signal }, access, statement);
  const limit = MAX_SMALL_RECORDS + 1;
  const snapshot = await readSnapshot(session, query, { ranges, request, limit });
  if (!snapshot || snapshot.length > MAX_SMALL_RECORDS) return undefined;
  const statistics = scoreTexts(snapshot, request.legs);
  const selected = snapshot.filter(({ isSelected }) => isSelected);
  const { found, positions } = findBest(selected, request);
  return toHits(found, positions, statistics);
}

function findBest(
  records: readonly SnapshotRecord[],
  { legs, limit, around = 0, aroundBest = limit }: SearchRequest,
): { readonly found: ReadonlySet<SnapshotRecord>; readonly positions: readonly ThreadPosition[] } {
  const found = new Set<SnapshotRecord>();
  const centres = new Set<FoundRecord>();
  for (const [position, { limit: most = limit }] of legs.entries()) {
    for (const [rank, record] of bestOf(records, position, most).entries()) {
      found.add(record);
      if (rank < aroundBest && record.thread !== null) centres.add(record);
    }
  }
  return { found, positions: around > 0 ? positionsAround(centres, records, around) : [] };
}

/** Reads all records by one statement, or by the function of the database. */
async function readSnapshot(
  session: StoreSession,
  query: Query,
  wanted: SnapshotRequest,
): Promise<readonly SnapshotRecord[] | undefined> {
  const { ranges, request } = wanted;
  const search = session.hasFunctions ? toScopeSearch(ranges, request) : undefined;
  const known = search && (await callFunction(session, query, { ...wanted, search }));
  if (known === "large") return undefined;
  if (known) return known;
  const rows = await query<SnapshotRow>(({ names }) => snapshotSql(names, wanted));
  // A leg with matches has the right width; the others are checked.
  const speaking = new Set(rows.map(({ leg }) => leg));
  if (speaking.has(HAS_TABLES)) return undefined;
  const silent = request.legs.filter((_, position) => !speaking.has(position));
  await searchedSpaces(
    query,
    silent.filter((leg) => leg.type === "vector"),
  );
  return parseSnapshot(rows, ranges[0]?.path ?? "", request.legs.length);
}

async function callFunction(
  { spaceCache }: StoreSession,
  query: Query,
  { search, ...wanted }: SnapshotRequest & { readonly search: ScopeSearch },
): Promise<readonly SnapshotRecord[] | "large" | undefined> {
  const { leg } = search;
  const call = async (space: number | undefined): Promise<ScopeAnswer> => {
    const [answer] = await query<ScopeAnswer>(({ names }) =>
      scopeSearchSql(names, search, { ...wanted, space }),
    );
    return answer ?? { records: null, details: null, in_space: true, is_large: false };
  };
  const known = leg && spaceCache.find(leg);
  const space = known ?? (leg && (await spaceCache.read(query, leg)));
  let answer = await call(space?.id);
  if (leg && !answer.in_space) {
    // The space was dropped, and may exist again with another number.
    const now = await spaceCache.read(query, leg);
    if (now) answer = await call(now.id);
  }
  if (answer.is_large) return "large";
  return readScopeAnswer(answer, search, wanted.request.legs.length);
}

/** Returns the positions of records and of up to `count` neighbours on each side. */
function positionsAround(
  centres: Iterable<FoundRecord>,
  records: readonly FoundRecord[],
  count: number,
): readonly ThreadPosition[] {
  const wanted = Map.groupBy(centres, ({ path, thread }) => threadKey(path, thread));
  wanted.delete("");
  const threads = Map.groupBy(records, ({ path, thread }) => {
    const key = threadKey(path, thread);
    return wanted.has(key) ? key : "";
  });
  const positions = new Map<FoundRecord, ThreadPosition>();
  for (const [key, ofThread] of wanted) {
    const thread = (threads.get(key) ?? []).toSorted(compareInThread);
    for (const centre of ofThread) {
      const at = thread.indexOf(centre);
      const last = Math.min(at + count, thread.length - 1);
      for (let index = Math.max(at - count, 0); index <= last; index += 1) {
        const of = thread[index] ?? centre;
        const previous = thread[index - 1]?.id;
        positions.set(of, { of, thread: of.thread ?? "", previous });
      }
    }
  }
  return [...positions.values()];
}

function threadKey(path: string, thread: string | null): string {
  return thread === null ? "" : keyOf(path, thread);
}

function compareInThread(a: FoundRecord, b: FoundRecord): number {
  return a.happenedAt - b.happenedAt || compareText(a.id, b.id);
}
