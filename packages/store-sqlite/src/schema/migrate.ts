import { MemoryError } from "@kioku/core";
import Driver from "better-sqlite3";
import type { Database } from "better-sqlite3";

import { storeFailed } from "../errors.js";
import { INITIAL_SCHEMA } from "./0001-initial.js";

/** "Kiok" in ASCII: `PRAGMA application_id` of a store's file. */
export const APPLICATION_ID: number = 0x4b_69_6f_6b;

interface DatabaseIdentity {
  /** `PRAGMA application_id`; 0 if none was set. */
  readonly applicationId: number;
  /** `PRAGMA user_version`: the number of the last migration. */
  readonly schemaVersion: number;
  readonly empty: boolean;
}

function readIdentity(database: Database): DatabaseIdentity {
  const pragma = (name: string): number => Number(database.pragma(name, { simple: true }));
  const tables = database.prepare("select 1 from sqlite_schema limit 1").get();
  return {
    applicationId: pragma("application_id"),
    schemaVersion: pragma("user_version"),
    empty: tables === undefined,
  };
}

/** The required identity of a database. */
export interface ExpectedIdentity {
  readonly newest: number;
  /** @defaultValue `APPLICATION_ID` */
  readonly applicationId?: number;
}

/**
 * Requires an empty database, or one of ours in a supported version.
 * @throws `store-failed` if it belongs to another application, `schema-too-new` if it is newer.
 */
export function requireOurs(database: Database, expected: ExpectedIdentity): void {
  const { applicationId, schemaVersion, empty } = readIdentity(database);
  const { newest } = expected;
  const file = database.name;
  if (applicationId !== (expected.applicationId ?? APPLICATION_ID)) {
    if (empty && applicationId === 0) return;
    throw storeFailed(
      `database ${file} belongs to another application (application_id ${applicationId}): choose another path`,
    );
  }
  if (schemaVersion > newest) {
    throw new MemoryError(
      "schema-too-new",
      `database ${file} has schema version ${schemaVersion}, but this version of @kioku/store-sqlite supports ` +
        `versions up to ${newest}: update the package`,
    );
  }
}

/** SQL from each schema version to the next. Released ones never change. */
const MIGRATIONS: readonly string[] = [INITIAL_SCHEMA];

/** The schema version that this package reads and writes. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;

/**
 * Migrates the schema in one transaction; concurrent processes find it done.
 * @throws `store-failed` or `schema-too-new` if the database became someone else's meanwhile.
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

// Except the internal tables of FTS5.
const OBJECTS =
  "select name, sql from sqlite_schema where sql is not null and name not like 'keywords\\_%' escape '\\'";

interface SchemaObject {
  readonly name: string;
  readonly sql: string;
}

const TRIGGERS =
  "select name from sqlite_schema where type = 'trigger' " +
  "union all select name from sqlite_temp_schema where type = 'trigger'";

/**
 * Requires the tables and indexes that the migrations create, and no triggers. Other tables may
 * exist.
 * @throws `store-failed` if one is missing or different.
 */
export function requireLayout(database: Database): void {
  const [trigger] = database.prepare(TRIGGERS).pluck().all();
  if (typeof trigger === "string") {
    throw storeFailed(
      `database ${database.name} has a foreign trigger "${trigger}", which could change or drop writes: remove it`,
    );
  }
  const found = new Map(readObjects(database).map(({ name, sql }) => [name, sql]));
  const pattern = new Driver(":memory:");
  try {
    migrate(pattern);
    const other = readObjects(pattern).find(({ name, sql }) => found.get(name) !== sql);
    if (!other) return;
    throw storeFailed(
      `database ${database.name} has an unexpected definition of "${other.name}": it is damaged, or an unreleased ` +
        "version made it; restore a backup, or choose another path",
    );
  } finally {
    pattern.close();
  }
}

function readObjects(database: Database): readonly SchemaObject[] {
  return database.prepare(OBJECTS).all() as SchemaObject[];
}
