import { sql } from "kysely";

import { textToTerms } from "../../record/term-text.js";
import { compile } from "../../sql/compile.js";
import type { Build } from "./build.js";

/** So many texts are read at once, at most. */
const PORTION = 2_000;
/** A portion ends with the text that brings it to so many terms. */
const MAX_TERMS = 500_000;

/** A text that a build reads. */
export interface BuildText {
  readonly number: number;
  readonly terms: readonly string[];
}

interface TextRow {
  readonly number: number;
  readonly terms: string;
  readonly term_count: number;
  /** How many it and those of the same portion before it have. */
  readonly terms_so_far: number;
}

/**
 * The texts that a build covers, in portions, by ascending number. Each portion is of a state of
 * its own: meanwhile texts can only go away, and those that do leave a grave. It reads in
 * transactions that may write, so never from a replica, which may be behind.
 */
export async function* eachText(build: Build): AsyncGenerator<readonly BuildText[]> {
  for (let after = 0; after < build.covers;) {
    const rows = await readPortion(build, after);
    if (rows.length > 0) {
      yield rows.map((row) => ({
        number: row.number,
        terms: textToTerms(row.terms, row.term_count),
      }));
    }
    const last = rows.at(-1);
    if (!last || (rows.length < PORTION && last.terms_so_far < MAX_TERMS)) return;
    after = last.number;
  }
}

async function readPortion(
  { session, options, scope, covers }: Build,
  after: number,
): Promise<readonly TextRow[]> {
  return session.write(options, { access: [scope], lock: [] }, ({ channel, names }) =>
    channel.rows<TextRow>(
      compile(sql`
        select number, terms, term_count, terms_so_far from (
          select number, terms, term_count,
            sum(term_count) over (order by number rows unbounded preceding) as terms_so_far
          from ${names.records}
          where scope = ${scope} and number > ${after} and number <= ${covers}
          order by number limit ${PORTION}) as t
        where terms_so_far - term_count < ${sql.lit(MAX_TERMS)} order by number`),
    ),
  );
}
