import type { TextWeights } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { askOn } from "../../ask.js";
import { slotScores } from "../../keyword/segment-scores.js";
import type { SegmentScores, SegmentSearch } from "../../keyword/segment-search.js";
import { isBeyond, isUncovered } from "../../keyword/uncovered-texts.js";
import { inAreas } from "../../sql/area-sql.js";
import { countTerms } from "../count-terms.js";
import type { TermCounts } from "../count-terms.js";
import { anyTextSql, hasAnyTerm } from "../search-sql.js";
import { documentFrequencies } from "../text-scores.js";
import type { LargeSearch } from "./large-search.js";

interface TextRow {
  readonly number: number;
  readonly term_count: number;
  readonly terms: string | null;
}

interface NumberedText {
  readonly number: number;
  readonly termCount: number;
  readonly counts: TermCounts;
}

/** The texts that have any of the terms, of those that no segment covers: each is read. */
export async function readTexts(
  search: LargeSearch,
  terms: readonly string[],
): Promise<SegmentSearch> {
  const rows = await askOn(search)<TextRow>(() => uncoveredSql(search, terms));
  const found = rows.map(({ term_count: termCount, terms: text }) => ({
    termCount,
    terms: text ?? "",
  }));
  const counts = countTerms(found, terms);
  const texts = rows.map(({ number, term_count: termCount }, place): NumberedText => {
    return { number, termCount, counts: counts[place] };
  });
  return {
    documentFrequencies: documentFrequencies(counts, terms),
    score: (weights) => scoreTexts(texts, weights),
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
    where ${inAreas(sql.ref("r.scope"), areas)} and ${isBeyond(sql.ref("s.covers"))} and ${matches}`;
}

function scoreTexts(
  texts: readonly NumberedText[],
  { weights, damping }: TextWeights,
): SegmentScores {
  const scores = new Float64Array(texts.length);
  const slots = new Map<number, number>();
  for (const [slot, { number, termCount, counts }] of texts.entries()) {
    const damped = damping(termCount);
    let score = 0;
    for (const [place, frequency] of (counts ?? []).entries()) {
      if (frequency > 0) score += ((weights[place] ?? 0) * frequency) / (frequency + damped);
    }
    scores[slot] = score;
    slots.set(number, slot);
  }
  return slotScores(scores, {
    slotOf: (number) => slots.get(number) ?? -1,
    numberOf: (slot) => texts[slot]?.number ?? 0,
  });
}
