import { MemoryError } from "@kioku/core";

import { SCHEMA_VERSION } from "../migrations/migrate.js";
import { APPLICATION_ID } from "../open/database-identity.js";
import { checkDatabase } from "./check-database.js";
import type { SqlRows } from "./sql-runner.js";

const COUNT = "select count(*) as records from copy.records";

/**
 * Opens a copy, checks all of it, and answers with the number of its records. By the same
 * connection, so that a copy has the key of its original.
 * @throws `store-failed` if anything is wrong with it.
 */
export async function verifyCopy(
  sql: SqlRows,
  copy: string,
  signal?: AbortSignal,
): Promise<number> {
  await sql.rows("attach ? as copy", copy);
  try {
    const [identity] = await sql.rows<{ application_id: number }>("pragma copy.application_id");
    const [schema] = await sql.rows<{ user_version: number }>("pragma copy.user_version");
    if (identity?.application_id !== APPLICATION_ID || schema?.user_version !== SCHEMA_VERSION) {
      throw damaged("it is not marked as a database of Kioku");
    }
    const { problems } = await checkDatabase(sql, "copy", signal);
    if (problems.length > 0) throw damaged(problems.join("; "));
    const [counted] = await sql.rows<{ records: number }>(COUNT);
    return counted?.records ?? 0;
  } finally {
    await sql.rows("detach copy");
  }
}

function damaged(what: string): MemoryError {
  return new MemoryError(
    "store-failed",
    `the backup was given up, because the copy did not pass its check: ${what}; see what integrityCheck says of the database`,
  );
}
