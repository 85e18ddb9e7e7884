import { LONG, ROWIDS } from "../keyword/keyword-rowid.js";
import { ROWS_PER_SPACE } from "../vector/vector-row.js";

/** Something that is true of every database that the store writes. */
export interface Invariant {
  /** What is wrong with each row that breaks it. */
  readonly problem: string;
  /** SQL that counts such rows, in the tables of a schema. */
  readonly count: (schema: string) => string;
}

const countOf = (rows: string): string => `select count(*) as count from ${rows}`;

/** All of them: counters tell the truth, and nothing is found by what it does not have. */
export const INVARIANTS: readonly Invariant[] = [
  {
    problem: "scopes count other records, documents or terms than they have",
    count: (schema) =>
      countOf(
        `${schema}.scopes left join (select scope, count(*) as records, sum(text_hash is not null) as documents, ` +
          `sum(term_count) as terms from ${schema}.records group by scope) as found on found.scope = scopes.id ` +
          "where scopes.records <> coalesce(found.records, 0) or scopes.documents <> coalesce(found.documents, 0) " +
          "or scopes.terms <> coalesce(found.terms, 0)",
      ),
  },
  {
    problem: "spaces count other vectors than they have",
    count: (schema) =>
      countOf(
        `${schema}.spaces where vectors <> (select count(*) from ${schema}.vectors where ` +
          `row >= spaces.id * ${ROWS_PER_SPACE} and row < (spaces.id + 1) * ${ROWS_PER_SPACE})`,
      ),
  },
  {
    problem: "strengths are of no record",
    count: (schema) =>
      countOf(
        `${schema}.strength where not exists (select 1 from ${schema}.records where row = strength.record)`,
      ),
  },
  {
    problem: "idempotency keys are of no record of their scope",
    count: (schema) =>
      countOf(
        `${schema}.idempotency_keys as given left join ${schema}.records on records.row = given.record ` +
          "where records.scope is not given.scope",
      ),
  },
  {
    problem: "entries of the keyword index are of no record that has as many terms",
    count: (schema) =>
      countOf(
        `(select id / ${ROWIDS} as row, min(id % ${ROWIDS}) as rank, ` +
          "sum(length(c0) - length(replace(c0, ' ', '')) + 1) as terms " +
          `from ${schema}.keywords_content group by id / ${ROWIDS}) as entry ` +
          `left join ${schema}.records on records.row = entry.row ` +
          `where records.text_hash is null or records.term_count <> entry.terms ` +
          `or min(records.term_count, ${LONG}) <> min(entry.rank, ${LONG})`,
      ),
  },
  {
    problem: "records are not in the keyword index",
    count: (schema) =>
      countOf(
        `${schema}.records where term_count > 0 and not exists (select 1 from ${schema}.keywords_content ` +
          `where id >= records.row * ${ROWIDS} and id < (records.row + 1) * ${ROWIDS})`,
      ),
  },
  {
    problem: "vectors are of no space, or of another width than their space",
    count: (schema) =>
      countOf(
        `${schema}.vectors left join ${schema}.spaces on spaces.id = vectors.row / ${ROWS_PER_SPACE} ` +
          "where spaces.dimensions is null or length(vectors.vec) <> 4 * spaces.dimensions",
      ),
  },
  {
    problem: "texts that are to be embedded are of no searchable record",
    count: (schema) =>
      countOf(
        `${schema}.embedding_jobs left join ${schema}.records on records.row = embedding_jobs.record ` +
          "where records.text_hash is null",
      ),
  },
  {
    problem: "vectors are of no searchable record",
    count: (schema) =>
      countOf(
        `${schema}.vectors left join ${schema}.records on records.row = vectors.row % ${ROWS_PER_SPACE} ` +
          "where records.text_hash is null",
      ),
  },
];
