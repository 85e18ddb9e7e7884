import { sql } from "kysely";
import { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { migrationSql } from "../src/index.js";
import type { PostgresStoreOptions } from "../src/index.js";
import { openDrivers } from "../src/open/client/open-drivers.js";
import { schemaStatements } from "../src/open/migration-sql.js";
import { openDatabase } from "../src/open/open-database.js";
import { resolveOptions } from "../src/options.js";
import { layoutFor } from "../src/schema/layout.js";
import { shapeOf } from "../src/schema/migration-table.js";
import { MIGRATIONS } from "../src/schema/migration.js";
import type { Migration } from "../src/schema/migration.js";
import { compile } from "../src/sql/compile.js";
import { namesIn, SCOPED_TABLES } from "../src/sql/names.js";
import { bySize } from "./support/by-size.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { dropDatabase } from "./support/drop-database.js";
import { refusal } from "./support/refusal.js";
import { spyingDriver } from "./support/spying-driver.js";
import type { Spy } from "./support/spying-driver.js";

const database = await testDatabase();

/**
 * Changes of a later version: columns, indexes that are built while others write, and another
 * version after them.
 */
const LATER: readonly Migration[] = [
  ...MIGRATIONS,
  {
    statements: (names) => [
      sql`alter table ${names.records} add column mood text`,
      sql`alter table ${names.scopes} add column mood text`,
    ],
    indexes: [
      { name: "records_by_mood", table: "records", over: sql`(scope, mood)` },
      { name: "records_by_kind", table: "records", over: sql`(scope, kind) where kind <> 'x'` },
    ],
  },
  { statements: (names) => [sql`alter table ${names.scopes} drop column mood`] },
];

/** Opens as a store does, with the migrations of another version and each statement heard of. */
async function openWith(
  migrations: readonly Migration[],
  options: Partial<PostgresStoreOptions>,
  spy: Spy = () => undefined,
): Promise<void> {
  const resolved = resolveOptions({
    ...(SERVER_URL === undefined
      ? { client: database.client }
      : { connectionString: SERVER_URL, maxConnections: 1 }),
    ...options,
  });
  const { driver } = openDrivers(resolved);
  try {
    await openDatabase(spyingDriver(driver, spy), resolved, migrations);
  } finally {
    await driver.close();
  }
}

/** The server that tests run on may have it anywhere. */
async function extensionSchema(): Promise<string> {
  const [found] = await database.query(
    "select n.nspname from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace where e.extname = 'vector'",
  );
  const schema = found?.["nspname"];
  return typeof schema === "string" ? schema : "public";
}

async function shape(schema: string): Promise<unknown> {
  const { text } = compile(shapeOf(namesIn(schema, "public")));
  return database.query(`${text} order by 1`);
}

async function steps(schema: string): Promise<unknown> {
  return database.query(
    `select version, step, done_at is not null as done, shape is not null as sealed from "${schema}".migrations order by 1, 2`,
  );
}

const ALL_STEPS = [
  { version: 1, step: "tables", done: true, sealed: true },
  { version: 2, step: "records_by_kind", done: true, sealed: false },
  { version: 2, step: "records_by_mood", done: true, sealed: false },
  { version: 2, step: "tables", done: true, sealed: true },
  { version: 3, step: "tables", done: true, sealed: true },
];

/** Ends a start where it would build its first index. */
const beforeIndexes: Spy = ({ text }) => {
  if (text.includes("concurrently")) throw new Error("cut off");
};

async function madeSchema(options?: Partial<PostgresStoreOptions>): Promise<string> {
  const schema = database.newSchema();
  await openWith(MIGRATIONS, { schema, ...options });
  return schema;
}

test("a schema that is up to date is opened by two statements that change nothing", async () => {
  const schema = await madeSchema();
  const sent: string[] = [];
  await openWith(MIGRATIONS, { schema }, ({ text }) => sent.push(text.trim()));
  expect(sent).toHaveLength(2);
  for (const text of sent) expect(text).toMatch(/^select(?!.*(?:lock\(|for update))/su);
});

test("a schema of a newer version is refused, and left as it is", async () => {
  const schema = database.newSchema();
  await openWith(LATER, { schema });
  const before = await steps(schema);
  expect(await refusal(openWith(MIGRATIONS, { schema }))).toEqual([
    "schema-too-new",
    expect.stringMatching(/of version 3.*update the package/u),
  ]);
  expect(await steps(schema)).toEqual(before);
});

test("a schema of somebody else is refused, and an empty one is taken", async () => {
  const [foreign, similar, empty] = [
    database.newSchema(),
    database.newSchema(),
    database.newSchema(),
  ];
  for (const schema of [foreign, similar, empty]) await database.query(`create schema "${schema}"`);
  await database.query(`create table "${foreign}".notes (id integer)`);
  await database.query(`create table "${similar}".migrations (version integer)`);
  for (const schema of [foreign, similar]) {
    expect(await refusal(openWith(MIGRATIONS, { schema }))).toEqual([
      "store-failed",
      expect.stringContaining("not of @kioku/store-postgres"),
    ]);
  }
  await openWith(MIGRATIONS, { schema: empty });
});

test.for([
  ["a column is gone", "alter table S.records drop column cause", "records.cause"],
  ["a column has another type", "alter table S.records alter uses type bigint", "strength.uses"],
  ["a function is gone", "drop function S.get_records", "get_records()"],
  [
    "a function does something else",
    "create or replace function S.get_records(p_scope text, p_ids text[], p_now bigint, p_hash text) returns text language sql as 'select null'",
    "get_records()",
  ],
  ["an index is gone", "drop index S.records_by_thread", "records_by_thread"],
  ["a table is gone", "drop table S.graves", "graves.number"],
] as const)("a schema in which %s is refused", async ([, change, what]) => {
  const schema = await madeSchema();
  await database.query(`create table "${schema}".mine (id integer)`);
  await database.query(`create index mine_by_kind on "${schema}".records (kind)`);
  await openWith(MIGRATIONS, { schema });
  const statement = change.replace("S.records alter uses", "S.strength alter uses");
  await database.query(statement.replace("S.", `"${schema}".`));
  expect(await refusal(openWith(MIGRATIONS, { schema }))).toEqual([
    "store-failed",
    expect.stringContaining(what),
  ]);
});

test("a schema of a version that was never released is refused", async () => {
  const schema = database.newSchema();
  const draft: Migration = {
    statements: (names, layout) => [
      ...(MIGRATIONS[0]?.statements(names, layout) ?? []),
      sql`alter table ${names.records} add column draft text`,
    ],
  };
  await openWith([draft], { schema });
  expect(await refusal(openWith(MIGRATIONS, { schema }))).toEqual([
    "store-failed",
    expect.stringContaining("never released"),
  ]);
});

test("nothing is made or changed where the option migrate is false", async () => {
  const schema = database.newSchema();
  expect(await refusal(openWith(MIGRATIONS, { schema, migrate: false }))).toEqual([
    "store-failed",
    expect.stringMatching(/migrate is false.*migrationSql/u),
  ]);
  const schemas = await database.query("select from pg_namespace where nspname = $1", [schema]);
  expect(schemas).toEqual([]);
  await openWith(MIGRATIONS, { schema });
  await openWith(MIGRATIONS, { schema, migrate: false });
  expect(await refusal(openWith(LATER, { schema, migrate: false }))).toEqual([
    "store-failed",
    // Statements that make a schema cannot change one.
    expect.stringMatching(/from version 1 to 3(?!.*migrationSql)/u),
  ]);
});

test.for([{}, { rowLevelSecurity: true }, { partitions: 16 }].slice(0, bySize(3, 2)))(
  "statements run by hand make the schema that opening makes: %j",
  async (options) => {
    const [byHand, opened] = [database.newSchema(), database.newSchema()];
    const statements = migrationSql({
      schema: byHand,
      extensionSchema: await extensionSchema(),
      ...options,
    });
    for (const text of statements) await database.query(text);
    await openWith(MIGRATIONS, {
      schema: byHand,
      migrate: false,
      onWarning: () => undefined,
      ...options,
    });
    await openWith(MIGRATIONS, { schema: opened, onWarning: () => undefined, ...options });
    expect(await shape(byHand)).toEqual(await shape(opened));
    const tables = `select c.relname, c.relkind, c.relispartition, c.relrowsecurity, c.relforcerowsecurity
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace where n.nspname = $1 order by 1`;
    expect(await database.query(tables, [byHand])).toEqual(await database.query(tables, [opened]));
    const again = async (): Promise<void> => {
      for (const text of statements) await database.query(text);
    };
    await expect(again()).rejects.toThrow(/duplicate key/u);
  },
);

test("statements for later versions that are run by hand are the ones of the store too", async () => {
  const [byHand, opened] = [database.newSchema(), database.newSchema()];
  const names = namesIn(byHand, await extensionSchema());
  for (const statement of schemaStatements(names, layoutFor(0), LATER)) {
    const { text, values } = compile(statement);
    expect(values).toEqual([]);
    await database.query(text);
  }
  await openWith(LATER, { schema: byHand, migrate: false });
  await openWith(LATER, { schema: opened });
  expect(await shape(byHand)).toEqual(await shape(opened));
  expect(await steps(byHand)).toEqual(await steps(opened));
});

/** An answer of the server, or what comes when there is none any more. */
function failure(code: string): Error {
  return Object.assign(new Error("it failed"), { code });
}

test.each([
  {
    outcome: "given back where the server refuses to build",
    code: "53100",
    stolen: false,
    left: [],
  },
  {
    outcome: "kept where the connection broke, for the server may be building",
    code: "ECONNRESET",
    stolen: false,
    left: [{ step: "records_by_mood" }],
  },
  {
    outcome: "kept where another starter has it by now",
    code: "53100",
    stolen: true,
    left: [{ step: "records_by_mood" }],
  },
])("the claim of an index is $outcome", async ({ code, stolen, left }) => {
  const schema = await madeSchema();
  if (stolen) {
    await database.query(
      `create function "${schema}".steal() returns trigger language plpgsql as $$ begin new.holder := 'another'; return new; end $$`,
    );
    await database.query(
      `create trigger steal before insert on "${schema}".migrations for each row execute function "${schema}".steal()`,
    );
  }
  const failing: Spy = ({ text }) => {
    if (text.includes("concurrently")) throw failure(code);
  };
  await expect(openWith(LATER, { schema }, failing)).rejects.toThrow("it failed");
  expect(
    await database.query(`select step from "${schema}".migrations where done_at is null`),
  ).toEqual(left);
});

test.skipIf(SERVER_URL === undefined)(
  "a role whose search_path names no schema is told where the extension cannot go",
  async () => {
    const name = `${database.newSchema()}_db`;
    await database.query(`create database "${name}"`);
    const url = new URL(SERVER_URL ?? "");
    url.pathname = name;
    const pool = new Pool({ connectionString: url.href, options: "-c search_path=" });
    try {
      expect(
        await refusal(openWith(MIGRATIONS, { client: pool, connectionString: undefined })),
      ).toEqual([
        "store-failed",
        expect.stringMatching(/search_path.*create extension vector with schema/u),
      ]);
    } finally {
      await pool.end();
      await dropDatabase(database, name);
    }
  },
);

test.for([0, 16].slice(0, bySize(2, 1)))(
  "a migration that is cut off at any statement is completed by the next start (%d partitions)",
  async (partitions) => {
    const options = partitions === 0 ? {} : { partitions };
    const whole = await madeSchema(options);
    let total = 0;
    await openWith(LATER, { schema: whole }, () => (total += 1));
    const expected = await shape(whole);
    const done = await steps(whole);
    expect(done).toEqual(expect.arrayContaining(ALL_STEPS));
    expect(total).toBeGreaterThan(20);
    // In process a part of the cuts is made. With partitions the same code runs once per partition.
    for (let cut = 1; cut <= total; cut += partitions === 0 ? bySize(1, 12) : bySize(30, 150)) {
      const schema = await madeSchema(options);
      let sent = 0;
      const cutOff: Spy = () => {
        sent += 1;
        if (sent >= cut) throw new Error("cut off");
      };
      await expect(openWith(LATER, { schema }, cutOff)).rejects.toThrow("cut off");
      // As after a kill: nobody could release the claim, and its time is over.
      await database.query(
        `update "${schema}".migrations set claimed_at = claimed_at - interval '1 minute'`,
      );
      await openWith(LATER, { schema });
      expect(await shape(schema)).toEqual(expected);
      expect(await steps(schema)).toEqual(done);
      await database.query(`drop schema "${schema}" cascade`);
    }
  },
);

test("a first migration that is cut off at any statement leaves nothing", async () => {
  let total = 0;
  await openWith(MIGRATIONS, { schema: database.newSchema() }, () => (total += 1));
  for (let cut = 2; cut <= total; cut += bySize(1, 9)) {
    const schema = database.newSchema();
    let sent = 0;
    const cutOff: Spy = () => {
      sent += 1;
      if (sent === cut) throw new Error("cut off");
    };
    await expect(openWith(MIGRATIONS, { schema }, cutOff)).rejects.toThrow("cut off");
    const left = await database.query(
      "select c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'S')",
      [schema],
    );
    // All in one transaction; the statements after it only read.
    const noted = left.length === 0 ? [] : await steps(schema);
    expect(noted).toEqual(left.length === 0 ? [] : ALL_STEPS.slice(0, 1));
    await openWith(MIGRATIONS, { schema });
    await database.query(`drop schema "${schema}" cascade`);
  }
});

test("tables are divided when they are made, and never again", async () => {
  const schema = await madeSchema({ partitions: 16 });
  const parts = await database.query(
    `select p.relname, count(*)::int as parts from pg_inherits as i join pg_class as p on p.oid = i.inhparent
      join pg_namespace as n on n.oid = p.relnamespace where n.nspname = $1 and p.relkind = 'p' group by 1 order by 1`,
    [schema],
  );
  expect(parts).toEqual(SCOPED_TABLES.toSorted().map((relname) => ({ relname, parts: 16 })));
  await openWith(MIGRATIONS, { schema });
  await openWith(MIGRATIONS, { schema, partitions: 16 });
  expect(await refusal(openWith(MIGRATIONS, { schema, partitions: 32 }))).toEqual([
    "invalid-input",
    expect.stringContaining("was made with 16"),
  ]);
  const undivided = await madeSchema();
  expect(await refusal(openWith(MIGRATIONS, { schema: undivided, partitions: 16 }))).toEqual([
    "invalid-input",
    expect.stringContaining("was made with 0"),
  ]);
});

test("what is asked of one scope touches one partition of each table", async () => {
  const schema = await madeSchema({ partitions: 16 });
  for (const table of SCOPED_TABLES) {
    const rows = await database.query(
      `explain select from "${schema}".${table} where scope = '/acme/ann'`,
    );
    const touched = new Set(JSON.stringify(rows).match(new RegExp(`${table}_p\\d+`, "gu")));
    expect([table, touched.size]).toEqual([table, 1]);
  }
});

test.for([0, 15, 65, 16.5, Number.NaN])("partitions of %d are refused", (partitions) => {
  expect(() => database.newStore({ partitions })).toThrow(/partitions must be an integer/u);
  expect(() => migrationSql({ partitions })).toThrow(/partitions must be an integer/u);
});

test.for(["", "a\0b", "é".repeat(32)])("the schema %j is refused", (schema) => {
  expect(() => database.newStore({ schema })).toThrow(/schema must be a name/u);
  expect(() => migrationSql({ schema })).toThrow(/schema must be a name/u);
});

test("the names of schemas are quoted", async () => {
  const schema = `${database.newSchema()} "x'; drop`;
  onTestFinished(async () => {
    await database.query(`drop schema if exists "${schema.replaceAll('"', '""')}" cascade`);
  });
  await openWith(LATER, { schema, partitions: 16 });
  await openWith(LATER, { schema });
  expect(await steps(schema.replaceAll('"', '""'))).toEqual(expect.arrayContaining(ALL_STEPS));
});

test.skipIf(SERVER_URL === undefined)("of eight starters at once, one does each step", async () => {
  for (let round = 0; round < 8; round += 1) {
    const schema = database.newSchema();
    const built: string[] = [];
    const spy: Spy = ({ text }) => {
      const made = /^(?:create (?:table|index)|alter table) .*$/mu.exec(text.trim())?.[0];
      if (made !== undefined && !/\bif not exists\b/u.test(made)) built.push(made);
    };
    await Promise.all(Array.from({ length: 8 }, () => openWith(LATER, { schema }, spy)));
    expect(built).toEqual([...new Set(built)]);
    expect(built.filter((text) => text.includes("concurrently"))).toHaveLength(2);
    expect(await steps(schema)).toEqual(ALL_STEPS);
  }
});

test.skipIf(SERVER_URL === undefined)(
  "starters may race for the vector extension of a new database",
  async () => {
    for (let round = 0; round < 4; round += 1) {
      const name = `${database.newSchema()}_db`;
      await database.query(`create database "${name}"`);
      const url = new URL(SERVER_URL ?? "");
      url.pathname = name;
      try {
        const opened = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            openWith(MIGRATIONS, { connectionString: url.href, schema: `kioku_${index % 4}` }),
          ),
        );
        expect(opened).toHaveLength(8);
      } finally {
        await dropDatabase(database, name);
      }
    }
  },
);

