import { readFileSync } from "node:fs";

import { createMemory } from "@kioku/core";
import type { ExportLine, Memory } from "@kioku/core";
import { compareText, isInRange } from "@kioku/core/toolkit";
import type { PutOp, SearchRequest } from "@kioku/core/toolkit";
import { putOp, queueWorkers, searchEntry, storeConformance, testRecord } from "@kioku/testing";
import { beforeAll, expect, test } from "vitest";

import { grantsSql, postgresStore } from "../src/index.js";
import type { PostgresStore, PostgresStoreOptions } from "../src/index.js";
import { resolveOptions } from "../src/options.js";
import { grantScopes } from "../src/schema/policies.js";
import { SCOPED_TABLES } from "../src/sql/names.js";
import { StoreSession } from "../src/store-session.js";
import { futureAppRole, newAppRole } from "./support/app-role.js";
import type { AppRole } from "./support/app-role.js";
import { bySize } from "./support/by-size.js";
import { clusteredVectors } from "./support/clustered.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { fillScope } from "./support/fill-scope.js";
import { searchAsLarge } from "./support/large-searches.js";
import { refusal } from "./support/refusal.js";
import { reusedSchemas } from "./support/reused-schemas.js";

const database = await testDatabase();
const app: AppRole = await newAppRole(database, "app");
const owner: AppRole = await newAppRole(database, "owner");
const pageOwner: AppRole = futureAppRole(database, "page_owner");
const pageApp: AppRole = futureAppRole(database, "page_app");
const warnings: string[] = [];

const SECURED = {
  rowLevelSecurity: true,
  onWarning: (message: string): void => {
    // The servers of tests may have an old extension, which is warned about too.
    if (message.startsWith("row level security")) warnings.push(message);
  },
} as const;

/** Like the setting that the store makes. */
function setting(...paths: readonly string[]): string {
  return String(grantScopes(paths)[0]?.values[1]);
}

/** A schema made by the administrator, for the role. */
async function securedSchema(role: AppRole = app): Promise<string> {
  const schema = database.newSchema();
  await database.newStore({ schema, ...SECURED }).open();
  for (const text of grantsSql({ role: role.name, schema })) await database.query(text);
  return schema;
}

function storeOf(
  role: AppRole,
  schema: string,
  options: Partial<PostgresStoreOptions> = {},
): PostgresStore {
  return postgresStore({ client: role.client, schema, ...SECURED, ...options });
}

const VALUES: Readonly<Record<string, string>> = {
  bool: "true",
  bytea: "''",
  json: "'{}'",
  vector: "'[1,2]'",
  text: "'x'",
};

/** A row of any table, with whatever its columns take. */
async function rowOf(schema: string, table: string, scope: string): Promise<string> {
  const columns = await database.query(
    `select a.attname as name, t.typname as type from pg_attribute as a join pg_type as t on t.oid = a.atttypid
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull order by a.attnum`,
    [`"${schema}".${table}`],
  );
  const named = columns.map(({ name, type }) => ({
    name: String(name),
    value: name === "scope" ? `'${scope}'` : (VALUES[String(type)] ?? "1"),
  }));
  return `insert into "${schema}".${table} (${named.map(({ name }) => name).join(", ")}) values (${named.map(({ value }) => value).join(", ")})`;
}

let filled = "";

beforeAll(async () => {
  filled = await securedSchema();
  // The policies alone decide here.
  await database.query(`grant all on all tables in schema "${filled}" to "${app.name}"`);
  for (const table of SCOPED_TABLES) {
    for (const scope of ["", "/acme", "/acme/ann", "/acme!", "/bob"]) {
      await database.query(await rowOf(filled, table, scope));
    }
  }
});

test.for([...SCOPED_TABLES])(
  "%s shows the granted scopes and those below, and no others",
  async (table) => {
    const seen = async (scopes?: string): Promise<readonly unknown[]> =>
      (await app.query(scopes, `select scope from "${filled}".${table} order by 1`)).map(
        ({ scope }) => scope,
      );
    expect(await seen()).toEqual([]);
    expect(await seen("")).toEqual([]);
    expect(await seen(setting())).toEqual([]);
    expect(await seen(setting("/nobody"))).toEqual([]);
    expect(await seen(setting("/acme"))).toEqual(["/acme", "/acme/ann"]);
    expect(await seen(setting("/acme/ann"))).toEqual(["/acme/ann"]);
    expect(await seen(setting("/bob", "/acme!"))).toEqual(["/acme!", "/bob"]);
    expect(await seen(setting(""))).toEqual(["", "/acme", "/acme!", "/acme/ann", "/bob"]);
  },
);

