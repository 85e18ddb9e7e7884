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
import { orderThreads, type ThreadPosition } from "./threads.js";

/** A record of the selection with its scores by leg. */
interface Candidate {
  readonly stored: StoredRecord;
  readonly scores: readonly (number | undefined)[];
}

/** Scores all records of a selection and returns the best of each leg with their neighbours. */
export function searchRecords(tables: Tables, request: SearchRequest): readonly SearchHit[] {
  const { legs, selection, limit, around = 0, aroundBest = limit } = request;
  const scorers = legs.map((leg) => legScorer(tables, leg, selection));
  const selected = [...tables.records.values()].filter(({ record }) =>
    matchesSelection(record, selection),
  );
  const candidates = selected.map((stored): Candidate => {
    const { search } = stored;
    return { stored, scores: scorers.map((score) => search && score(search)) };
  });
  const positions = around > 0 ? orderThreads(selected) : new Map<StoredRecord, ThreadPosition>();
  const found = new Set<StoredRecord>();
  const placed = new Map<StoredRecord, ThreadPosition | undefined>();
  for (const [leg, { limit: most = limit }] of legs.entries()) {
    const matches = candidates.filter(({ scores }) => scores[leg] !== undefined);
    const best = matches.toSorted(byLeg(leg)).slice(0, most);
    for (const [rank, { stored }] of best.entries()) {
      found.add(stored);
      if (rank >= aroundBest) continue;
      const near = withNeighbours(stored, positions.get(stored), around);
      for (const one of near) placed.set(one, positions.get(one));
    }
  }
  return candidates
    .filter(({ stored }) => found.has(stored) || placed.has(stored))
    .toSorted(byLeg(0))
    .map((candidate) => toHit(candidate, placed.get(candidate.stored)));
}

/** Orders by the score of one leg, best first; records that it does not match come last. */
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
  position: ThreadPosition | undefined,
  around: number,
): readonly StoredRecord[] {
  if (!position) return [stored];
  const { thread, index } = position;
  return thread.slice(Math.max(index - around, 0), index + around + 1);
}

function toHit({ stored, scores }: Candidate, position: ThreadPosition | undefined): SearchHit {
  const { id, scope, thread } = stored.record;
  const previous = position?.thread[position.index - 1]?.record.id;
  return {
    scope: [...scope],
    id,
    scores,
    ...(stored.search ? { scripts: stored.search.scripts } : {}),
    ...(position === undefined || thread === undefined ? {} : { thread }),
    ...(previous === undefined ? {} : { previous }),
  };
}

/** Scores a searchable record; `undefined` if the leg does not match it. */
type LegScorer = (search: StoredSearch) => number | undefined;

function legScorer(tables: Tables, leg: SearchLeg, selection: Selection): LegScorer {
  return leg.type === "vector" ? vectorScorer(tables, leg) : wordScorer(tables, leg, selection);
}

function vectorScorer(tables: Tables, leg: VectorLeg): LegScorer {
  const space = tables.spaces.get(leg.space);
  if (space) requireWidth(space, leg.values.length);
  return ({ vectors }) => {
    const vector = vectors.get(leg.space);
    return vector && dotProduct(vector, leg.values);
  };
}

/** Takes the statistics of all searchable records in the scopes of the selection. */
function wordScorer(tables: Tables, { terms }: TextLeg, selection: Selection): LegScorer {
  const searched = [...tables.records.values()].flatMap(({ record, search }) =>
    search && isInScopes(record.scope, selection) ? [search] : [],
  );
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
