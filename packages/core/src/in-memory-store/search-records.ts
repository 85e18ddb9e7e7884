import type { SearchHit, SearchRequest } from "../contracts/search.js";
import { compareText } from "../model/compare-text.js";
import { matchesSelection } from "./matches-selection.js";
import { orderThreads } from "./order-threads.js";
import type { ThreadPlace } from "./order-threads.js";
import { scoreLeg } from "./score-leg.js";
import type { StoredRecord, Tables } from "./tables.js";

/** A record of the selection, and what each leg says of it. */
interface Candidate {
  readonly stored: StoredRecord;
  readonly scores: readonly (number | undefined)[];
}

type Places = ReadonlyMap<StoredRecord, ThreadPlace>;

/**
 * Every record of the selection is scored by every leg; the best of each leg are kept, and what is
 * around them.
 */
export function searchRecords(tables: Tables, request: SearchRequest): readonly SearchHit[] {
  const { legs, selection, limit, around = 0, aroundBest = limit } = request;
  const scorers = legs.map((leg) => scoreLeg(tables, leg, selection));
  const selected = [...tables.records.values()].filter(({ record }) =>
    matchesSelection(record, selection),
  );
  const candidates = selected.map((stored): Candidate => {
    const { search } = stored;
    return { stored, scores: scorers.map((score) => search && score(search)) };
  });
  const places: Places = around > 0 ? orderThreads(selected) : new Map();
  const found = new Set<StoredRecord>();
  const placed = new Map<StoredRecord, ThreadPlace | undefined>();
  for (const [index, { limit: most = limit }] of legs.entries()) {
    for (const [rank, { stored }] of bestOf(candidates, index, most).entries()) {
      found.add(stored);
      if (rank >= aroundBest) continue;
      for (const near of withNeighbours(stored, places, around)) placed.set(near, places.get(near));
    }
  }
  return candidates
    .filter(({ stored }) => found.has(stored) || placed.has(stored))
    .toSorted(byLeg(0))
    .map((candidate) => toHit(candidate, placed.get(candidate.stored)));
}

/** The best matches of one leg. */
function bestOf(
  candidates: readonly Candidate[],
  leg: number,
  limit: number,
): readonly Candidate[] {
  const matches = candidates.filter(({ scores }) => scores[leg] !== undefined);
  return matches.toSorted(byLeg(leg)).slice(0, limit);
}

/** Orders by what one leg says, best first; what it does not match comes last. */
function byLeg(leg: number): (a: Candidate, b: Candidate) => number {
  return (a, b) => {
    const [left, right] = [a.scores[leg] ?? -Infinity, b.scores[leg] ?? -Infinity];
    if (left !== right) return left > right ? -1 : 1;
    return (
      compareText(a.stored.record.id, b.stored.record.id) ||
      compareText(a.stored.path, b.stored.path)
    );
  };
}

function withNeighbours(
  stored: StoredRecord,
  places: Places,
  around: number,
): readonly StoredRecord[] {
  const place = places.get(stored);
  if (!place) return [stored];
  return place.thread.slice(Math.max(place.index - around, 0), place.index + around + 1);
}

function toHit({ stored, scores }: Candidate, place: ThreadPlace | undefined): SearchHit {
  const { id, scope, thread } = stored.record;
  const previous = place?.thread[place.index - 1]?.record.id;
  return {
    scope: [...scope],
    id,
    scores,
    ...(stored.search ? { scripts: stored.search.scripts } : {}),
    ...(place === undefined || thread === undefined ? {} : { thread }),
    ...(previous === undefined ? {} : { previous }),
  };
}
