import type { TestDatabase } from "./databases.js";

/**
 * Each finds rows that contradict others; there must be none. SCHEMA stands for the schema, VECTORS
 * for all tables of vectors.
 */
const CHECKS: Readonly<Record<string, string>> = {
  counters: `
    select scope from SCHEMA.scopes as s full join (
      select scope, count(*) as records, count(text_hash) as documents, sum(term_count) as terms
      from SCHEMA.records group by scope
    ) as r using (scope)
    where s.records is distinct from coalesce(r.records, 0)
      or s.documents is distinct from coalesce(r.documents, 0)
      or s.terms is distinct from coalesce(r.terms, 0)`,
  "texts without numbers or terms": `
    select id from SCHEMA.records where (text_hash is null) <> (number is null)
      or (text_hash is null) <> (terms is null) or coalesce(
        case when term_count = 0 then length(terms) else cardinality(string_to_array(terms, chr(31))) end, 0) <> term_count`,
  "numbers that two texts have": `
    select number from SCHEMA.records where number is not null
    group by scope, number having count(*) > 1`,
  "numbers that no scope gave": `
    select number from (
      select scope, number from SCHEMA.records where number is not null
      union all select scope, number from SCHEMA.embedding_jobs
    ) as t join SCHEMA.scopes as s using (scope)
    where number <= first_number or number > first_number + numbers`,
  "strengths of nobody": orphansOf("SCHEMA.strength"),
  "idempotency keys of nobody": orphansOf("SCHEMA.idempotency_keys"),
  "vectors of nobody": orphansOf("VECTORS"),
  "vectors in two tables": `
    select id from VECTORS as v group by scope, space, id having count(*) > 1`,
  "vectors of what is not searchable": `
    select v.id from VECTORS as v join SCHEMA.records as r using (scope, id)
    where r.text_hash is null`,
  "vectors of no space": `
    select id from VECTORS as v where space not in (select id from SCHEMA.spaces)`,
  "history of the current version, or of later ones": `
    select r.id from SCHEMA.records as r join SCHEMA.history as h using (scope, id)
    where h.version >= r.version`,
};

/** Finds contradictions in a schema, by name. */
export async function inconsistencies(
  database: TestDatabase,
  schema: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  const own = await database.query(`select name from "${schema}".vector_tables`);
  const tables = ["vectors", ...own.map(({ name }) => String(name))];
  const vectors = tables.map((name) => `select * from "${schema}"."${name}"`).join(" union all ");
  for (const [name, check] of Object.entries(CHECKS)) {
    const rows = await database.query(
      check.replaceAll("VECTORS", `(${vectors})`).replaceAll("SCHEMA", `"${schema}"`),
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

function orphansOf(table: string): string {
  return `select t.id from ${table} as t where not exists (
    select from SCHEMA.records as r where r.scope = t.scope and r.id = t.id)`;
}
