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

/**
 * Fails unless all tables and indices are the ones that the migrations make. Others may be there beside them.
 * @throws `store-failed` if one is missing or another: it was damaged, or made by a version that was never released.
 */
export function requireLayout(database: Database): void {
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

function readObjects(database: Database): readonly SchemaObject[] {
  return database.prepare(OBJECTS).all() as SchemaObject[];
}
