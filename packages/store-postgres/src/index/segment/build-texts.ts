import { compareText } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { textToTerms } from "../../schema/term-text.js";
import type { Build } from "./segment-rows.js";

const CHUNK = 2_000;
/** A chunk ends with the text that brings it to this many terms. */
const MAX_TERMS = 500_000;

interface BuildText {
  readonly number: number;
  readonly terms: readonly string[];
}

interface TextRow {
  readonly number: number;
  readonly terms: string;
  readonly term_count: number;
  /** Sum of the term counts up to this text. */
  readonly terms_so_far: number;
}

/** Yields the texts of a build in chunks, by ascending number. Never reads from a replica. */
export async function* eachText(build: Build): AsyncGenerator<readonly BuildText[]> {
  for (let after = 0; after < build.covers;) {
    const rows = await readChunk(build, after);
    if (rows.length > 0) {
      yield rows.map((row) => ({
        number: row.number,
        terms: textToTerms(row.terms, row.term_count),
      }));
    }
    const last = rows.at(-1);
    if (!last || (rows.length < CHUNK && last.terms_so_far < MAX_TERMS)) return;
    after = last.number;
  }
}

async function readChunk(
  { session, options, scope, covers }: Build,
  after: number,
): Promise<readonly TextRow[]> {
  return session.write(options, { access: [scope], lock: [] }, ({ channel, names }) =>
    channel.rows<TextRow>(sql`
        select number, terms, term_count, terms_so_far from (
          select number, terms, term_count,
            sum(term_count) over (order by number rows unbounded preceding) as terms_so_far
          from ${names.records}
          where scope = ${scope} and number > ${after} and number <= ${covers}
          order by number limit ${CHUNK}) as t
        where terms_so_far - term_count < ${sql.lit(MAX_TERMS)} order by number`),
  );
}

/** Texts that are sampled for the distribution of postings over terms. */
const SAMPLE = 2_000;
/** The sample is smaller where its texts have more terms than this. */
const SAMPLE_TERMS = 1_000_000;

/** Terms from `from` up to but excluding `to`; open where a bound is missing. */
export interface TermRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns true for a term within the range. */
export function isInRange(term: string, { from, to }: TermRange): boolean {
  return (
    (from === undefined || compareText(term, from) >= 0) &&
    (to === undefined || compareText(term, to) < 0)
  );
}

/** Returns ascending ranges of terms with about `postingsInMemory` postings each. */
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
    const [size] = await channel.rows<Size>(sql`
        select count(*) as documents, coalesce(sum(term_count), 0) as terms
        from ${names.records} where scope = ${scope} and number <= ${covers}`);
    return size ?? { documents: 0, terms: 0 };
  });
}

async function sampleTerms(
  { session, options, scope, covers }: Build,
  every: number,
): Promise<readonly string[]> {
  return session.write(options, { access: [scope], lock: [] }, async ({ channel, names }) => {
    const rows = await channel.rows<{ terms: string; term_count: number }>(sql`
        select terms, term_count from (
          select terms, term_count, row_number() over (order by number) as position
          from ${names.records} where scope = ${scope} and number <= ${covers}) as t
        where position % ${every}::bigint = 0`);
    return rows
      .flatMap(({ terms, term_count: termCount }) => textToTerms(terms, termCount))
      .toSorted(compareText);
  });
}
