import { hasCode } from "../errors.js";
import { packedWidthSql } from "../schema/packed-vector.js";
import { LONG, ROWIDS, ROWS_PER_SPACE } from "../schema/rows.js";
import type { SqlRows } from "../sql/sql-text.js";
import { checkKeywords } from "./check-keywords.js";
import type { IntegrityReport } from "./store-operations.js";

/** The database itself, or an attached one. */
type Schema = "main" | "copy";

type Check = (sql: SqlRows, schema: Schema) => Promise<readonly string[]>;

const CHECKS: readonly Check[] = [
  checkPages,
  checkReferences,
  checkInvariants,
  checkKeywords,
  findUnreadable,
];

/** Checks one snapshot of a database. */
export async function checkDatabase(
  sql: SqlRows,
  schema: Schema,
  signal?: AbortSignal,
): Promise<IntegrityReport> {
  const problems: string[] = [];
  await sql.rows("begin");
  try {
    for (const check of CHECKS) {
      signal?.throwIfAborted();
      problems.push(...(await unlessDamaged(check(sql, schema))));
    }
  } finally {
    await sql.rows("rollback");
  }
  return { ok: problems.length === 0, problems };
}

/** Reports unreadable pages as a problem. */
async function unlessDamaged(check: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await check;
  } catch (error) {
    if (!hasCode(error, "SQLITE_CORRUPT")) throw error;
    return ["the file is damaged where it had to be read"];
  }
}

/** Runs SQLite's own check, which includes the keyword index. */
async function checkPages(sql: SqlRows, schema: Schema): Promise<readonly string[]> {
  // Opens a cursor, because the check alone would use this connection's cached state of the index.
  await sql.rows(`select rowid from ${schema}.keywords where keywords match '"a"' limit 1`);
  const rows = await sql.rows<Readonly<Record<string, string>>>(`pragma ${schema}.integrity_check`);
  return rows.flatMap((row) => Object.values(row)).filter((text) => text !== "ok");
}

async function checkReferences(sql: SqlRows, schema: Schema): Promise<readonly string[]> {
  const broken = await sql.rows<{ readonly table: string; readonly parent: string }>(
    `pragma ${schema}.foreign_key_check`,
  );
  const problems = broken.map(
    ({ table, parent }) => `rows of ${table} refer to rows of ${parent} that are not there`,
  );
  return [...new Set(problems)];
}

async function checkInvariants(sql: SqlRows, schema: Schema): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { problem, count } of INVARIANTS) {
    const [found] = await sql.rows<{ readonly count: number }>(count(schema));
    if (found && found.count > 0) problems.push(`${found.count} ${problem}`);
  }
  return problems;
}

const MAX_NAMED = 100;
/** Greatest instant of a JavaScript `Date`. */
const LAST_INSTANT_MS = 8.64e15;

const INSTANTS = [
  "occurred_at",
  "valid_from",
  "valid_to",
  "created_at",
  "updated_at",
  "expires_at",
  "archived_at",
];
const INSTANT = INSTANTS.map((column) => `abs(r.${column}) > ${LAST_INSTANT_MS}`).join(" or ");

/** Tests in order, because `json_type` fails on invalid JSON. */
const OF_RECORD = `case
  when not json_valid(r.metadata) or iif(json_valid(r.metadata), json_type(r.metadata), '') <> 'object'
    then 'its metadata is no JSON object'
  when r.value is not null and not json_valid(r.value) then 'its value is no JSON'
  when r.sources is not null and iif(json_valid(r.sources), json_type(r.sources), '') <> 'array'
    then 'its sources are no JSON array'
  when ${INSTANT} then 'one of its instants is no date' end`;
const OF_VERSION = `case when r.snapshot is not null
  and iif(json_valid(r.snapshot), json_type(r.snapshot), '') <> 'object'
  then 'version ' || r.version || ' of its history is no JSON object' end`;

interface Unreadable {
  readonly path: string;
  readonly id: string;
  readonly reason: string;
}

/** Names records and versions that cannot be read. */
async function findUnreadable(sql: SqlRows, schema: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [table, reason] of [
    ["records", OF_RECORD],
    ["history", OF_VERSION],
  ] as const) {
    const from = `from ${schema}.${table} as r join ${schema}.scopes as s on s.id = r.scope`;
    const found = await sql.rows<Unreadable>(
      `select path, id, reason from (select s.path, r.id, ${reason} as reason ${from}) ` +
        `where reason is not null limit ${MAX_NAMED + 1}`,
    );
    const named = found.slice(0, MAX_NAMED);
    problems.push(
      ...named.map(
        (one) => `record ${one.id} of scope "${one.path}" cannot be read: ${one.reason}`,
      ),
    );
    if (found.length > MAX_NAMED) problems.push(`more rows of ${table} cannot be read`);
  }
  return problems;
}

/** A property of every database that the store writes. */
interface Invariant {
  readonly problem: string;
  readonly count: (schema: string) => string;
}

const countOf = (rows: string): string => `select count(*) as count from ${rows}`;

/** Counters are right, and index entries have their records. */
const INVARIANTS: readonly Invariant[] = [
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
        `(select doc / ${ROWIDS} as row, min(doc % ${ROWIDS}) as rank, count(*) as terms ` +
          `from ${schema}.postings group by doc / ${ROWIDS}) as entry ` +
          `left join ${schema}.records on records.row = entry.row ` +
          `where records.text_hash is null or records.term_count <> entry.terms ` +
          `or min(records.term_count, ${LONG}) <> min(entry.rank, ${LONG})`,
      ),
  },
  {
    problem: "records are not in the keyword index",
    count: (schema) =>
      countOf(
        `${schema}.records where term_count > 0 and row not in ` +
          `(select doc / ${ROWIDS} from ${schema}.postings)`,
      ),
  },
  {
    problem: "vectors are of no space, or of another width than their space",
    count: (schema) =>
      countOf(
        `${schema}.vectors left join ${schema}.spaces on spaces.id = vectors.row / ${ROWS_PER_SPACE} ` +
          `where spaces.dimensions is null or ${packedWidthSql("vectors.vec")} is not spaces.dimensions`,
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
