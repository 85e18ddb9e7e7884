import { MemoryError } from "@kioku/core";
import { sql } from "kysely";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";

import { pgvector } from "../src/index.js";
import type { Dialect, MaintenanceProgress, PostgresPool, PostgresStore } from "../src/index.js";
import { clusteredVectors } from "./support/clustered.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { fillScope } from "./support/fill-scope.js";

const database = await testDatabase();
const VECTORS = clusteredVectors(240, 8);

const HOSTILE: readonly string[] = [
  "/it's",
  "/'; drop table records; --",
  "/back\\slash",
  "/\\'; drop table records; --",
  "/$$ $1 %s {x}",
  '/\u{1f41d}\u202e\u0301\n\r\t"',
  "/E'\\x41'",
];

interface IndexRow {
  readonly name: string;
  readonly valid: boolean;
  readonly definition: string;
}

/** The indexes of vectors that the database really has. */
async function indexesOf(schema: string): Promise<readonly IndexRow[]> {
  const rows = await database.query(
    `select c.relname as name, i.indisvalid as valid, pg_get_indexdef(c.oid) as definition
     from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_am as a on a.oid = c.relam
     join pg_namespace as n on n.oid = c.relnamespace
     where n.nspname = $1 and a.amname = 'hnsw' order by 1`,
    [schema],
  );
  return rows as unknown as readonly IndexRow[];
}

/** The table that a scope has to itself, with its schema. */
async function tableOf(schema: string, scope = "/large", space = 1): Promise<string> {
  const [row] = await database.query(
    `select name from "${schema}".vector_tables where scope = $1 and space = $2`,
    [scope, space],
  );
  return `"${schema}"."${String(row?.["name"])}"`;
}

async function countIn(table: string): Promise<unknown> {
  const [row] = await database.query(`select count(*)::integer as count from ${table}`);
  return row?.["count"];
}

async function largeScope(
  options: Parameters<typeof database.newStore>[0] = {},
): Promise<{ readonly schema: string; readonly store: PostgresStore }> {
  const schema = database.newSchema();
  const store = database.newStore({ schema, indexFrom: 200, ...options });
  await store.open();
  await fillScope(database, { schema, scope: "/large", space: 1, vectors: VECTORS });
  return { schema, store };
}

test("a large scope gets an index of its own, a small one does not", async () => {
  const { schema, store } = await largeScope();
  await fillScope(database, { schema, scope: "/small", space: 1, vectors: VECTORS.slice(0, 99) });
  const heard: MaintenanceProgress[] = [];
  const first = await store.maintain({ onProgress: (progress) => heard.push(progress) });
  expect(first).toMatchObject({
    isBusy: false,
    built: [{ scope: ["large"], space: "space 1", vectors: 240, reason: "missing" }],
    kept: 0,
    dropped: 0,
  });
  const steps = heard.filter(({ phase }) => phase === "vector index");
  expect(steps[0]).toEqual({ phase: "vector index", scope: ["large"], done: 0, total: 240 });
  expect(steps.at(-1)).toEqual({ ...steps[0], done: 240 });
  const counts = steps.map(({ done }) => done);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  const [index, ...others] = await indexesOf(schema);
  expect(others).toEqual([]);
  expect(index?.valid).toBe(true);
  expect(index?.name).not.toContain("large");
  expect(index?.definition).not.toContain("large");
  expect(await store.maintain()).toMatchObject({ built: [], kept: 1, dropped: 0 });
  await store.close();
});

test("where an index cannot be made, maintaining fails", async () => {
  const dialect: Dialect = {
    ...pgvector,
    name: "mine",
    createVectorIndex: () => sql`select 1 / 0`,
  };
  const { store } = await largeScope({ dialect });
  await expect(store.maintain()).rejects.toMatchObject({
    code: "store-failed",
    message: expect.stringMatching(/^the database /u) as string,
  });
  await store.close();
});

