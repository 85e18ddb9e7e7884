import { compareText } from "../../model/compare-text.js";
import { choicesFor } from "./check-recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
import type { Rated } from "./rate-candidates.js";

/**
 * Candidates read per memory asked for, and beside them: factors can move up what fusion put lower.
 */
const READ_PER_HIT = 1.3;
const SPARE_READS = 10;

/**
 * The candidates worth reading: the most relevant ones. A scoring that is not bounded sees all.
 * What is not searchable is only there for its neighbours.
 */
export function chooseToRead(
  rated: readonly Rated[],
  asked: Pick<CheckedQuery, "limit" | "diversity" | "exclude">,
  { isBounded, atLeast }: { readonly isBounded: boolean; readonly atLeast: number },
): readonly Rated[] {
  const allowed = rated.filter(
    ({ candidate }) => candidate.isSearchable && !asked.exclude.has(candidate.id),
  );
  if (!isBounded) return allowed;
  const count = Math.ceil(choicesFor(asked) * READ_PER_HIT) + SPARE_READS;
  return allowed
    .filter(({ relevance }) => relevance > 0)
    .toSorted((a, b) => b.relevance - a.relevance || compareText(a.candidate.id, b.candidate.id))
    .slice(0, Math.max(count, atLeast));
}
