import type { Selection } from "../../contracts/search.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Predicate } from "../../model/filter.js";
import { isTrusted } from "../../model/trust.js";
import { dateRangeTerms } from "../../text/dates/date-range-terms.js";
import type { DateRange } from "../../text/dates/date-range.js";
import type { Engine } from "../engine.js";
import { TRUSTED_ONLY, limitUntrusted, untrustedPlaces } from "../untrusted-share.js";
import { toCandidates } from "./candidate.js";
import { choicesFor } from "./check-recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
import { findCandidates } from "./find-candidates.js";
import type { Found, QueryVector } from "./find-candidates.js";
import { countToRerank } from "./rerank-hits.js";
import { compareScored, scoreCandidates } from "./score-candidates.js";
import type { ScoredMemory } from "./score-candidates.js";

/** What searching and scoring need to know of the recall. */
export interface FindScoredCall {
  readonly asked: CheckedQuery;
  /** `queryTerms` of what was asked. */
  readonly terms: readonly string[];
  readonly selection: Selection;
  readonly now: Date;
  /** The times that the query names. */
  readonly dates: readonly DateRange[];
  readonly signal: AbortSignal | undefined;
}

/** What was found, and what it was looked for with. */
export interface FoundScored {
  /** Best first. */
  readonly scored: readonly ScoredMemory[];
  readonly vectors: readonly QueryVector[];
}

/**
 * Searches and scores. Of the memories that the answer will be chosen from, no more are untrusted
 * than the memory's share allows. If that leaves places free which trusted ones could have, it
 * searches once more, for trusted ones only: a flood of others may have kept them from being found.
 */
export async function findScored(engine: Engine, call: FindScoredCall): Promise<FoundScored> {
  const found = await find(engine, call);
  const scored = await scorePositive(engine, found, call);
  const { vectors } = found;
  const wanted = Math.max(choicesFor(call.asked), countToRerank(engine, call.asked));
  const places = untrustedPlaces(engine.untrustedShare, wanted);
  const untrusted = scored.filter(({ memory }) => !isTrusted(memory));
  const trusted = scored.length - untrusted.length;
  if (engine.untrustedShare >= 1 || untrusted.length <= places) return { scored, vectors };
  if (trusted + places >= wanted) return { scored: limit(scored, places), vectors };
  const { where } = call.selection;
  const selection = { ...call.selection, where: onlyTrusted(where) };
  const more = await find(engine, { ...call, selection }, vectors);
  // Whether words count does not change because only others have them: scores stay on one scale.
  const again = await scorePositive(engine, { ...more, hasText: found.hasText }, call);
  return { scored: limit([...again, ...untrusted].toSorted(compareScored), places), vectors };
}

function find(
  engine: Engine,
  { asked, terms, selection, dates, signal }: FindScoredCall,
  vectors?: readonly QueryVector[],
): Promise<Found> {
  const moreTerms = dates.flatMap((range) => dateRangeTerms(range));
  const known = vectors ? { vectors } : {};
  return findCandidates(engine, { asked, terms, selection, moreTerms, signal, ...known });
}

async function scorePositive(
  engine: Engine,
  found: Found,
  { asked, terms, now, dates, signal }: FindScoredCall,
): Promise<readonly ScoredMemory[]> {
  const candidates = await toCandidates(engine, found, { terms, signal });
  const scored = await scoreCandidates(engine, candidates, { asked, now, dates, signal });
  return scored.filter(({ rawScore }) => rawScore > 0);
}

function limit(scored: readonly ScoredMemory[], places: number): readonly ScoredMemory[] {
  return limitUntrusted(scored, places, ({ memory }) => memory);
}

function onlyTrusted(where: Predicate | undefined): Predicate {
  const trusted = parseFilter(TRUSTED_ONLY);
  return where ? { type: "and", clauses: [trusted, where] } : trusted;
}
