import type { Scoring } from "../../contracts/scoring.js";
import type { MemoryRecord } from "../../model/record.js";
import type { DateRange } from "../../text/dates/date-range.js";
import type { Engine } from "../engine.js";
import { datesNamed } from "../write/search-entry.js";
import type { Candidates } from "./candidate.js";
import type { CheckedQuery } from "./check-recall-query.js";
import { chooseToRead } from "./choose-to-read.js";
import { rateCandidates } from "./rate-candidates.js";
import type { Rated } from "./rate-candidates.js";
import { countToRerank } from "./rerank-hits.js";

/** What reading needs to know of the recall. */
export interface ReadCandidatesCall {
  readonly asked: CheckedQuery;
  readonly now: Date;
  /** The times that the query names. */
  readonly dates: readonly DateRange[];
  readonly scoring: Scoring;
  readonly signal: AbortSignal | undefined;
}

/** A candidate whose record has been read, with all that its relevance is made of. */
export interface ReadCandidate extends Rated {
  readonly record: MemoryRecord;
}

/**
 * Reads the most promising candidates, and rates them by what only their records tell: their time.
 */
export async function readCandidates(
  engine: Engine,
  candidates: Candidates,
  { asked, now, dates, scoring, signal }: ReadCandidatesCall,
): Promise<readonly ReadCandidate[]> {
  const { ranking, store } = engine;
  const rated = rateCandidates(candidates, ranking);
  const chosen = chooseToRead(rated, asked, {
    isBounded: scoring.bounded === true,
    atLeast: countToRerank(engine, asked),
  });
  const refs = chosen.map(({ candidate }) => candidate);
  const records = await store.get(refs, { now, signal });
  const read = chosen.flatMap((one, index): readonly ReadCandidate[] => {
    const record = records[index];
    if (!record) return [];
    return [{ ...one, record }];
  });
  return preferDates(read, dates, ranking.dateWeight);
}

/** Takes from the relevance of each what a memory of another time than the query names loses. */
async function preferDates(
  read: readonly ReadCandidate[],
  dates: readonly DateRange[],
  weight: number,
): Promise<readonly ReadCandidate[]> {
  if (dates.length === 0 || weight === 0) return read;
  return Promise.all(
    read.map(async (one) => {
      if (await isFromThen(one.record, dates)) return one;
      const loss = -weight * one.relevance;
      return { ...one, relevance: one.relevance + loss, parts: { ...one.parts, dates: loss } };
    }),
  );
}

/** Whether a record happened at one of the times, or names one: "yesterday" said a day later. */
async function isFromThen(record: MemoryRecord, dates: readonly DateRange[]): Promise<boolean> {
  const at = record.occurredAt ?? record.createdAt;
  if (dates.some(({ from, to }) => at >= from && at < to)) return true;
  const named = await datesNamed(record.content, at);
  return named.some((one) => dates.some(({ from, to }) => one.from < to && from < one.to));
}
