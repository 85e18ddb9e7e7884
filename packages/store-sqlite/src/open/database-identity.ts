import { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";

/** "Kiok" in ASCII: what `PRAGMA application_id` says in our files. */
export const APPLICATION_ID: number = 0x4b_69_6f_6b;

/** Whose database it is. */
export interface DatabaseIdentity {
  /** `PRAGMA application_id`; 0 where the application set none. */
  readonly applicationId: number;
  /** `PRAGMA user_version`: in our files the number of the last migration. */
  readonly schemaVersion: number;
  /** Whether there is no table in it. */
  readonly empty: boolean;
}

/** Asks SQLite, the write-ahead log included. */
export function readIdentity(database: Database): DatabaseIdentity {
  const pragma = (name: string): number => Number(database.pragma(name, { simple: true }));
  const tables = database.prepare("select 1 from sqlite_schema limit 1").get();
  return {
    applicationId: pragma("application_id"),
    schemaVersion: pragma("user_version"),
    empty: tables === undefined,
  };
}

/** What a database has to be. */
export interface ExpectedIdentity {
  /** The newest schema version that is understood. */
  readonly newest: number;
  /**
   * What kind of database of ours.
   * @defaultValue `APPLICATION_ID`
   */
  readonly applicationId?: number;
}

/**
 * Fails unless it is a database of ours that this version understands, or an empty one.
 * @throws `store-failed` if it belongs to another application, `schema-too-new` if a newer version
 *   wrote it.
 */
export function requireOurs(database: Database, expected: ExpectedIdentity): void {
  const { applicationId, schemaVersion, empty } = readIdentity(database);
  const { newest } = expected;
  const file = database.name;
  if (applicationId !== (expected.applicationId ?? APPLICATION_ID)) {
    if (empty && applicationId === 0) return;
    throw new MemoryError(
      "store-failed",
      `database ${file} belongs to another application (application_id ${applicationId}): choose another path`,
    );
  }
  if (schemaVersion > newest) {
    throw new MemoryError(
      "schema-too-new",
      `database ${file} has schema version ${schemaVersion}, but this version of @kioku/store-sqlite knows versions up ` +
        `to ${newest}: update the package`,
    );
  }
}
