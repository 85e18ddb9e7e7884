import { hasPgbouncer, startPooler } from "@kioku/servers/pooler";
import type { Pooler } from "@kioku/servers/pooler";
import { queueWorkers, storeConformance } from "@kioku/testing";
import type { ConformanceCase } from "@kioku/testing";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { grantsSql, postgresStore } from "../src/index.js";
import type { PostgresStore, PostgresStoreOptions } from "../src/index.js";
import { newAppRole } from "./support/app-role.js";
import type { AppRole } from "./support/app-role.js";
import { clusteredVectors } from "./support/clustered.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import type { TestDatabase } from "./support/databases.js";
import { fillScope } from "./support/fill-scope.js";
import { reusedSchemas } from "./support/reused-schemas.js";

/** Connections to the server, which all stores share. */
const CONNECTIONS = 3;
/** Runs of the suite at the same time. */
const LANES = 6;
/** Of a store whose role may do no more than a program needs. */
const SECURED = { rowLevelSecurity: true, migrate: false, onWarning: () => undefined } as const;

interface Server {
  readonly database: TestDatabase;
  /** The role that the stores connect as. */
  readonly app: AppRole;
}

async function newServer(): Promise<Server> {
  const database = await testDatabase();
  return { database, app: await newAppRole(database, "pooled") };
}

const made = SERVER_URL !== undefined && hasPgbouncer ? await newServer() : undefined;

function server(): Server {
  if (!made) throw new Error("without a server and PgBouncer all of this is skipped");
  return made;
}

function newPool({ url }: Pooler, pipeline = true): Pool {
  const pool = new Pool({ connectionString: url, pipeline, max: 4 });
  onTestFinished(() => (pool.ended ? undefined : pool.end()));
  return pool;
}

function newStore(
  schema: string,
  client: Pool,
  options: Partial<PostgresStoreOptions> = SECURED,
): PostgresStore {
  return postgresStore({ client, schema, ...options });
}

/** A schema with policies, which the role of the pooler may use and not change. */
async function makeSecuredSchema(): Promise<string> {
  const { database, app } = server();
  const schema = database.newSchema();
  await using store = database.newStore({ schema, ...SECURED, migrate: true });
  await store.open();
  for (const text of grantsSql({ role: app.name, schema })) await database.query(text);
  return schema;
}

/**
 * State that is left on each connection to the server when nobody is in a transaction, as
 * `connection: what`.
 */
async function leftOvers(pool: Pool): Promise<readonly string[]> {
  // In transactions at the same time, so that each has another connection.
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  for (const client of clients) await client.query("begin");
  const asked = clients.map((client) => client.query<{ pid: number; found: string }>(LEFT_OVERS));
  const answers = await Promise.all(asked);
  for (const client of clients) {
    await client.query("commit");
    client.release();
  }
  const rows = answers.flatMap(({ rows: found }) => found);
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(CONNECTIONS);
  return rows.flatMap(({ found }) => (found === "" ? [] : [found]));
}

