import { createMemory } from "@kioku/core";
import { startCitus, whyNoCitus, type CitusCluster } from "@kioku/servers/citus";
import { putOp, searchEntry, spaceVector, testId, testRecord } from "@kioku/testing";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { citus, grantsSql, migrationSql, postgresStore } from "../src/index.js";
import type { PostgresStore, PostgresStoreOptions } from "../src/index.js";
import { conformanceCases } from "./support/conformance-cases.js";
import { onServer, type TestDatabase } from "./support/databases.js";
import { refusal } from "./support/refusal.js";

/** Minutes of work, so only on demand: `KIOKU_TEST_CITUS=1`. */
const IS_WANTED = process.env["KIOKU_TEST_CITUS"] === "1";
if (IS_WANTED && whyNoCitus !== undefined) throw new Error(whyNoCitus);
const LIMIT_MS = 120_000;
const HERE = { within: [["acme"]], reach: "here" } as const;
const SPACE = { id: "places", dimensions: 8 };

/** Puts numbered records with vectors in one transaction. */
async function put(store: PostgresStore, ...numbers: readonly number[]): Promise<void> {
  await store.write(
    numbers.map((number) => {
      const content = `place ${number} by the sea`;
      const values = Array.from({ length: SPACE.dimensions }, (_, at) => Math.sin(number + at));
      const record = testRecord(number, { scope: ["acme"], content });
      return putOp(record, { search: searchEntry(content, [spaceVector(SPACE, values)]) });
    }),
  );
}

