import type { TestDatabase } from "./databases.js";

/**
 * Drops a database once the connections to it have ended: cut off by the server, one could fail in
 * nobody's hands.
 */
export async function dropDatabase(database: TestDatabase, name: string): Promise<void> {
  const connected = `select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`;
  while ((await database.query(connected, [name])).length > 0);
  await database.query(`drop database "${name}"`);
}
