import { Pool } from "pg";
import { afterAll } from "vitest";

import type { PgliteDatabase, PostgresPool } from "../../src/index.js";
import { SERVER_URL } from "./databases.js";
import type { TestDatabase } from "./databases.js";

type Row = Record<string, unknown>;

/** A role that may log in, and nothing else, until it is granted something. */
export interface AppRole {
  readonly name: string;
  /** Connects as this role. */
  readonly client: PostgresPool | PgliteDatabase;
  /**
   * Runs a statement as this role, with scopes granted as the setting says, and without where it is
   * undefined.
   */
  query(scopes: string | undefined, text: string): Promise<readonly Row[]>;
}

/** Makes a role for the rest of the test file. */
export async function newAppRole(database: TestDatabase, suffix: string): Promise<AppRole> {
  const role = futureAppRole(database, suffix);
  await database.query(`create role "${role.name}" login nosuperuser nobypassrls`);
  return role;
}

/** A role that the test file makes itself. */
export function futureAppRole(database: TestDatabase, suffix: string): AppRole {
  const name = `kioku_test_role_${process.pid}_${suffix}`;
  const role = SERVER_URL === undefined ? inProcess(database, name) : onServer(SERVER_URL, name);
  afterAll(async () => {
    await role.end();
    const [made] = await database.query("select from pg_roles where rolname = $1", [name]);
    if (!made) return;
    await database.query(`drop owned by "${name}" cascade`);
    await database.query(`drop role "${name}"`);
  });
  return role;
}

function onServer(serverUrl: string, name: string): AppRole & { end(): Promise<void> } {
  const url = new URL(serverUrl);
  url.username = name;
  const pool = new Pool({ connectionString: url.href, pipeline: true, max: 4 });
  return {
    name,
    client: pool,
    query: async (scopes, text) => {
      const client = await pool.connect();
      try {
        await client.query("begin");
        if (scopes !== undefined) {
          await client.query("select set_config('kioku.scopes', $1, true)", [scopes]);
        }
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.query("rollback");
        client.release();
      }
    },
    end: () => pool.end(),
  };
}

/** PGlite has one connection, which becomes the role for each transaction. */
function inProcess({ client }: TestDatabase, name: string): AppRole & { end(): Promise<void> } {
  if (!("transaction" in client)) throw new Error("this is no PGlite");
  const become = `set local role "${name}"`;
  const plain = { parsers: {}, serializers: {} };
  const asRole: PgliteDatabase = {
    waitReady: client.waitReady,
    query: async (text, values, options) => {
      const answer = await client.transaction(async (transaction) => {
        await transaction.query(become, [], plain);
        return transaction.query(text, values, options);
      });
      if (!answer) throw new Error("the transaction was rolled back");
      return answer;
    },
    transaction: (work) =>
      client.transaction(async (transaction) => {
        await transaction.query(become, [], plain);
        return work(transaction);
      }),
  };
  return {
    name,
    client: asRole,
    query: async (scopes, text) => {
      const answer = await asRole.transaction(async (transaction) => {
        if (scopes !== undefined) {
          await transaction.query("select set_config('kioku.scopes', $1, true)", [scopes], plain);
        }
        const { rows } = await transaction.query(text, [], plain);
        await transaction.query("select set_config('kioku.scopes', '', true)", [], plain);
        return rows as Row[];
      });
      return answer ?? [];
    },
    end: async () => undefined,
  };
}