test.for([...SCOPED_TABLES])("%s takes no row of another scope", async (table) => {
  const foreignRow = { code: "42501" };
  const foreign = await rowOf(filled, table, "/carl");
  await expect(app.query(undefined, foreign)).rejects.toMatchObject(foreignRow);
  await expect(app.query(setting("/acme"), foreign)).rejects.toMatchObject(foreignRow);
  const own = await rowOf(filled, table, "/acme/zoe");
  expect(await app.query(setting("/acme"), `${own} returning scope`)).toHaveLength(1);
  const move = `update "${filled}".${table} set scope = '/carl' where scope = '/acme' returning scope`;
  await expect(app.query(setting("/acme"), move)).rejects.toMatchObject(foreignRow);
  for (const change of [
    `update "${filled}".${table} set scope = scope`,
    `delete from "${filled}".${table}`,
  ]) {
    expect(await app.query(setting("/bob"), `${change} returning scope`)).toEqual([
      { scope: "/bob" },
    ]);
    expect(await app.query(undefined, `${change} returning scope`)).toEqual([]);
  }
});

test("the own table of a large scope has the policy and the grants of all vectors, old ones and later ones", async () => {
  const schema = await securedSchema();
  await using store = database.newStore({ schema, indexFrom: 100, ...SECURED });
  await store.open();
  const vectors = clusteredVectors(120, 8);
  await fillScope(database, { schema, scope: "/acme", space: 1, vectors });
  await store.maintain();
  const [note] = await database.query(`select name from "${schema}".vector_tables`);
  const own = `"${schema}"."${String(note?.["name"])}"`;
  const count = `select count(*)::integer as count from ${own}`;
  expect(await app.query(setting("/acme"), count)).toEqual([{ count: 120 }]);
  for (const scopes of [undefined, setting("/bob"), setting("/acme/ann")]) {
    expect(await app.query(scopes, count)).toEqual([{ count: 0 }]);
  }
  const foreign = `insert into ${own} select '/bob', space, id, embedding from ${own} limit 1`;
  await expect(app.query(setting("/acme"), foreign)).rejects.toMatchObject({ code: "42501" });
  await expect(app.query(setting("/acme"), `drop table ${own}`)).rejects.toMatchObject({
    code: "42501",
  });
  await database.query(`revoke delete on "${schema}".vectors from "${app.name}"`);
  expect(await store.maintain()).toMatchObject({ built: [], kept: 1 });
  const remove = `delete from ${own}`;
  await expect(app.query(setting("/acme"), remove)).rejects.toMatchObject({ code: "42501" });
  for (const grant of grantsSql({ role: app.name, schema })) await database.query(grant);
  expect(await app.query(setting("/bob"), `${remove} returning id`)).toEqual([]);
});

test("what is granted is what lies in the granted areas, for any paths", async () => {
  const elements = ["a", "b", "a!", "a0", "~1", "é", "😀", "\uFFFD", "A", "%", "_"];
  // As if at random, and each time the same.
  const pick = (seed: number): string =>
    Array.from(
      { length: seed % 4 },
      (_, place) => `/${elements[(seed * 7 + place * 13 * (seed % 29)) % elements.length]}`,
    ).join("");
  const schema = await securedSchema();
  const paths = [...new Set(Array.from({ length: 400 }, (_, seed) => pick(seed)))];
  const list = `array[${paths.map((path) => `'${path}'`).join(", ")}]::text[]`;
  await database.query(
    `insert into "${schema}".tombstones (scope, hash, at) select scope, 'x', 1 from unnest(${list}) as scope`,
  );
  expect(paths.length).toBeGreaterThan(100);
  for (let round = 1; round <= 40; round += 1) {
    const granted = paths.filter(
      (path, index) => path !== "" && (index * 31 + round * 17) % 23 < round / 8,
    );
    const rows = await app.query(setting(...granted), `select scope from "${schema}".tombstones`);
    const expected = paths.filter((path) =>
      granted.some((grantedPath) => isInRange(path, { path: grantedPath, below: true })),
    );
    expect(rows.map(({ scope }) => String(scope)).toSorted(compareText)).toEqual(
      expected.toSorted(compareText),
    );
  }
});

