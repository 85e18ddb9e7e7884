import type {
  SearchHit,
  SearchLeg,
  SearchRequest,
  Selection,
  TextLeg,
  VectorLeg,
} from "../contracts/search.js";
import { requireWidth } from "../contracts/store-helpers.js";
import { dotProduct } from "../internal/unit-vector.js";
import { compareText } from "../model/compare-text.js";
import { textScorer } from "../ranking/text-scorer.js";
import { isInScopes, matchesSelection } from "./selection.js";
import type { StoredRecord, StoredSearch, Tables } from "./tables.js";
import { orderThreads } from "./threads.js";
import type { ThreadPlace } from "./threads.js";

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

/** What one leg says of a searchable record; `undefined` if it does not match. */
export type LegScore = (search: StoredSearch) => number | undefined;

/**
 * How a leg scores records in the scopes of a selection.
 * @throws `vector-space-mismatch` if its vector is not as wide as its space.
 */
export function scoreLeg(tables: Tables, leg: SearchLeg, selection: Selection): LegScore {
  return leg.type === "vector" ? vectorScore(tables, leg) : textScore(tables, leg, selection);
}

function vectorScore(tables: Tables, leg: VectorLeg): LegScore {
  const space = tables.spaces.get(leg.space);
  if (space) requireWidth(space, leg.values.length);
  return ({ vectors }) => {
    const vector = vectors.get(leg.space);
    return vector && dotProduct(vector, leg.values);
  };
}

/** Statistics are those of the scopes searched: their other records count, other scopes do not. */
function textScore(tables: Tables, { terms }: TextLeg, selection: Selection): LegScore {
  const searched = [...searchableIn(tables, selection)];
  const scorer = textScorer({
    documents: searched.length,
    totalTerms: searched.reduce((sum, search) => sum + search.termCount, 0),
    documentFrequencies: terms.map(
      (term) => searched.filter((search) => search.frequencies.has(term)).length,
    ),
  });
  return ({ frequencies, termCount }) => {
    const counts = terms.map((term) => frequencies.get(term) ?? 0);
    return counts.some((count) => count > 0) ? scorer(counts, termCount) : undefined;
  };
}

function* searchableIn(tables: Tables, selection: Selection): Iterable<StoredSearch> {
  for (const { record, search } of tables.records.values()) {
    if (search && isInScopes(record.scope, selection)) yield search;
  }
}
