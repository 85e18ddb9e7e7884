import type { Database } from "better-sqlite3";

import { APPLICATION_ID, readIdentity, requireOurs } from "../open/database-identity.js";
import { INITIAL_SCHEMA } from "./0001-initial.js";

/** The SQL that leads from each schema version to the next. Released ones never change. */
const MIGRATIONS: readonly string[] = [INITIAL_SCHEMA];

/** The schema version that this package writes and reads. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;

/**
 * Brings the schema up to date in one transaction; of several processes at once, the first does the
 * work and the others find it done.
 * @throws `store-failed` or `schema-too-new` if meanwhile the database became someone else's.
 */
export function migrate(database: Database): void {
  if (isCurrent(database)) return;
  database
    .transaction(() => {
      const identity = readIdentity(database);
      requireOurs(database, { newest: SCHEMA_VERSION });
      const from = identity.empty ? 0 : identity.schemaVersion;
      for (const statements of MIGRATIONS.slice(from)) database.exec(statements);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

function isCurrent(database: Database): boolean {
  const { applicationId, schemaVersion } = readIdentity(database);
  return applicationId === APPLICATION_ID && schemaVersion === SCHEMA_VERSION;
}