test("a setting that is not sorted hides rows and shows none too many", async () => {
  const rows = await app.query("{/bob/,/acme/,/acme!/}", `select scope from "${filled}".scopes`);
  for (const { scope } of rows) expect(String(scope)).toMatch(/^\/(?:bob|acme|acme!)(?:\/|$)/u);
});

test("the policies bind the owner too", async () => {
  const schema = database.newSchema();
  await database.query(`create schema "${schema}" authorization "${owner.name}"`);
  const store = storeOf(owner, schema);
  warnings.length = 0;
  await store.open();
  expect(warnings).toEqual([]);
  await owner.query(undefined, `select 1`);
  await database.query(await rowOf(schema, "records", "/acme"));
  expect(await owner.query(undefined, `select scope from "${schema}".records`)).toEqual([]);
  await database.query(`alter table "${schema}".records no force row level security`);
  expect(await owner.query(undefined, `select scope from "${schema}".records`)).toHaveLength(1);
  await storeOf(owner, schema, { migrate: false }).open();
  expect(warnings).toEqual([expect.stringContaining("owns tables without FORCE")]);
  await storeOf(owner, schema).open();
  expect(await owner.query(undefined, `select scope from "${schema}".records`)).toEqual([]);
});

test("a schema that is there gets policies when its owner opens it with the option", async () => {
  const schema = database.newSchema();
  await database.newStore({ schema }).open();
  for (const text of grantsSql({ role: app.name, schema })) await database.query(text);
  await storeOf(app, schema, { rowLevelSecurity: false }).open();
  expect(await refusal(storeOf(app, schema, { migrate: false }).open())).toEqual([
    "store-failed",
    expect.stringContaining("has no row level security"),
  ]);
  expect(await refusal(storeOf(app, schema).open())).toEqual([
    "store-failed",
    expect.stringContaining("may not add row level security"),
  ]);
  await database.newStore({ schema, ...SECURED }).open();
  await storeOf(app, schema).open();
  expect(await refusal(storeOf(app, schema, { rowLevelSecurity: false }).open())).toEqual([
    "invalid-input",
    expect.stringContaining("set it to true"),
  ]);
});

test("policies that bind the owner of some tables only are no reason to read the others without a word", async () => {
  const schema = await ownedSchema();
  const plain = (): PostgresStore => storeOf(owner, schema, { rowLevelSecurity: false });
  for (const table of SCOPED_TABLES.slice(1)) {
    await database.query(`alter table "${schema}".${table} no force row level security`);
  }
  expect(await refusal(plain().open())).toEqual([
    "invalid-input",
    expect.stringContaining("hides rows"),
  ]);
  const [first = "records"] = SCOPED_TABLES;
  await database.query(`alter table "${schema}".${first} no force row level security`);
  await plain().open();
  await database.newStore({ schema }).open();
});

test("a role that no policy binds is warned about, and one that they bind is not", async () => {
  warnings.length = 0;
  await storeOf(app, filled).open();
  expect(warnings).toEqual([]);
  await database.newStore({ schema: filled, ...SECURED }).open();
  expect(warnings).toEqual([expect.stringContaining("is a superuser")]);
  await database.query(`alter role "${app.name}" bypassrls`);
  warnings.length = 0;
  await storeOf(app, filled).open();
  expect(warnings).toEqual([expect.stringContaining("has BYPASSRLS")]);
  await database.query(`alter role "${app.name}" nobypassrls`);
});

test("a role with the grants may not migrate, and is told so", async () => {
  expect(await refusal(storeOf(app, database.newSchema()).open())).toEqual([
    "store-failed",
    expect.stringContaining("let an administrator"),
  ]);
});

