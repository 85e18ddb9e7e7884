import { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";

import { migrate } from "../migrations/migrate.js";

// What FTS5 makes for itself is FTS5's affair.
const OBJECTS =
  "select name, sql from sqlite_schema where sql is not null and name not like 'keywords\\_%' escape '\\'";

interface SchemaObject {
  readonly name: string;
  readonly sql: string;
}

const TRIGGERS =
  "select name from sqlite_schema where type = 'trigger' " +
  "union all select name from sqlite_temp_schema where type = 'trigger'";
const VERSION = "select schema_version from pragma_schema_version";

/**
 * Fails unless all tables and indices are the ones that the migrations make, and there are no
 * triggers. Other tables may be there beside them.
 * @throws `store-failed` if one is missing or another: it was damaged, or made by a version that
 *   was never released.
 */
export function requireLayout(database: Database): void {
  const [trigger] = database.prepare(TRIGGERS).pluck().all();
  if (typeof trigger === "string") {
    throw new MemoryError(
      "store-failed",
      `database ${database.name} has a trigger "${trigger}" that @kioku/store-sqlite did not make: it could change or drop what is written; ` +
        "remove it",
    );
  }
  const found = new Map(readObjects(database).map(({ name, sql }) => [name, sql]));
  const pattern = new Driver(":memory:");
  try {
    migrate(pattern);
    const other = readObjects(pattern).find(({ name, sql }) => found.get(name) !== sql);
    if (!other) return;
    throw new MemoryError(
      "store-failed",
      `database ${database.name} has another "${other.name}" than this version of @kioku/store-sqlite makes: it is damaged, or was made ` +
        "by a version that was never released; restore a backup, or choose another path",
    );
  } finally {
    pattern.close();
  }
}

/**
 * Returns a function to be called in each transaction that writes: it checks the layout again if
 * somebody changed it.
 */
export function layoutGuard(database: Database): () => void {
  const statement = database.prepare(VERSION).pluck();
  let known = statement.get();
  return () => {
    const version = statement.get();
    if (version === known) return;
    requireLayout(database);
    known = version;
  };
}

function readObjects(database: Database): readonly SchemaObject[] {
  return database.prepare(OBJECTS).all() as SchemaObject[];
}
