import { compareText } from "../../model/compare-text.js";
import type { MemoryRecord } from "../../model/record.js";
import type { DateRange } from "../../text/dates/date-range.js";
import type { Engine } from "../engine.js";
import { datesNamed } from "../write/search-entry.js";
import type { Rated } from "./rate-candidates.js";
import type { RecallPlan } from "./recall-plan.js";

/** A candidate whose record has been read, with all that its relevance is made of. */
export interface ReadCandidate extends Rated {
  readonly record: MemoryRecord;
}

/** Reads the most promising candidates, and rates them by their time if the query names one. */
export async function readCandidates(
  { store, ranking }: Engine,
  plan: RecallPlan,
  rated: readonly Rated[],
): Promise<readonly ReadCandidate[]> {
  const { dates, now, signal } = plan;
  const chosen = chooseToRead(rated, plan);
  const refs = chosen.map(({ candidate }) => candidate);
  const records = await store.get(refs, { now, signal });
  const read = chosen.flatMap((one, index): readonly ReadCandidate[] => {
    const record = records[index];
    return record ? [{ ...one, record }] : [];
  });
  return dates.length === 0 ? read : preferDates(read, dates, ranking.dateWeight);
}

/** Chooses the most relevant ones. A scoring that is not bounded sees all. */
function chooseToRead(rated: readonly Rated[], { asked, limits }: RecallPlan): readonly Rated[] {
  const allowed = rated.filter(
    ({ candidate }) => candidate.isSearchable && !asked.exclude.has(candidate.id),
  );
  if (limits.read === undefined) return allowed;
  return allowed
    .filter(({ relevance }) => relevance > 0)
    .toSorted((a, b) => b.relevance - a.relevance || compareText(a.candidate.id, b.candidate.id))
    .slice(0, limits.read);
}

/** Lowers the relevance of memories of another time than the query names. */
async function preferDates(
  read: readonly ReadCandidate[],
  dates: readonly DateRange[],
  weight: number,
): Promise<readonly ReadCandidate[]> {
  return Promise.all(
    read.map(async (one) => {
      if (await isFromThen(one.record, dates)) return one;
      const loss = -weight * one.relevance;
      return { ...one, relevance: one.relevance + loss, parts: { ...one.parts, dates: loss } };
    }),
  );
}

/** Tests if a record happened at one of the times, or names one: "yesterday" said a day later. */
async function isFromThen(record: MemoryRecord, dates: readonly DateRange[]): Promise<boolean> {
  const at = record.occurredAt ?? record.createdAt;
  if (dates.some(({ from, to }) => at >= from && at < to)) return true;
  const named = await datesNamed(record.content, at);
  return named.some((one) => dates.some(({ from, to }) => one.from < to && from < one.to));
}