test("names of scopes cannot break out of the statement that makes an index", async () => {
  const schema = database.newSchema();
  const store = database.newStore({ schema, indexFrom: 200 });
  await store.open();
  for (const scope of HOSTILE) {
    await fillScope(database, { schema, scope, space: 1, vectors: VECTORS.slice(0, 200) });
  }
  const report = await store.maintain();
  expect(report.built).toHaveLength(HOSTILE.length);
  const sizes = await database.query(
    `select b.scope, c.reltuples::integer as vectors from "${schema}".vector_tables as b
     join pg_class as c on c.oid = ('"${schema}".' || b.index_name)::regclass order by 1`,
  );
  expect(sizes).toEqual(HOSTILE.toSorted().map((scope) => ({ scope, vectors: 200 })));
  await store.close();
});

test("an index whose making was killed is found out and made again", async () => {
  const { schema, store } = await largeScope();
  await store.maintain();
  const [before] = await indexesOf(schema);
  await database.query(
    `update pg_index set indisvalid = false where indexrelid = ('"${schema}".' || $1)::regclass`,
    [before?.name],
  );
  expect(await store.maintain()).toMatchObject({
    built: [{ scope: ["large"], reason: "invalid" }],
    kept: 0,
  });
  expect(await indexesOf(schema)).toEqual([before]);
  await store.close();
});

test("a table of which nobody wrote down that it is complete is kept", async () => {
  const { schema, store } = await largeScope();
  await store.maintain();
  await database.query(
    `update "${schema}".vector_tables set built_at = null, index_name = null, vectors = 0`,
  );
  expect(await store.maintain()).toMatchObject({ built: [], kept: 1, dropped: 0 });
  expect(
    await database.query(
      `select scope, vectors, built_at is not null as built from "${schema}".vector_tables`,
    ),
  ).toEqual([{ scope: "/large", vectors: 240, built: true }]);
  await store.close();
});

test("an index stays until its scope is under half of the threshold, and then goes", async () => {
  const { schema, store } = await largeScope();
  await store.maintain();
  const table = await tableOf(schema);
  const shrink = `delete from ${table} where id >= $1`;
  await database.query(shrink, ["0100"]);
  await database.query(`update "${schema}".scopes set documents = 100`);
  expect(await store.maintain()).toMatchObject({ built: [], kept: 1, dropped: 0 });
  await database.query(shrink, ["0099"]);
  expect(await store.maintain()).toMatchObject({ built: [], kept: 0, dropped: 1 });
  expect(await indexesOf(schema)).toEqual([]);
  expect(await database.query(`select * from "${schema}".vector_tables`)).toEqual([]);
  expect(await database.query("select to_regclass($1) as gone", [table])).toEqual([{ gone: null }]);
  expect(await countIn(`"${schema}".vectors`)).toBe(99);
  await store.close();
});

test("tables of retired spaces, of dropped ones and of none at all go", async () => {
  const { schema, store } = await largeScope();
  for (const space of [2, 3]) {
    await fillScope(database, { schema, scope: "/large", space, vectors: VECTORS });
  }
  await store.maintain();
  const first = await tableOf(schema);
  await database.query(`update "${schema}".spaces set state = 'retired' where id = 2`);
  expect(await store.dropSpace("space 3")).toBe(240);
  const nobody = `"${schema}".vectors_${"0".repeat(32)}`;
  await database.query(`create table ${nobody} (like "${schema}".vectors)`);
  expect(await store.maintain()).toMatchObject({ built: [], kept: 1, dropped: 1 });
  expect(await indexesOf(schema)).toHaveLength(1);
  expect(await countIn(first)).toBe(240);
  expect(await countIn(`"${schema}".vectors`)).toBe(240);
  expect(await database.query("select to_regclass($1) as gone", [nobody])).toEqual([
    { gone: null },
  ]);
  await store.close();
});

test("what is written down of a table that is there no more goes, too", async () => {
  const { schema, store } = await largeScope();
  await database.query(
    `insert into "${schema}".vector_tables (scope, space, name) values ('/gone', 1, 'vectors_${"0".repeat(32)}')`,
  );
  expect(await store.maintain({ scopes: [["large"]] })).toMatchObject({ kept: 0, dropped: 0 });
  const noted = `select scope from "${schema}".vector_tables order by 1`;
  expect(await database.query(noted)).toEqual([{ scope: "/gone" }, { scope: "/large" }]);
  expect(await store.maintain()).toMatchObject({ built: [], kept: 1, dropped: 0 });
  expect(await database.query(noted)).toEqual([{ scope: "/large" }]);
  await store.close();
});