async function plan(scopes: string, text: string): Promise<string> {
  const rows = await app.query(scopes, `explain (costs off) ${text}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

test("policies leave indexes in use, and are read once per statement", async () => {
  const schema = await securedSchema();
  // As if at random, and each time the same.
  const numbers = Array.from({ length: 8 }, (_, place) => `sin(i * ${place + 1.7})`).join(", ");
  for (const [scope, count] of [
    ["/t/1", 3_000],
    ["/t/2", 100],
  ] as const) {
    await database.query(
      `insert into "${schema}".vectors (scope, space, id, embedding)
        select '${scope}', 1, i::text, array[${numbers}]::real[]::vector from generate_series(1, ${count}) as i`,
    );
  }
  await database.query(
    `create index on "${schema}".vectors using hnsw ((embedding::vector(8)) vector_ip_ops) where scope = '/t/1' and space = 1`,
  );
  await database.query(`analyze "${schema}".vectors`);
  const exact = await plan(
    setting("/t/2"),
    `select id from "${schema}".vectors where scope = '/t/2' and space = 1 and id = '22'`,
  );
  expect(exact).toMatch(/Index Cond: .*scope = '\/t\/2'.*space = 1.*id = '22'/su);
  expect(exact).toMatch(/InitPlan/u);
  const nearest = await plan(
    setting("/t/1"),
    `select id from "${schema}".vectors where scope = '/t/1' and space = 1
      order by (embedding::vector(8)) <#> '[1,2,3,4,5,6,7,8]'::vector(8) limit 2`,
  );
  expect(nearest).toMatch(/Index Scan using \S+embedding/u);
});

const PAGE = readFileSync(
  new URL("../../../docs/stores/postgres-schema.md", import.meta.url),
  "utf8",
);

/** The blocks of SQL of the page, each as its statements, with other names. */
function sqlOfPage(names: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  return [...PAGE.matchAll(/^```sql\n([\s\S]*?)^```$/gmu)].map(([, block = ""]) =>
    block
      .replaceAll(/\bkioku(?:_\w+)?\b(?!\.scopes)/gu, (name) => names[name] ?? name)
      .split(/;\n+/u)
      .filter((statement) => statement.trim() !== ""),
  );
}

test("the SQL of the page does what it says", async () => {
  const schema = database.newSchema();
  const names = { kioku: schema, kioku_owner: pageOwner.name, kioku_app: pageApp.name };
  const [setUp = [], grants = [], look = [], ...more] = sqlOfPage(names);
  expect(more).toEqual([]);
  for (const statement of setUp) await database.query(statement);
  warnings.length = 0;
  await storeOf(pageOwner, schema).open();
  expect(grants).toEqual(
    grantsSql({ role: "kioku_app" }).map((text) =>
      text.replaceAll(/"(kioku\w*)"/gu, (_, name: string) => `"${names[name as "kioku"]}"`),
    ),
  );
  for (const statement of grants) await database.query(statement);
  await storeOf(pageApp, schema, { migrate: false }).open();
  expect(warnings).toEqual([]);
  for (const scope of ["/acme/ann", "/bob"]) {
    await database.query(await rowOf(schema, "records", scope));
  }
  const [begin, set, select, commit] = look;
  expect([begin, commit]).toEqual(["begin", "commit"]);
  const granted = /'(\{.*\})'/u.exec(set ?? "")?.[1];
  expect(await pageApp.query(granted, select ?? "")).toEqual([
    expect.objectContaining({ scope: "/acme/ann" }),
  ]);
});

/** A schema of the role `owner`, with the grants for the role `app`. */
async function ownedSchema(): Promise<string> {
  const schema = database.newSchema();
  await database.query(`create schema "${schema}" authorization "${owner.name}"`);
  await using store = storeOf(owner, schema);
  await store.open();
  for (const text of grantsSql({ role: app.name, schema })) await database.query(text);
  return schema;
}

const AT = new Date(Date.UTC(2100, 0, 1));
const SPACE = { id: "space", dimensions: 8 };
const VECTORS = clusteredVectors(240, SPACE.dimensions);

/** 240 records with vectors in one scope, and 3 in another. */
async function fill(store: PostgresStore): Promise<void> {
  const put = (scope: string, n: number): PutOp => {
    const content = `word${n % 7} and number${n}`;
    const [values = new Float32Array(0)] = VECTORS.slice(n);
    const search = searchEntry(content, [{ space: SPACE, values }]);
    return putOp(testRecord(n, { scope: [scope], content }), { search });
  };
  await store.write([...VECTORS.keys()].map((n) => put("large", n)));
  await store.write([1, 2, 3].map((n) => put("small", n)));
}

