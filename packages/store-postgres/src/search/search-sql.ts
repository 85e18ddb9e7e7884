import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { textArray } from "../client/encode-array.js";
import { escapeTerm, TERM_SEPARATOR } from "../record/term-text.js";
import type { Names } from "../sql/names.js";

/** Texts of more terms are not sent: the database counts in them. */
export const LONG_TEXT = 1_024;

/** The cosine similarity of `vectors as v`; exact, because pgvector adds up in single precision. */
export function similaritySql(names: Names, values: Float32Array): RawBuilder<unknown> {
  return sql`(-(v.embedding ${names.operator("<#>")} ${names.vectorOf(values)}))::real`;
}

/**
 * The terms of `records as r`; of a long text which of these terms it has how often, such as
 * `0:1,5:2`.
 */
export function anyTextSql(terms: readonly string[]): RawBuilder<unknown> {
  const wanted = sql`${textArray(terms.map(escapeTerm))}::text[]`;
  return sql`case when r.term_count <= ${sql.lit(LONG_TEXT)} then r.terms else (
      select string_agg(place - 1 || ':' || occurrences, ',') from (
        select array_position(${wanted}, t) as place, count(*) as occurrences
        from unnest(string_to_array(r.terms, ${sql.lit(TERM_SEPARATOR)})) as t where t = any(${wanted}) group by t) as counted) end`;
}

/**
 * Whether `records as r` has any of the terms. Looking for each is quicker than a pattern of all,
 * or than taking the text apart.
 */
export function hasAnyTerm(terms: readonly string[]): RawBuilder<SqlBool> {
  if (terms.length === 0) return sql<SqlBool>`false`;
  const separator = sql.lit(TERM_SEPARATOR);
  const padded = sql`${separator} || r.terms || ${separator}`;
  const found = terms.map((term) => {
    const needle = `${TERM_SEPARATOR}${escapeTerm(term)}${TERM_SEPARATOR}`;
    return sql`strpos(${padded}, ${needle}) > 0`;
  });
  return sql<SqlBool>`(r.term_count > 0 and (${sql.join(found, sql` or `)}))`;
}