test("a table for which nothing is left is not said to be made", async () => {
  const { schema, store } = await largeScope();
  await fillScope(database, { schema, scope: "/other", space: 1, vectors: VECTORS });
  // Somebody deletes the second scope while the index of the first is made.
  await database.query(`
    create function "${schema}".empty_other() returns trigger language plpgsql as $$ begin
      delete from "${schema}".vectors where scope = '/other';
      return null;
    end $$`);
  await database.query(`
    create trigger others after insert on "${schema}".vector_tables
    for each statement execute function "${schema}".empty_other()`);
  const { built } = await store.maintain();
  expect(built.map(({ scope }) => scope)).toEqual([["large"]]);
  expect(await indexesOf(schema)).toHaveLength(1);
  await store.close();
});

test("only the scopes that were named are looked at", async () => {
  const { schema, store } = await largeScope();
  await fillScope(database, { schema, scope: "/other", space: 1, vectors: VECTORS });
  const named = await store.maintain({ scopes: [["other"]] });
  expect(named.built).toMatchObject([{ scope: ["other"] }]);
  expect(await store.maintain({ scopes: [["large"]] })).toMatchObject({
    built: [{ scope: ["large"] }],
    kept: 0,
    dropped: 0,
  });
  expect(await indexesOf(schema)).toHaveLength(2);
  await store.close();
});

test("other settings of indexes make other indexes, and the old ones go", async () => {
  const { schema, store } = await largeScope();
  await store.maintain();
  const half = database.newStore({
    schema,
    indexFrom: 200,
    vectorIndex: { quantization: "half" },
  });
  await half.open();
  expect(await half.maintain()).toMatchObject({ built: [{ reason: "missing" }], dropped: 1 });
  const [index, ...others] = await indexesOf(schema);
  expect(others).toEqual([]);
  expect(index?.definition).toContain("halfvec_ip_ops");
  await half.close();
  await store.close();
});

test("an index that is much larger than when it was made is made anew", async () => {
  const { schema, store } = await largeScope();
  await store.maintain();
  await database.query(`update "${schema}".vector_tables set bytes = bytes / 5`);
  expect(await store.maintain()).toMatchObject({ built: [{ reason: "bloated" }], kept: 0 });
  expect(await store.maintain()).toMatchObject({ built: [], kept: 1 });
  await store.close();
});

test("statistics are refreshed after much was written, once", async () => {
  const schema = database.newSchema();
  const store = database.newStore({ schema });
  await store.open();
  const vectors = clusteredVectors(1_200, 2);
  await fillScope(database, { schema, scope: "/large", space: 1, vectors });
  await database.query("select pg_stat_force_next_flush()");
  const first = await store.maintain();
  expect(first.analyzed).toEqual(["records", "vectors"]);
  await database.query("select pg_stat_force_next_flush()");
  expect((await store.maintain()).analyzed).toEqual([]);
  const [row] = await database.query(
    `select reltuples::integer as tuples from pg_class where oid = '"${schema}".vectors'::regclass`,
  );
  expect(row).toEqual({ tuples: 1_200 });
  await store.close();
});

test("indexes are never made where that was said", async () => {
  const { schema, store } = await largeScope({ indexFrom: false });
  expect(store.capabilities.vector).toBe("exact");
  expect(await store.maintain()).toMatchObject({ built: [], kept: 0 });
  expect(await indexesOf(schema)).toEqual([]);
  expect(database.newStore().capabilities.vector).toBe("approximate");
  // And those that others have made go, for everybody.
  const maker = database.newStore({ schema, indexFrom: 200 });
  await maker.open();
  expect((await maker.maintain()).built).toHaveLength(1);
  expect(await store.maintain()).toMatchObject({ built: [], kept: 0, dropped: 1 });
  expect(await indexesOf(schema)).toEqual([]);
  await maker.close();
  await store.close();
});