/** Records that a role finds in each scope, the same by both ways of searching. */
async function findsOf(role: AppRole, schema: string): Promise<readonly (readonly string[])[]> {
  const options = { client: role.client, schema, ...SECURED, migrate: false };
  const session = new StoreSession(resolveOptions(options));
  await session.open();
  await using store = postgresStore(options);
  await store.open();
  const finds: (readonly string[])[] = [];
  for (const scope of ["large", "small", "nobody"]) {
    const [values = new Float32Array(0)] = VECTORS;
    const request: SearchRequest = {
      selection: { within: [[scope]], reach: "here" },
      legs: [
        { type: "vector", space: "space", values },
        { type: "text", terms: ["word1"] },
      ],
      limit: 5,
    };
    const hits = await store.search(request);
    expect(await searchAsLarge(session, request)).toEqual(hits);
    finds.push(hits.map(({ id }) => id));
  }
  await session.close();
  return finds;
}

test.skipIf(SERVER_URL === undefined)(
  "an owner bound by the policies maintains and scrubs everything, and changes no answer",
  async () => {
    const schema = await ownedSchema();
    await using store = storeOf(owner, schema, { indexFrom: 200 });
    await store.open();
    await fill(store);
    const before = await findsOf(app, schema);
    expect(before.map(({ length }) => length)).toEqual([expect.any(Number), 3, 0]);
    const report = await store.maintain();
    expect(report).toMatchObject({ isBusy: false, built: [{ scope: ["large"], vectors: 240 }] });
    expect(await store.maintain()).toMatchObject({ built: [], kept: 1 });
    expect(await findsOf(app, schema)).toEqual(before);
    expect(await findsOf(owner, schema)).toEqual(before);
    await store.deleteWhere({ within: [["small"]], reach: "here" }, { at: AT, purge: true });
    const limits = await store.scrub();
    expect(limits.join(" ")).not.toContain("owner");
    const [left] = await database.query(
      `select count(*)::integer as records from "${schema}".records`,
    );
    expect(left).toEqual({ records: 240 });
  },
);

test("a role with the grants alone may not maintain, and is told what its scrub cannot do", async () => {
  const schema = await ownedSchema();
  await using store = storeOf(app, schema, { migrate: false, indexFrom: 200 });
  await store.open();
  await fill(store);
  expect(await refusal(store.maintain())).toEqual([
    "store-failed",
    expect.stringContaining("connect as the role that owns its tables"),
  ]);
  expect(await database.query(`select * from "${schema}".claims`)).toEqual([]);
  expect(await store.scrub()).toContainEqual(expect.stringContaining("Only the owner"));
});