describe.skipIf(made === undefined)("whole stores through PgBouncer", () => {
  let forApp: Pooler;
  let forOwner: Pooler;
  let making: Promise<unknown> = Promise.resolve();

  beforeAll(async () => {
    const url = new URL(SERVER_URL ?? "");
    forOwner = await startPooler(url.href, CONNECTIONS);
    url.username = server().app.name;
    forApp = await startPooler(url.href, CONNECTIONS);
  });
  afterAll(async () => {
    await forApp[Symbol.asyncDispose]();
    await forOwner[Symbol.asyncDispose]();
  });

  /**
   * One after the other: PostgreSQL refuses grants on one schema at the same time, and they all
   * name that of the extension.
   */
  async function securedSchema(): Promise<string> {
    const next = making.then(makeSecuredSchema);
    making = next.catch(() => undefined);
    return next;
  }

  test("the suite passes in six lanes at once with row level security, and nothing stays behind", async () => {
    const lane = (index: number): readonly ConformanceCase[] => {
      const pool = newPool(forApp, index % 2 === 0);
      const schemas = reusedSchemas(server().database, async () => {
        const schema = await securedSchema();
        // Cases drop spaces, which the grants leave to the owner.
        await server().database.query(
          `grant delete on "${schema}".spaces to "${server().app.name}"`,
        );
        return schema;
      });
      // Without indexes, so that no case is skipped.
      const options = { ...SECURED, indexFrom: false } as const;
      const cases = storeConformance(async () => newStore(await schemas.next(), pool, options));
      return cases.map((one) => ({
        ...one,
        run: async () => {
          await schemas.empty();
          return one.run();
        },
      }));
    };
    const seen = { passed: 0, skipped: 0, failed: new Array<string>() };
    const lanes = Array.from({ length: LANES }, (_, index) => lane(index));
    const total = lanes[0]?.length ?? 0;
    let next = 0;
    await Promise.all(
      lanes.map(async (cases) => {
        for (let one = cases[next++]; one !== undefined; one = cases[next++]) {
          const { group, name } = one;
          try {
            const { status } = await one.run();
            seen[status] += 1;
            if (status === "skipped") seen.failed.push(`${group}: ${name} was skipped`);
          } catch (error) {
            seen.failed.push(`${group}: ${name}: ${String(error)}`);
          }
        }
      }),
    );
    expect(seen.failed).toEqual([]);
    expect(seen.passed).toBe(total);
    expect(await leftOvers(newPool(forApp))).toEqual([]);
  });

  test("what looks for what stayed behind finds settings, statements, locks and tables of a session", async () => {
    await using pooler = await startPooler(SERVER_URL ?? "", CONNECTIONS);
    const client = newPool(pooler);
    for (const text of [
      "select set_config('kioku.scopes', '{/}', false)",
      "set work_mem = '5MB'",
      "prepare leftover as select 1",
      "select pg_advisory_lock(4711)",
      "create temporary table leftover (n int)",
    ]) {
      // Whichever connection each gets.
      await client.query(text);
    }
    const found = await leftOvers(client);
    // Before the pooler ends, so that no connection is cut off.
    await client.end();
    expect(found.join(" ").split(" ").toSorted()).toEqual([
      "kioku.scopes",
      "lock",
      "statement",
      "table",
      "work_mem",
    ]);
  });

  test("eight workers of three stores give each text one vector, with row level security", async () => {
    const schema = await securedSchema();
    const stores = [true, true, false].map((pipeline) =>
      newStore(schema, newPool(forApp, pipeline)),
    );
    for (const store of stores) await store.open();
    const report = await queueWorkers(stores, { jobs: 600, workers: 8 });
    expect(report.completed).toBeGreaterThan(500);
    expect(report.crashes).toBeGreaterThan(0);
    expect(await leftOvers(newPool(forApp))).toEqual([]);
    for (const store of stores) await store.close();
  });

  test("of two owners that open at once one migrates, and of two maintenances at once one builds", async () => {
    const { database } = server();
    const schema = database.newSchema();
    const owner = newStore(schema, newPool(forOwner), {
      indexFrom: 100,
      onWarning: () => undefined,
    });
    await Promise.all([owner.open(), newStore(schema, newPool(forOwner), {}).open()]);
    const vectors = clusteredVectors(300, 8);
    await fillScope(database, { schema, scope: "large", space: 1, vectors });
    const reports = await Promise.all([owner.maintain(), owner.maintain()]);
    expect(reports.flatMap(({ built }) => built)).toMatchObject([{ vectors: 300 }]);
    expect(await owner.maintain()).toMatchObject({ isBusy: false, kept: 1, built: [] });
    expect(await leftOvers(newPool(forOwner))).toEqual([]);
  });
});

/** Settings that PgBouncer itself hands on from client to client are none of a store's. */
const LEFT_OVERS = `
  select pg_backend_pid() as pid, concat_ws(' ',
    (select 'kioku.scopes' where current_setting('kioku.scopes', true) <> ''),
    (select string_agg(name, ' ') from pg_settings where source = 'session' and name not in
      ('client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings', 'application_name')),
    (select 'statement' from pg_prepared_statements limit 1),
    (select 'lock' from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() limit 1),
    (select 'table' from pg_class where relnamespace = pg_my_temp_schema() limit 1)) as found`;