describe.skipIf(!IS_WANTED)("on Citus", async () => {
  if (!IS_WANTED) return;
  const cluster: CitusCluster = await startCitus();
  afterAll(() => cluster[Symbol.asyncDispose]());
  const database: TestDatabase = await onServer(cluster.coordinator.url);
  const newStore = (options: Partial<PostgresStoreOptions> = {}): PostgresStore =>
    database.newStore({ dialect: citus, ...options });

  test("a new schema is on a worker, and another dialect and another node are refused", async () => {
    const schema = database.newSchema();
    await newStore({ schema }).open();
    const worker = await cluster.nodeOf(schema);
    expect(await cluster.run(`select count(*) from "${schema}".migrations`)).toBe("1");
    const storage = `select attstorage from pg_attribute where attname = 'block' and attrelid = '"${schema}".postings'::regclass`;
    expect(await cluster.run(storage, worker)).toBe("e");
    const opened = (options: Partial<PostgresStoreOptions>): Promise<string> =>
      refusal(postgresStore({ schema, ...options }).open()).then(String);
    const { url } = cluster.coordinator;
    expect(await opened({ connectionString: url })).toContain("set option dialect to citus");
    expect(await opened({ connectionString: worker.url, dialect: citus })).toContain(
      "connect to the coordinator",
    );
    const refused = database.newSchema();
    const atWorker = { schema: refused, connectionString: worker.url, dialect: citus };
    expect(await refusal(postgresStore(atWorker).open()).then(String)).toContain("to a worker");
    const made = `select count(*) from pg_namespace where nspname = '${refused}'`;
    expect(await cluster.run(made, worker)).toBe("0");
  });

  test("a schema that was on the coordinator goes to a worker with all that is in it", async () => {
    const schema = database.newSchema();
    const warnings: string[] = [];
    const before = database.newStore({ schema, onWarning: (text) => warnings.push(text) });
    await before.open();
    await put(before, 1, 2);
    await before.close();
    expect(warnings).toEqual([expect.stringContaining("stays on the coordinator")]);
    const after = newStore({ schema });
    await after.open();
    await put(after, 3);
    const refs = [1, 2, 3].map((number) => ({ scope: ["acme"], id: testId(number) }));
    expect(await after.get(refs, { now: testRecord(0).createdAt })).toHaveLength(3);
    expect(await after.vectors(SPACE.id, refs)).not.toContain(undefined);
    await cluster.nodeOf(schema);
    const left = await cluster.run(`
      set citus.enable_ddl_propagation to off;
      select pg_relation_size('"${schema}".records')`);
    expect(left).toBe("0");
  });

  test("the SQL for administrators makes the same schema, whatever the database makes by default", async () => {
    const schema = database.newSchema();
    const statements = migrationSql({ schema, dialect: citus, rowLevelSecurity: true });
    const connectionString = cluster.coordinator.url;
    const pool = new Pool({ connectionString, max: 1 });
    await pool.query("set citus.enable_schema_based_sharding to on");
    for (const statement of statements) await pool.query(statement);
    await pool.end();
    await cluster.nodeOf(schema);
    const store = newStore({ schema, migrate: false, rowLevelSecurity: true });
    await store.open();
    await put(store, 1);
    const refs = [{ scope: ["acme"], id: testId(1) }];
    expect(await store.get(refs, { now: testRecord(0).createdAt })).not.toContain(undefined);
  });

  test("a write that its node does not commit is not acknowledged", async () => {
    const schema = database.newSchema();
    const store = newStore({ schema });
    await store.open();
    await put(store, 1);
    const worker = await cluster.nodeOf(schema);
    const shard = await cluster.run(
      `select shard_name(logicalrelid, shardid) from pg_dist_shard where logicalrelid = '"${schema}".records'::regclass`,
    );
    await cluster.run(
      `set citus.enable_ddl_propagation to off;
      create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      set citus.enable_manual_changes_to_shards to on;
      create constraint trigger refuse after insert on ${shard} deferrable initially deferred
        for each row execute function public.refuse()`,
      worker,
    );
    expect(await refusal(put(store, 2))).toEqual([
      "store-unavailable",
      "the database was cut off during a commit: whether the write was done is not known; read before you try again",
    ]);
  });

  test(
    "maintain gives a large scope a table and an index on the worker, and takes them back",
    { timeout: LIMIT_MS },
    async () => {
      const schema = database.newSchema();
      const options = {
        schema,
        indexFrom: 100,
        rowLevelSecurity: true,
        onWarning: () => undefined,
      };
      const store = newStore(options);
      await store.open();
      const numbers = Array.from({ length: 1_200 }, (_, index) => index);
      await put(store, ...numbers);
      const first = await store.maintain();
      expect(first.built).toEqual([
        { scope: ["acme"], space: SPACE.id, vectors: numbers.length, reason: "missing" },
      ]);
      expect(await store.maintain()).toMatchObject({ built: [], kept: 1, dropped: 0 });
      // The worker counts changes about once a second.
      const analyzed = [...first.analyzed];
      const maintained = async (): Promise<readonly string[]> => {
        analyzed.push(...(await store.maintain()).analyzed);
        return analyzed;
      };
      await expect.poll(maintained, { timeout: 30_000 }).not.toEqual([]);
      const worker = await cluster.nodeOf(schema);
      const bytes = `select bytes > 8192 from "${schema}".vector_tables`;
      expect(await cluster.run(`set kioku.scopes to '{/acme/}'; ${bytes}`)).toBe("t");
      const scans = `
      set citus.override_table_visibility to off;
      select coalesce(sum(idx_scan), 0) from pg_stat_all_indexes
      where schemaname = '${schema}' and indexrelname like 'vectors_near%'`;
      const before = Number(await cluster.run(scans, worker));
      const values = Float32Array.from({ length: SPACE.dimensions }, (_, at) => Math.sin(7 + at));
      const found = await store.search({
        legs: [{ type: "vector", space: SPACE.id, values }],
        selection: HERE,
        limit: 5,
      });
      expect(found.map(({ id }) => id)).toContain(testId(7));
      await expect
        .poll(async () => Number(await cluster.run(scans, worker)), { timeout: 15_000 })
        .toBeGreaterThan(before);
      const shown = `
      set citus.override_table_visibility to off;
      select count(*) filter (where a.attstattarget = 0) || ' of ' || count(*) from pg_attribute as a join pg_class as c on c.oid = a.attrelid
      where c.relname ~ '^vectors_[0-9a-f]{32}_' and c.relkind = 'r' and a.attname = 'scope'`;
      expect(await cluster.run(shown, worker)).toBe("1 of 1");
      const smaller = newStore({ ...options, indexFrom: 10_000 });
      await smaller.open();
      expect(await smaller.maintain()).toMatchObject({ built: [], dropped: 1 });
      const refs = numbers.map((number) => ({ scope: ["acme"], id: testId(number) }));
      expect(await smaller.vectors(SPACE.id, refs)).not.toContain(undefined);
    },
  );

  test(
    "an owner who is no superuser places, moves and divides what has policies, under writers",
    { timeout: LIMIT_MS },
    async () => {
      const role = `citus_owner_${process.pid}`;
      const schema = database.newSchema();
      // With the first schema the extensions reach the workers, for which it takes a superuser.
      await newStore().open();
      await cluster.run(
        `create role "${role}" login; grant create on database postgres to "${role}"`,
      );
      await cluster.run(`grant usage on schema public to "${role}"`);
      const url = new URL(cluster.coordinator.url);
      url.username = role;
      const options = {
        connectionString: url.href,
        schema,
        indexFrom: 100,
        rowLevelSecurity: true,
      };
      const before = postgresStore({ ...options, onWarning: () => undefined });
      await before.open();
      await put(before, ...Array.from({ length: 150 }, (_, index) => index));
      await before.close();
      await using store = postgresStore({ ...options, dialect: citus });
      await store.open();
      expect((await store.maintain()).built).toHaveLength(1);
      const ended = new AbortController();
      const written = [1];
      const write = async (): Promise<void> => {
        for (let number = 1_000; !ended.signal.aborted; number += 1) {
          await put(store, number);
          written.push(number);
        }
      };
      const writing = write();
      const from = await cluster.nodeOf(schema);
      const to = cluster.workers.find((worker) => worker !== from);
      const move = `citus_schema_move('"${schema}"', '127.0.0.1', ${to?.port}, 'force_logical')`;
      await Promise.race([cluster.run(`select ${move}`), writing]);
      ended.abort();
      await writing;
      const refs = written.map((number) => ({ scope: ["acme"], id: testId(number) }));
      expect(await store.vectors(SPACE.id, refs)).not.toContain(undefined);
      expect(await cluster.nodeOf(schema)).toBe(to);
    },
  );

  describe("with policies", () => {
    const role = `citus_app_${process.pid}`;
    const schema = database.newSchema();
    let pool: Pool;
    let app: PostgresStore;
    beforeAll(async () => {
      await newStore({ schema, rowLevelSecurity: true }).open();
      await cluster.run(`create role "${role}" login nosuperuser nobypassrls`);
      for (const text of grantsSql({ role, schema, dialect: citus })) await cluster.run(text);
      const url = new URL(cluster.coordinator.url);
      url.username = role;
      pool = new Pool({ connectionString: url.href, pipeline: true });
      app = postgresStore({ client: pool, schema, dialect: citus, rowLevelSecurity: true });
      await app.open();
    });
    afterAll(async () => {
      await app.close();
      await pool.end();
    });

    test("paths of any text are granted, and nothing beside them is seen", async () => {
      const memory = createMemory({ store: app });
      const names = [
        "o'neil",
        "back\\slash",
        "a\\'b",
        'quo"te',
        "$$",
        "e'x'",
        "%I",
        "\u2028",
        "{a,b}",
      ];
      for (const name of names) await memory.scope(name).remember(`the garden of ${name}`);
      for (const name of names) {
        const { items } = await memory.scope(name).list();
        expect(items.map(({ content }) => content)).toEqual([`the garden of ${name}`]);
      }
      const rows = await pool.query(`select from "${schema}".records`);
      expect(rows.rowCount).toBe(0);
    });

    test.for(
      conformanceCases(
        {
          newSchema: () => database.newSchema(),
          newStore: (options) => postgresStore({ client: pool, ...options }),
          query: (text, values) => database.query(text, values),
        },
        { dialect: citus, indexFrom: false, rowLevelSecurity: true },
        async (made) => {
          await newStore({ schema: made, rowLevelSecurity: true }).open();
          const grants = grantsSql({ role, schema: made, dialect: citus });
          // The last one is for the cases that drop spaces.
          const all = [...grants, `grant delete on "${made}".spaces to "${role}"`];
          for (const text of all) await cluster.run(text);
        },
      ),
    )("$group: $name", async ({ run }) => {
      expect(await run()).toEqual({ status: "passed" });
    });
  });

  test(
    "a schema moves to the other worker and back under writers and readers, and nothing is lost",
    async () => {
      const schema = database.newSchema();
      const store = newStore({ schema });
      await store.open();
      await put(store, 0);
      const done = new Set<number>([0]);
      const ended = new AbortController();
      let next = 0;
      let reads = 0;
      const write = async (): Promise<void> => {
        while (!ended.signal.aborted) {
          const number = (next += 1);
          await put(store, number);
          done.add(number);
        }
      };
      const read = async (): Promise<void> => {
        while (!ended.signal.aborted) {
          const known = [...done];
          const refs = known.slice(-50).map((number) => ({ scope: ["acme"], id: testId(number) }));
          const found = await store.get(refs, { now: testRecord(0).createdAt });
          expect(found).not.toContain(undefined);
          reads += 1;
        }
      };
      const working = Promise.all([write(), write(), write(), read(), read()]);
      for (let move = 0; move < 2; move += 1) {
        const from = await cluster.nodeOf(schema);
        const to = cluster.workers.find((worker) => worker !== from);
        await Promise.race([
          cluster.run(`select citus_schema_move('"${schema}"', '127.0.0.1', ${to?.port})`),
          working,
        ]);
        expect(await cluster.nodeOf(schema)).toBe(to);
      }
      ended.abort();
      await working;
      const refs = [...done].map((number) => ({ scope: ["acme"], id: testId(number) }));
      const records = await store.get(refs, { now: testRecord(0).createdAt });
      expect(records).not.toContain(undefined);
      expect(await store.vectors(SPACE.id, refs)).not.toContain(undefined);
      expect(reads).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  test.for(conformanceCases({ ...database, newStore }, { dialect: citus, indexFrom: false }))(
    "$group: $name",
    async ({ run }) => {
      expect(await run()).toEqual({ status: "passed" });
    },
  );
});
