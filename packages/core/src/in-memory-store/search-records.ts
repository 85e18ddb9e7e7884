import type { Neighbours, NeighboursRequest } from "../contracts/memory-store.js";
import type {
  SearchHit,
  SearchHits,
  SearchRequest,
  Selection,
  TextLeg,
  TextStatistics,
  VectorLeg,
} from "../contracts/search.js";
import { requireWidth } from "../contracts/store-helpers.js";
import { recordKey } from "../internal/record-key.js";
import { dotProduct } from "../internal/unit-vector.js";
import { compareText } from "../model/compare-text.js";
import { compareByTime, type MemoryRecord } from "../model/record.js";
import { termCoverage, textScorer, textWeights } from "../ranking/text-scorer.js";
import { isInScopes, isSelected } from "./selection.js";
import { copyRecord, type StoredRecord, type Tables, type StoredSearch } from "./tables.js";

interface Candidate {
  readonly stored: StoredRecord;
  readonly scores: readonly (number | undefined)[];
}

/** Scores all records of a selection and returns the best of each leg with their neighbours. */
export function searchRecords(tables: Tables, request: SearchRequest): SearchHits {
  const { legs, selection, limit, around = 0, aroundBest = limit } = request;
  const inScopes = recordsIn(tables, selection);
  const scorers = legs.map((leg) =>
    leg.type === "vector" ? vectorScorer(tables, leg) : wordScorer(leg, inScopes),
  );
  const selected = inScopes.filter(({ record }) => isSelected(record, selection));
  const candidates = selected.map((stored): Candidate => {
    const { search } = stored;
    return { stored, scores: scorers.map(({ scoreOf }) => search && scoreOf(search)) };
  });
  const bests = legs.map(({ limit: most = limit }, leg) => {
    const matches = candidates.filter(({ scores }) => scores[leg] !== undefined);
    return matches
      .toSorted(byLeg(leg))
      .slice(0, most)
      .map(({ stored }) => stored);
  });
  const found = new Set(bests.flat());
  const centres = around > 0 ? bests.flatMap((best) => best.slice(0, aroundBest)) : [];
  const positions = orderThreads(selected, centres);
  const placed = new Map<StoredRecord, ThreadPosition | undefined>();
  for (const centre of centres) {
    const { thread, index } = positions.get(centre) ?? { thread: [centre], index: 0 };
    const near = thread.slice(Math.max(index - around, 0), index + around + 1);
    for (const one of near) placed.set(one, positions.get(one));
  }
  const { statistics, coverageOf } = scorers.find((scorer) => scorer.statistics) ?? {};
  const hits = candidates
    .filter(({ stored }) => found.has(stored) || placed.has(stored))
    .toSorted(byLeg(0))
    .map((one) => toHit(one, placed.get(one.stored), coverageOf));
  return statistics ? Object.assign(hits, { statistics }) : hits;
}

function recordsIn(tables: Tables, selection: Selection): readonly StoredRecord[] {
  return [...tables.records.values()].filter(({ record }) => isInScopes(record.scope, selection));
}

/** Orders by the score of one leg, best first; records that it does not match come last. */
function byLeg(leg: number): (a: Candidate, b: Candidate) => number {
  return (a, b) => {
    const [left, right] = [a.scores[leg] ?? -Infinity, b.scores[leg] ?? -Infinity];
    if (left !== right) return left > right ? -1 : 1;
    const [one, other] = [a.stored, b.stored];
    return compareText(one.record.id, other.record.id) || compareText(one.path, other.path);
  };
}

function toHit(
  { stored: { record, search }, scores }: Candidate,
  position: ThreadPosition | undefined,
  coverageOf: LegScorer["coverageOf"],
): SearchHit {
  const { id, scope, thread, speaker } = record;
  const coverage = search && coverageOf?.(search);
  const previous = position?.thread[position.index - 1]?.record.id;
  return {
    scope: [...scope],
    id,
    scores,
    ...(search ? { traits: search.traits } : {}),
    ...(coverage ? { coverage } : {}),
    ...(speaker === undefined ? {} : { speaker }),
    ...(position === undefined || thread === undefined ? {} : { thread }),
    ...(previous === undefined ? {} : { previous }),
  };
}

