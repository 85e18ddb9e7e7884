import type { SqlRows } from "./sql-runner.js";

/** Most records that are named; the others are counted. */
const MAX_NAMED = 100;
/** Instants beyond it are no dates of JavaScript. */
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

/** An order of questions, because `json_type` fails where there is no JSON. */
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

/** Names the records, and the versions in history, that cannot be read as they are. */
export async function findUnreadable(sql: SqlRows, schema: string): Promise<readonly string[]> {
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
