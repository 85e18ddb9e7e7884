import { sql, type RawBuilder, type SqlBool } from "kysely";

import { escapeTerm, TERM_SEPARATOR } from "../schema/term-text.js";
import { numberArray, textArray } from "../sql/encode.js";
import type { Names } from "../sql/names.js";
import type { TextRef } from "./segment-scores.js";

/** Longer texts are counted by the database instead of sent. */
export const LONG_TEXT = 1_024;

/** Returns the similarity of `vectors as v`, in the single precision of pgvector. */
export function similaritySql(names: Names, values: Float32Array): RawBuilder<unknown> {
  return sql`(-(v.embedding ${names.operator("<#>")} ${names.vectorOf(values)}))::real`;
}

/** Returns the terms of `records as r`; for a long text counts by index, such as `0:1,5:2`. */
export function anyTextSql(terms: readonly string[]): RawBuilder<unknown> {
  const wanted = sql`${textArray(terms.map(escapeTerm))}::text[]`;
  return sql`case when r.term_count <= ${sql.lit(LONG_TEXT)} then r.terms else (
      select string_agg(position - 1 || ':' || occurrences, ',') from (
        select array_position(${wanted}, t) as position, count(*) as occurrences
        from unnest(string_to_array(r.terms, ${sql.lit(TERM_SEPARATOR)})) as t where t = any(${wanted}) group by t) as counted) end`;
}

/** Returns the condition for texts with any of the terms. One search for each is quickest. */
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

/** Clamps a similarity of single precision, which may slightly exceed the range. */
export function toSimilarity(value: number): number {
  return Math.min(Math.max(value, -1), 1);
}

/** Returns the records of these texts, as `r`. */
export function ofTexts({ records }: Names, texts: readonly TextRef[]): RawBuilder<unknown> {
  const scopes = textArray(texts.map(({ scope }) => scope));
  const numbers = numberArray(texts.map(({ number }) => number));
  return sql`unnest(${scopes}::text[], ${numbers}::bigint[]) as w (scope, number)
    cross join lateral (
      select * from ${records} as o where o.scope = w.scope and o.number = w.number offset 0) as r`;
}