test("a process that finds another one at it does nothing, and takes over when that has ended", async () => {
  const { schema, store } = await largeScope();
  const claim = `insert into "${schema}".claims values ('maintain', 'another', (extract(epoch from clock_timestamp()) * 1000)::bigint + $1)`;
  await database.query(claim, [50_000]);
  expect(await store.maintain()).toMatchObject({ isBusy: true, built: [] });
  expect(await indexesOf(schema)).toEqual([]);
  await database.query(`delete from "${schema}".claims`);
  await database.query(claim, [-1]);
  expect(await store.maintain()).toMatchObject({ isBusy: false, built: [{ reason: "missing" }] });
  expect(await database.query(`select * from "${schema}".claims`)).toEqual([]);
  await store.close();
});

test("opening a store looks at the version of the vector extension", async () => {
  const [found] = await database.query(
    "select extversion from pg_extension where extname = 'vector'",
  );
  const version = String(found?.["extversion"]);
  const opened = async (vectorVersions: Dialect["vectorVersions"]): Promise<readonly string[]> => {
    const warnings: string[] = [];
    const onWarning = (message: string): void => {
      if (message.includes("of the extension vector")) warnings.push(message);
    };
    const dialect = { ...pgvector, vectorVersions };
    const store = database.newStore({ dialect, onWarning });
    try {
      await store.open();
    } finally {
      await store.close();
    }
    return warnings;
  };
  expect(await opened({ required: "0.5.0", advised: version })).toEqual([]);
  expect(await opened({ required: "0.5.0", advised: "99.0" })).toEqual([
    expect.stringContaining(`version ${version} of the extension vector`),
  ]);
  await expect(opened({ required: "99.0", advised: "99.0" })).rejects.toMatchObject({
    code: "store-failed",
    message: expect.stringContaining(`version ${version}`) as string,
  });
});