interface LegScorer {
  /** Scores a searchable record; `undefined` if the leg does not match it. */
  readonly scoreOf: (search: StoredSearch) => number | undefined;
  /** Of a text leg. */
  readonly statistics?: TextStatistics;
  /** Returns `termCoverage`, 0 without any of the terms. */
  readonly coverageOf?: (search: StoredSearch) => number;
}

function vectorScorer(tables: Tables, leg: VectorLeg): LegScorer {
  const space = tables.spaces.get(leg.space);
  if (space) requireWidth(space, leg.values.length);
  return {
    scoreOf: ({ vectors }) => {
      const vector = vectors.get(leg.space);
      return vector && dotProduct(vector, leg.values);
    },
  };
}

/** Takes the statistics of all searchable records in the scopes of the selection. */
function wordScorer(leg: TextLeg, inScopes: readonly StoredRecord[]): LegScorer {
  const { terms, weights: factors, originals } = leg;
  const searched = inScopes.flatMap(({ search }) => search ?? []);
  const statistics = {
    documents: searched.length,
    totalTerms: searched.reduce((sum, search) => sum + search.termCount, 0),
    documentFrequencies: terms.map(
      (term) => searched.filter((search) => search.frequencies.has(term)).length,
    ),
    weights: factors,
    originals,
  };
  const scorer = textScorer(statistics);
  const weights = textWeights(statistics);
  return {
    statistics,
    scoreOf: ({ frequencies, termCount }) => {
      const counts = terms.map((term) => frequencies.get(term) ?? 0);
      return counts.some((count) => count > 0) ? scorer(counts, termCount) : undefined;
    },
    coverageOf: ({ frequencies }) =>
      termCoverage(weights, (index) => frequencies.get(terms[index] ?? "") ?? 0),
  };
}

interface ThreadPosition {
  /** Records of the same scope and thread, in the order they happened. */
  readonly thread: readonly StoredRecord[];
  readonly index: number;
}

/** Returns the positions in the threads of some of the records, counting these records only. */
function orderThreads(
  records: readonly StoredRecord[],
  some: readonly StoredRecord[],
): ReadonlyMap<StoredRecord, ThreadPosition> {
  const wanted = new Set(some.flatMap(({ record }) => record.thread ?? []));
  const inThreads = records.filter(({ record: { thread = "" } }) => wanted.has(thread));
  const threads = Map.groupBy(inThreads, ({ path, record }) =>
    JSON.stringify([path, record.thread]),
  );
  const positions = new Map<StoredRecord, ThreadPosition>();
  for (const members of threads.values()) {
    const thread = members.toSorted((a, b) => compareByTime(a.record, b.record));
    for (const [index, stored] of thread.entries()) positions.set(stored, { thread, index });
  }
  return positions;
}

/** Returns the records just before and after each of `refs` in its thread. */
export function findNeighbours(tables: Tables, request: NeighboursRequest): readonly Neighbours[] {
  const { refs, before, after, selection } = request;
  const asked = refs.map((ref) => tables.records.get(recordKey(ref)));
  const selected = recordsIn(tables, selection).filter((one) => isSelected(one.record, selection));
  const positions = orderThreads(
    selected,
    asked.flatMap((stored) => stored ?? []),
  );
  return asked.map((stored) => {
    const position = stored && positions.get(stored);
    if (!position) return { before: [], after: [] };
    const { thread, index } = position;
    return {
      before: copies(thread.slice(Math.max(index - before, 0), index)),
      after: copies(thread.slice(index + 1, index + 1 + after)),
    };
  });
}

function copies(stored: readonly StoredRecord[]): readonly MemoryRecord[] {
  return stored.map(({ record }) => copyRecord(record));
}
