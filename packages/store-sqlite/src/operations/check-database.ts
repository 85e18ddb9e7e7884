import { isDamage } from "../errors.js";
import { INVARIANTS } from "./invariants.js";
import type { SqlRows } from "./sql-runner.js";
import type { IntegrityReport } from "./store-operations.js";
import { findUnreadable } from "./unreadable-records.js";

/** Where the tables are: in the database itself, or in one that is attached to it. */
export type Schema = "main" | "copy";

/** One kind of check, which answers with what it found. */
type Check = (sql: SqlRows, schema: Schema) => Promise<readonly string[]>;

const CHECKS: readonly Check[] = [checkPages, checkReferences, checkInvariants, findUnreadable];

/** Checks one state of a database. */
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

/** A check that cannot read the file has found a problem. */
async function unlessDamaged(check: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await check;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return ["the file is damaged where it had to be read"];
  }
}

/** SQLite's own check; it asks the keyword index, too. */
async function checkPages(sql: SqlRows, schema: Schema): Promise<readonly string[]> {
  // The check itself would take the index to be as this connection saw it last; a cursor looks
  // whether it has changed.
  await sql.rows(`select rowid from ${schema}.keywords limit 1`);
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
