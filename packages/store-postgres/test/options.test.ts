import type { PGlite } from "@electric-sql/pglite";
import { Client, Pool } from "pg";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";

import { grantsSql, migrationSql, postgresStore } from "../src/index.js";
import type { GrantsOptions, PostgresPool, PostgresStoreOptions } from "../src/index.js";
import { pgvector } from "../src/index/pgvector.js";
import { resolveOptions } from "../src/options.js";
import { testDatabase } from "./support/databases.js";

const SECRET = "hunter2-secret";
const connectionString = `postgres://user:${SECRET}@127.0.0.1:5432/db`;
const database = await testDatabase();

function refusalOf(options: unknown): Error {
  try {
    resolveOptions(options as PostgresStoreOptions);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it should have been refused");
}

test("the defaults are as documented", () => {
  expect(resolveOptions({ connectionString })).toMatchObject({
    connectionString,
    client: undefined,
    schema: "kioku",
    maxConnections: 10,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
    limitsServer: false,
    preparedStatements: undefined,
    replicas: [],
    readYourWrites: true,
    dialect: pgvector,
    rowLevelSecurity: false,
  });
});

test.each([
  [null, "not null"],
  ["postgres://x", 'not "postgres://x"'],
  [{}, "connectionString or client, one of them"],
  [{ connectionString, client: new Pool() }, "one of them"],
  [{ connectionString, Schema: "x" }, 'no option "Schema"; it has connectionString, client'],
  [{ connectionString, schema: "" }, "option schema must be a name of 1 to 63 bytes"],
  [{ connectionString, schema: "é".repeat(32) }, "option schema"],
  [{ connectionString, schema: "a\0b" }, "option schema"],
  [{ connectionString, schema: "\ud800" }, "option schema"],
  [{ connectionString, schema: "pg_catalog" }, "option schema"],
  [{ connectionString, schema: "information_schema" }, "option schema"],
  [{ connectionString, schema: null }, "not null"],
  [
    { connectionString, maxConnections: 0 },
    "option maxConnections must be an integer from 1 to 1000, not 0",
  ],
  [{ connectionString, maxConnections: 1_001 }, "not 1001"],
  [{ connectionString, maxConnections: "10" }, 'not "10"'],
  [
    { connectionString, connectTimeoutMs: 1.5 },
    "option connectTimeoutMs must be an integer from 1 to 600000, not 1.5",
  ],
  [
    { connectionString, statementTimeoutMs: 0 },
    "option statementTimeoutMs must be an integer from 1 to 86400000, not 0",
  ],
  [{ connectionString, statementTimeoutMs: null }, "not null"],
  [
    { connectionString, preparedStatements: 1 },
    "option preparedStatements must be true or false, not 1",
  ],
  [
    { connectionString, readYourWrites: "no" },
    'option readYourWrites must be true or false, not "no"',
  ],
  [
    { connectionString, rowLevelSecurity: null },
    "option rowLevelSecurity must be true or false, not null",
  ],
  [
    { connectionString, dialect: "pgvector" },
    "option dialect must be a dialect such as pgvector, not string",
  ],
  [{ connectionString, partitions: 16, dialect: "pgvector" }, "option dialect must be a dialect"],
  [{ connectionString, onWarning: "log" }, "option onWarning must be a function, not string"],
  [{ connectionString, replicas: "x" }, "option replicas must be a list of at most 64, not string"],
  [
    { connectionString, replicas: [connectionString, 7] },
    "option replicas[1] must be a pool or a connection string, not number",
  ],
  [
    { connectionString, replicas: [`mysql://user:${SECRET}@x/y`] },
    "option replicas[0] must be of the form postgres://",
  ],
  [
    { client: new Client(connectionString) },
    "option client must be a pool of node-postgres, one like it, or PGlite, not another object",
  ],
  [{ client: connectionString }, "not string"],
  [{ client: { waitReady: 1 } }, "not another object"],
  [{ connectionString: 7 }, "option connectionString must be of the form"],
  [
    { connectionString: `host=x password=${SECRET}` },
    "option connectionString must be of the form",
  ],
  [{ connectionString: `postgres://user:${SECRET}@[host/db` }, "option connectionString"],
  [{ connectionString: `postgres://user:${SECRET}@host:99999/db` }, "option connectionString"],
  [{ connectionString: `${connectionString}?sslrootcert=/no/such/file` }, "files of certificates"],
] as const)("%# %j is refused", (options, words) => {
  const error = refusalOf(options);
  expect(error).toMatchObject({ name: "MemoryError", code: "invalid-input", retryable: false });
  expect(error.message).toContain(words);
  expect(error.message).not.toContain(SECRET);
  expect(error.cause).toBeUndefined();
});

test.each([
  [() => migrationSql({ Schema: "x" } as object), 'migrationSql has no option "Schema"'],
  [() => migrationSql({ dialect: "pgvector", partitions: 16 } as object), "option dialect must be"],
  [
    () => grantsSql({ role: "x", partitions: 16 } as GrantsOptions),
    'grantsSql has no option "partitions"',
  ],
  [
    () => grantsSql("x" as unknown as GrantsOptions),
    'grantsSql takes an object of options, not "x"',
  ],
])("%s is refused", (call, words) => {
  expect(call).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringContaining(words) as string,
    }),
  );
});

test("replicas are refused with PGlite", () => {
  const client = {
    waitReady: Promise.resolve(),
    transaction: () => undefined,
    query: () => undefined,
  };
  expect(refusalOf({ client, replicas: [connectionString] }).message).toContain("with PGlite");
});

test.each([
  `a"; drop schema public cascade; --`,
  "quote'quote",
  "记忆 Ω 🧠",
  "UPPER lower",
  " ",
  "a.b",
  "$1",
  "x".repeat(63),
])("a schema may be called %j", async (name) => {
  const schema = `${name}${database.newSchema().slice(-8)}`.slice(-63);
  onTestFinished(async () => {
    await database.query(`drop schema "${schema.replaceAll('"', '""')}" cascade`);
  });
  const store = database.newStore({ schema });
  await store.open();
  await store.close();
  const tables = await database.query(
    "select 1 as one from pg_tables where schemaname = $1 and tablename = 'records'",
    [schema],
  );
  expect(tables).toEqual([{ one: 1 }]);
});

test("pools of node-postgres, with a pipeline or not, what is like them, and PGlite fit as they are", () => {
  const pool: Pool = new Pool({ connectionString });
  const pipelined = new Pool({ connectionString, pipeline: true, max: 3 });
  // A single client, or a client of another kind, becomes a pool of one that is lent to one at
  // a time.
  const client = new Client({ connectionString });
  const turns: (() => void)[] = [];
  const single: PostgresPool = {
    connect: async () => {
      await new Promise<void>((resolve) => turns.push(resolve));
      return { query: async (query) => client.query(query), release: () => turns.shift()?.() };
    },
  };
  const clients = [pool, pipelined, single] satisfies PostgresStoreOptions["client"][];
  for (const given of clients) expect(postgresStore({ client: given }).name).toBe("postgres");
  expect(postgresStore({ client: pool, replicas: [pipelined, connectionString] }).name).toBe(
    "postgres",
  );
  expectTypeOf<PGlite>().toExtend<NonNullable<PostgresStoreOptions["client"]>>();
});
