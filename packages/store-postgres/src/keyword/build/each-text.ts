import { sql } from "kysely";

import { textToTerms } from "../../record/term-text.js";
import { compile } from "../../sql/compile.js";
import type { Build } from "./build.js";

/** So many texts are read at once. */
const PORTION = 2_000;

/** A text that a build reads. */
export interface BuildText {
  readonly number: number;
  readonly terms: readonly string[];
}

interface TextRow {
  readonly number: number;
  readonly terms: string;
  readonly term_count: number;
}

/**
 * The texts that a build covers, in portions, by ascending number. Each portion is of a state of its own: meanwhile texts can only go
 * away, and those that do leave a grave. It reads in transactions that may write, so never from a replica, which may be behind.
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
    if (rows.length < PORTION) return;
    after = rows.at(-1)?.number ?? build.covers;
  }
}

async function readPortion(
  { session, options, scope, covers }: Build,
  after: number,
): Promise<readonly TextRow[]> {
  return session.write(options, { access: [scope], lock: [] }, ({ channel, names }) =>
    channel.rows<TextRow>(
      compile(sql`
        select number, terms, term_count from ${names.records}
        where scope = ${scope} and number > ${after} and number <= ${covers}
        order by number limit ${PORTION}`),
    ),
  );
}