async function linesOf(memory: Memory): Promise<readonly ExportLine[]> {
  const lines: ExportLine[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines;
}

test("a role with the grants alone searches, exports, imports, erases and sweeps", async () => {
  const schema = await ownedSchema();
  await using store = storeOf(app, schema, { migrate: false });
  await store.open();
  await fill(store);
  const [large, small] = await findsOf(app, schema);
  expect(large?.length).toBeGreaterThanOrEqual(5);
  expect(small).toHaveLength(3);
  const root = createMemory({ store });
  const lines = await linesOf(root.scope("small"));
  expect(await root.scope("copy").import(lines)).toMatchObject({ written: 3 });
  const again = await linesOf(root.scope("copy"));
  expect(again).toHaveLength(lines.length);
  expect(await root.scope("copy").erase(testRecord(1).id)).toMatchObject({
    records: [{ scope: ["copy"], id: testRecord(1).id }],
  });
  expect((await root.scope("copy").list()).items).toHaveLength(2);
  expect((await root.scope("small").list()).items).toHaveLength(3);
  await root.scope("copy").remember({ content: "gone soon", ttlMs: 1_000 });
  expect(await store.sweep(AT)).toHaveLength(1);
  const within = { within: [["large"]], reach: "here" } as const;
  expect(await store.deleteWhere(within, { at: AT, purge: true })).toHaveLength(240);
  expect(await store.countMissingVectors("space")).toBe(2);
});

test("a role with the grants alone cannot destroy what belongs to all", async () => {
  const schema = await ownedSchema();
  // As versions before granted it.
  await database.query(`grant delete on "${schema}".spaces, "${schema}".claims to "${app.name}"`);
  for (const text of grantsSql({ role: app.name, schema })) await database.query(text);
  await using store = storeOf(app, schema, { migrate: false });
  await store.open();
  await fill(store);
  for (const text of [
    `delete from "${schema}".spaces`,
    `update "${schema}".spaces set name = 'mine'`,
    `truncate "${schema}".spaces`,
    `select * from "${schema}".claims`,
    `insert into "${schema}".claims values ('maintain', 'me', 9e15)`,
    `delete from "${schema}".claims`,
    `delete from "${schema}".migrations`,
    `drop table "${schema}".records`,
    `alter table "${schema}".records disable row level security`,
    `drop policy scopes_granted on "${schema}".records`,
    `create index mine on "${schema}".records (id)`,
    `create trigger mine before insert on "${schema}".records for each row execute function suppress_redundant_updates_trigger()`,
    `create table "${schema}".mine (of_all text references "${schema}".spaces (name))`,
    `create or replace function "${schema}".get_records(text[]) returns text language sql as $$ select '' $$`,
    `alter function "${schema}".get_records owner to current_user`,
    `lock table "${schema}".spaces, "${schema}".migrations in access exclusive mode`,
    `insert into "${schema}".spaces overriding system value values (9e15, 'mine', 1, 'ready')`,
    `select setval('"${schema}".spaces_id_seq', 1)`,
    `update "${schema}".spaces set dimensions = 1`,
    `update "${schema}".vector_tables set built_at = 0`,
    `delete from "${schema}".tombstones`,
    `update "${schema}".tombstones set hash = ''`,
    ...SCOPED_TABLES.map((table) => `truncate "${schema}".${table}`),
  ]) {
    await expect(app.query(setting(""), text)).rejects.toMatchObject({ code: "42501" });
  }
  expect(await refusal(store.dropSpace("space"))).toEqual([
    "store-failed",
    expect.stringContaining("denied permission"),
  ]);
  expect(await store.countMissingVectors("space")).toBe(0);
  await using upkeep = storeOf(owner, schema);
  await upkeep.open();
  expect(await upkeep.dropSpace("space")).toBe(243);
  expect(await store.spaces()).toEqual([]);
});

test("of a scope that was erased only the tombstones keep the path", async () => {
  const schema = await ownedSchema();
  await using store = storeOf(app, schema, { migrate: false });
  await store.open();
  await fill(store);
  const root = createMemory({ store });
  await root.scope("small").forget(testRecord(2).id);
  await root.scope("small").remember({ content: "gone soon", ttlMs: 1_000 });
  await root.scope("large").remember({ content: "gone soon", ttlMs: 1_000 });
  await root.scope("brief").remember({ content: "gone soon", ttlMs: 1_000 });
  await store.sweep(AT);
  await root.scope("small").erase({ everything: true });
  await using upkeep = database.newStore({ schema, ...SECURED });
  await upkeep.open();
  await upkeep.scrub();
  const left = async (scope: string): Promise<readonly string[]> => {
    const found = SCOPED_TABLES.map((table) =>
      database.query(`select from "${schema}".${table} where scope = '/${scope}'`),
    );
    const rows = await Promise.all(found);
    return SCOPED_TABLES.filter((_, index) => (rows[index]?.length ?? 0) > 0);
  };
  expect(await left("small")).toEqual(["tombstones"]);
  expect(await left("brief")).toEqual([]);
  expect(await left("large")).toContain("scopes");
});

test("workers with the grants alone empty the queue of all scopes", async () => {
  const schema = await ownedSchema();
  await using store = storeOf(app, schema, { migrate: false });
  await store.open();
  const report = await queueWorkers([store], { jobs: 60, workers: 3 });
  expect(report.completed).toBeGreaterThan(30);
});

/**
 * The suite of every store, without indexes, so that no case is skipped. Dropping spaces needs more
 * than the grants give.
 */
const schemas = reusedSchemas(database, async () => {
  const schema = await securedSchema();
  await database.query(`grant delete on "${schema}".spaces to "${app.name}"`);
  return schema;
});

async function nextStore(): Promise<PostgresStore> {
  return storeOf(app, await schemas.next(), { migrate: false, indexFrom: false });
}

/** In process, unless all is asked for: half of what a policy could break most easily. */
const GROUPS: ReadonlySet<string> = new Set(["isolation", "queue", "tombstones"]);
const IS_WHOLE = bySize(1, 0) === 1;
/** By far the longest one, which the conformance suite has without policies. */
const LONGEST = /^histories tell every scope/u;
const CASES = storeConformance(nextStore).filter(
  ({ group, name }, index) =>
    IS_WHOLE || (GROUPS.has(group) && !LONGEST.test(name) && index % 2 === 0),
);

test.for(CASES)("with policies and grants only, $group: $name", async (one) => {
  await schemas.empty();
  expect(await one.run()).toEqual({ status: "passed" });
});
