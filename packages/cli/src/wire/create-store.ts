import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import type { PostgresStore } from "@kioku/store-postgres";
import type { SqliteStore } from "@kioku/store-sqlite";

import { CliError } from "../command/cli-error.js";
import type { Settings } from "../config/settings.js";
import { codeOf } from "../files.js";

/** Connections to a PostgreSQL server: a command does few things at once. */
const MAX_CONNECTIONS = 4;

/** An opened store with its kind. */
export type OpenedStore =
  | { readonly kind: "sqlite"; readonly path: string; readonly sqlite: SqliteStore }
  | { readonly kind: "postgres"; readonly postgres: PostgresStore };

/** Returns true if a database is a PostgreSQL server. */
export function isServer(database: string): boolean {
  return /^postgres(?:ql)?:\/\//u.test(database);
}

/** Creates the store of a database; it connects with the first call. */
export async function createStore(
  { database, databaseSchema }: Pick<Settings, "database" | "databaseSchema">,
  onWarning: (message: string) => void = () => undefined,
): Promise<OpenedStore> {
  if (isServer(database)) {
    const { postgresStore } = await import("@kioku/store-postgres");
    const postgres = postgresStore({
      connectionString: database,
      schema: databaseSchema,
      maxConnections: MAX_CONNECTIONS,
      onWarning,
    });
    return { kind: "postgres", postgres };
  }
  const [{ sqliteStore }] = await Promise.all([
    import("@kioku/store-sqlite"),
    makeFolder(database),
  ]);
  return { kind: "sqlite", path: database, sqlite: sqliteStore({ path: database }) };
}

/** Makes the folder of a database; the store makes its file, which only its user can read. */
async function makeFolder(database: string): Promise<void> {
  const folder = dirname(database);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CliError("store-failed", `the folder ${folder} cannot be made (${codeOf(error)})`, {
      hint: "name another place with --database",
      cause: error,
    });
  }
}