test("options that are not known are refused by name", async () => {
  const store = database.newStore();
  const refused = { code: "invalid-input" };
  await expect(store.maintain({ every: 5 } as object)).rejects.toMatchObject(refused);
  await expect(store.maintain({ memoryBytes: 1 })).rejects.toThrow(/memoryBytes/u);
  const text = { scopes: "acme" as unknown as [] };
  await expect(store.maintain(text)).rejects.toThrow(/option scopes/u);
  expect(() => database.newStore({ indexFrom: 10 })).toThrow(MemoryError);
  const vectorIndex = { quantization: "byte" as "bit" };
  expect(() => database.newStore({ vectorIndex })).toThrow(/vectorIndex.quantization/u);
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

describe.skipIf(SERVER_URL === undefined)("on a server", () => {
  const pool = new Pool({ connectionString: SERVER_URL, max: 4 });
  afterAll(() => pool.end());

  /** Runs work while the making of an index waits for a transaction that began before. */
  async function whileBuilding<T>(
    store: PostgresStore,
    schema: string,
    work: (building: Promise<unknown>, signal: AbortController) => Promise<T>,
  ): Promise<T> {
    const old = await pool.connect();
    try {
      await old.query("begin isolation level repeatable read");
      await old.query(`select count(*) from "${schema}".scopes`);
      const controller = new AbortController();
      const building = store.maintain({ signal: controller.signal });
      building.catch(() => undefined);
      await until(async () => (await phaseOf(schema)) === "waiting for old snapshots");
      return await work(building, controller);
    } finally {
      await old.query("rollback");
      old.release();
    }
  }

  async function phaseOf(schema: string): Promise<unknown> {
    const { rows } = await pool.query<{ phase: string }>(
      `select p.phase from pg_stat_progress_create_index as p join pg_class as c on c.oid = p.relid
       join pg_namespace as n on n.oid = c.relnamespace where n.nspname = $1`,
      [schema],
    );
    return rows[0]?.phase;
  }

  test("aborting stops the server, and the next maintenance makes the index anew", async () => {
    const { schema, store } = await largeScope();
    const reason = new Error("enough");
    await whileBuilding(store, schema, async (building, controller) => {
      controller.abort(reason);
      await expect(building).rejects.toBe(reason);
      expect(await phaseOf(schema)).toBeUndefined();
    });
    expect(await indexesOf(schema)).toMatchObject([{ valid: false }]);
    expect(await database.query(`select * from "${schema}".claims`)).toEqual([]);
    expect(await store.maintain()).toMatchObject({ built: [{ reason: "invalid" }] });
    expect(await indexesOf(schema)).toMatchObject([{ valid: true }]);
    await store.close();
  });

  test("nobody begins while another process builds, not even when its claim has run out", async () => {
    const { schema, store } = await largeScope();
    const second = database.newStore({ schema, indexFrom: 200 });
    await second.open();
    const built = await whileBuilding(store, schema, async (building) => {
      expect(await second.maintain()).toMatchObject({ isBusy: true });
      await database.query(`update "${schema}".claims set expires_at = 0`);
      expect(await second.maintain()).toMatchObject({ isBusy: true });
      return { building };
    });
    expect(await built.building).toMatchObject({ built: [{ reason: "missing" }] });
    expect(await second.maintain()).toMatchObject({ isBusy: false, built: [], kept: 1 });
    await second.close();
    await store.close();
  });

  test("a build whose connection is killed fails, and nothing of it stays", async () => {
    const { schema, store } = await largeScope();
    const { building } = await whileBuilding(store, schema, async (pending) => {
      await pool.query(
        `select pg_terminate_backend(p.pid) from pg_stat_progress_create_index as p join pg_class as c on c.oid = p.relid
         join pg_namespace as n on n.oid = c.relnamespace where n.nspname = $1`,
        [schema],
      );
      await until(async () => (await phaseOf(schema)) === undefined);
      return { building: pending };
    });
    await expect(building).rejects.toThrow(MemoryError);
    expect(await indexesOf(schema)).toEqual([]);
    expect(await store.maintain()).toMatchObject({ built: [{ reason: "missing" }] });
    await store.close();
  });

  test("memory for building is set for the build only, also on a pool of one connection", async () => {
    const { schema, store } = await largeScope();
    const one = new Pool({ connectionString: SERVER_URL, max: 1 });
    const sent: string[] = [];
    const client: PostgresPool = {
      connect: async () => {
        const lent = await one.connect();
        return {
          query: async (config) => {
            sent.push(config.text.trim());
            return lent.query(config);
          },
          release: (destroy) => lent.release(destroy),
        };
      },
    };
    const show = async (): Promise<unknown> => (await one.query("show maintenance_work_mem")).rows;
    const before = await show();
    const maintainer = database.newStore({ client, schema, indexFrom: 200 });
    await maintainer.open();
    await maintainer.maintain({ memoryBytes: 2 ** 27 });
    expect(await show()).toEqual(before);
    const kinds = sent.filter((text) => /^(?:create index|select set_config|reset)/u.test(text));
    expect(kinds.map((text) => text.slice(0, 26))).toEqual([
      "select set_config($1, $2, ",
      "create index concurrently ",
      "reset maintenance_work_mem",
    ]);
    await maintainer.close();
    await one.end();
    await store.close();
  });

  test("too little memory for a large index is warned about", async () => {
    const warnings: string[] = [];
    const onWarning = (message: string): void => {
      if (message.includes("making an index")) warnings.push(message);
    };
    const { store } = await largeScope({ onWarning });
    await store.maintain({ memoryBytes: 2 ** 20 });
    expect(warnings).toEqual([]);
    await store.close();
    const wide = database.newSchema();
    const second = database.newStore({ schema: wide, indexFrom: 200, onWarning });
    await second.open();
    const vectors = clusteredVectors(450, 1_000);
    await fillScope(database, { schema: wide, scope: "/wide", space: 1, vectors });
    await second.maintain({ memoryBytes: 2 ** 20 });
    expect(warnings).toEqual([expect.stringContaining("needs about 2 MB")]);
    await second.close();
  });
});