test.skipIf(SERVER_URL === undefined)(
  "an index whose building was killed is built anew, and not while the server is still building it",
  async () => {
    const schema = await madeSchema();
    await expect(openWith(LATER, { schema }, beforeIndexes)).rejects.toThrow("cut off");
    const pool = new Pool({ connectionString: SERVER_URL });
    onTestFinished(() => pool.end());
    const writer = await pool.connect();
    await writer.query("begin");
    await writer.query(`lock table "${schema}".records in row exclusive mode`);

    const first = openWith(LATER, { schema }).catch((error: unknown) => error);
    const builder = await pidOfBuilder(pool, schema);
    // Nobody renews the claim of a builder that lost its connection.
    await pool.query(`update "${schema}".migrations set claimed_at = '-infinity'`);
    const tried = Promise.withResolvers<undefined>();
    let tries = 0;
    const built: string[] = [];
    const second = openWith(LATER, { schema }, ({ text }) => {
      if (text.includes("concurrently")) built.push(text.trim().split(" on ")[0] ?? "");
      if (text.startsWith("lock table")) tries += 1;
      if (tries === 3) tried.resolve(undefined);
    });
    await tried.promise;
    expect(built).toEqual([]);

    await pool.query("select pg_terminate_backend($1)", [builder]);
    expect(await first).toBeInstanceOf(Error);
    const left = await pool.query(
      "select c.relname, i.indisvalid from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = 'records_by_mood'",
      [schema],
    );
    expect(left.rows).toEqual([{ relname: "records_by_mood", indisvalid: false }]);
    await writer.query("rollback");
    writer.release();
    await second;
    expect(built).toEqual([
      `drop index concurrently if exists "${schema}"."records_by_mood"`,
      'create index concurrently "records_by_mood"',
      'create index concurrently "records_by_kind"',
    ]);
    expect(await steps(schema)).toEqual(ALL_STEPS);
  },
);

/** The connection that waits for others before it can build. */
async function pidOfBuilder(pool: Pool, schema: string): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%create index concurrently%' || $1 || '%' and pid <> pg_backend_pid()",
      [schema],
    );
    const [found] = rows;
    if (found) return found.pid;
  }
}
