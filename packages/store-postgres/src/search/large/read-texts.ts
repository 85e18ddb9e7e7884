import type { TextWeights } from "@kioku/core";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { askOn } from "../../ask.js";
import type { ScoredText, SegmentScores, SegmentSearch } from "../../keyword/segment-search.js";
import { isUncovered } from "../../keyword/uncovered-texts.js";
import { inAreas } from "../../sql/area-sql.js";
import { termCounter } from "../count-terms.js";
import { anyTextSql, hasAnyTerm } from "../search-sql.js";
import { documentFrequencies } from "../text-scores.js";
import type { CountedText } from "../text-scores.js";
import type { LargeSearch } from "./large-search.js";

/** Each portion is so many times as long as the one before. */
const GROWTH = 4;

/** What is known of some texts: of a segment, or of those that no segment has. */
export type TextSource = Pick<SegmentSearch, "documentFrequencies" | "score">;

interface TextRow {
  readonly number: number;
  readonly term_count: number;
  readonly terms: string | null;
}

interface NumberedText extends CountedText {
  readonly number: number;
}

/** The texts that have any of the terms, of those that no segment covers: each is read. */
export async function readTexts(
  search: LargeSearch,
  terms: readonly string[],
): Promise<TextSource> {
  const rows = await askOn(search)<TextRow>(() => uncoveredSql(search, terms));
  const count = termCounter(terms);
  const texts = rows.map((row): NumberedText => {
    const { number, term_count: termCount } = row;
    return { number, termCount, counts: count(row.terms, termCount) };
  });
  return {
    documentFrequencies: documentFrequencies(texts, terms),
    score: (weights) => scoreTexts(texts, terms, weights),
  };
}

function uncoveredSql(search: LargeSearch, terms: readonly string[]): RawBuilder<unknown> {
  const { names, areas } = search;
  const [only, ...others] = areas;
  const matches = hasAnyTerm(terms);
  const columns = sql`r.number, r.term_count, ${anyTextSql(terms)} as terms`;
  if (only && !only.below && others.length === 0) {
    return sql`
      select ${columns} from ${names.records} as r
      where ${isUncovered(names, only.path)} and ${matches}`;
  }
  return sql`
    select ${columns} from ${names.records} as r
    left join ${names.segments} as s on s.scope = r.scope
    where ${inAreas(sql.ref("r.scope"), areas)} and r.number > coalesce(s.covers, 0) and ${matches}`;
}

function scoreTexts(
  texts: readonly NumberedText[],
  terms: readonly string[],
  { weights, damping }: TextWeights,
): SegmentScores {
  const scores = new Map<number, number>();
  for (const { number, termCount, counts } of texts) {
    const damped = damping(termCount);
    let score = 0;
    for (const [place, term] of terms.entries()) {
      const frequency = counts?.get(term) ?? 0;
      if (frequency > 0) score += ((weights[place] ?? 0) * frequency) / (frequency + damped);
    }
    scores.set(number, score);
  }
  return {
    portions: (first) => portions(scores, first),
    scoresOf: (numbers) => {
      const found = new Map<number, number>();
      for (const number of numbers) {
        const score = scores.get(number);
        if (score !== undefined) found.set(number, score);
      }
      return found;
    },
  };
}

function* portions(
  scores: ReadonlyMap<number, number>,
  first: number,
): Generator<readonly ScoredText[]> {
  const ordered = [...scores]
    .map(([number, score]): ScoredText => ({ number, score }))
    .toSorted((a, b) => b.score - a.score);
  let start = 0;
  for (let count = first; start < ordered.length; count *= GROWTH) {
    let end = Math.min(start + count, ordered.length);
    // Equals stay together: who of them comes first is for their ids to say.
    while (end < ordered.length && ordered[end]?.score === ordered[end - 1]?.score) end += 1;
    yield ordered.slice(start, end);
    start = end;
  }
}
