import { compareText } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { textToTerms } from "../../record/term-text.js";
import { compile } from "../../sql/compile.js";
import type { Build } from "./build.js";

/** So many texts show how the postings of a scope are spread over its terms. */
const SAMPLE = 2_000;
/** Fewer, where they have more terms together. */
const SAMPLE_TERMS = 1_000_000;

/** Terms from one, or from the beginning, to another, which is left out, or to the end. */
export interface TermRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether a term is in the range. */
export function isInRange(term: string, { from, to }: TermRange): boolean {
  return (
    (from === undefined || compareText(term, from) >= 0) &&
    (to === undefined || compareText(term, to) < 0)
  );
}

/**
 * Ranges of terms, ascending, none of which has many more than so many postings. The postings of
 * one term are never divided.
 */
export async function termRanges(
  build: Build,
  postingsInMemory: number,
): Promise<readonly TermRange[]> {
  const { documents, terms } = await sizeOf(build);
  const count = Math.ceil(terms / postingsInMemory);
  if (count <= 1) return [{}];
  const sample = await sampleTerms(
    build,
    Math.min(documents, Math.ceil(Math.max(documents / SAMPLE, terms / SAMPLE_TERMS))),
  );
  const bounds = Array.from(
    { length: count - 1 },
    (_, index) => sample[Math.floor((sample.length * (index + 1)) / count)] ?? "",
  );
  const distinct = [...new Set(bounds)];
  return [undefined, ...distinct].map((from, index) => ({ from, to: distinct[index] }));
}

interface Size {
  readonly documents: number;
  readonly terms: number;
}

async function sizeOf({ session, options, scope, covers }: Build): Promise<Size> {
  return session.write(options, { access: [scope], lock: [] }, async ({ channel, names }) => {
    const [size] = await channel.rows<Size>(
      compile(sql`
        select count(*) as documents, coalesce(sum(term_count), 0) as terms
        from ${names.records} where scope = ${scope} and number <= ${covers}`),
    );
    return size ?? { documents: 0, terms: 0 };
  });
}

/** All terms of some of the texts, in order. */
async function sampleTerms(
  { session, options, scope, covers }: Build,
  every: number,
): Promise<readonly string[]> {
  return session.write(options, { access: [scope], lock: [] }, async ({ channel, names }) => {
    const rows = await channel.rows<{ terms: string; term_count: number }>(
      compile(sql`
        select terms, term_count from (
          select terms, term_count, row_number() over (order by number) as place
          from ${names.records} where scope = ${scope} and number <= ${covers}) as t
        where place % ${every}::bigint = 0`),
    );
    return rows
      .flatMap(({ terms, term_count: termCount }) => textToTerms(terms, termCount))
      .toSorted(compareText);
  });
}
