import type { PGlite } from "@electric-sql/pglite";
import { Pool } from "pg";
import { afterAll } from "vitest";

import { postgresStore } from "../../src/index.js";
import type { PostgresStore, PostgresStoreOptions } from "../../src/index.js";
import { newPglite } from "./new-pglite.js";

/** A real server, if there is one to test on. */
export const SERVER_URL: string | undefined = process.env["KIOKU_TEST_POSTGRES_URL"];

/**
 * A database that a test file has to itself, and that is cleaned up after it: PGlite, or schemas of
 * the real server.
 */
export interface TestDatabase {
  readonly client: Pool | PGlite;
  /** A schema that nobody has. */
  newSchema(): string;
  /** A store in a schema of its own, not open. */
  newStore(options?: Partial<PostgresStoreOptions>): PostgresStore;
  /** Runs SQL of the test itself. */
  query(text: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>;
}

/** Call it once per test file. */
export async function testDatabase(): Promise<TestDatabase> {
  return SERVER_URL === undefined ? inProcess() : onServer(SERVER_URL);
}

/** Names of schemas that no other process has at this time. */
function schemaNames(): { readonly next: () => string; readonly used: readonly string[] } {
  const used: string[] = [];
  const next = (): string => {
    const name = `kioku_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
    used.push(name);
    return name;
  };
  return { next, used };
}

/**
 * To start PGlite takes seconds, and what V8 learns of it is lost with it: the files that one
 * process runs share one.
 */
let shared: Promise<PGlite> | undefined;

async function inProcess(): Promise<TestDatabase> {
  shared ??= newPglite();
  const database = await shared;
  const names = schemaNames();
  afterAll(async () => {
    for (const name of names.used) await database.exec(`drop schema if exists "${name}" cascade`);
    // Settings of the session and the like: there is but one connection.
    await database.exec("discard all");
  });
  return {
    client: database,
    newSchema: names.next,
    newStore: (options) => postgresStore({ client: database, schema: names.next(), ...options }),
    query: async (text, values) =>
      (await database.query<Record<string, unknown>>(text, values)).rows,
  };
}

/** A database on this server, for a test file. */
export async function onServer(connectionString: string): Promise<TestDatabase> {
  const pool = new Pool({ connectionString, pipeline: true, max: 8 });
  const names = schemaNames();
  afterAll(async () => {
    for (const name of names.used) await pool.query(`drop schema if exists "${name}" cascade`);
    await pool.end();
  });
  return {
    client: pool,
    newSchema: names.next,
    newStore: (options) => postgresStore({ client: pool, schema: names.next(), ...options }),
    query: async (text, values) => (await pool.query<Record<string, unknown>>(text, values)).rows,
  };
}
