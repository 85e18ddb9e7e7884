import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryRoot, Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import { compareWithReference, putOp, searchEntry, spaceVector, testRecord } from "@kioku/testing";
import { wordEmbedder } from "@kioku/testing/support";
import { expect, onTestFinished, test } from "vitest";

import { migrationSql, postgresStore, shardedStore, shardOfScope } from "../../src/index.js";
import type { MaintenanceProgress, PostgresStore, ShardedStoreOptions } from "../../src/index.js";
import { bySize } from "../support/by-size.js";
import { refusal } from "../support/refusal.js";
import { shardedSchemas } from "../support/sharded-stores.js";

const SHARDS = 4;
const { database, newName, make, query: queryShards } = await shardedSchemas(SHARDS);
const { client } = database;

/** A first element of a scope in each shard. */
const OWNERS = Array.from({ length: SHARDS }, (_, shard) => {
  for (let n = 0; ; n += 1)
    if (shardOfScope([`tenant ${n}`], SHARDS) === shard) return `tenant ${n}`;
});

async function openStore(name: string): Promise<PostgresStore> {
  const store = make(name);
  onTestFinished(() => store.close());
  await store.open();
  return store;
}

/** Numbers of the shards whose schemas have records of these scopes. */
async function whereIs(name: string): Promise<Record<string, readonly number[]>> {
  const found: Record<string, number[]> = {};
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const rows = await database.query(`select distinct scope from "${name}_${shard}".records`);
    for (const { scope } of rows) (found[String(scope)] ??= []).push(shard);
  }
  return found;
}

test("the shard of a scope never changes: it is in the documented bits of a hash", () => {
  const scopes: readonly Scope[] = [[], ["acme"], ["acme", "user-42"], ["é"], ["用户"], ["a\0b"]];
  expect(scopes.map((scope) => shardOfScope(scope, 64))).toEqual([0, 45, 45, 62, 6, 19]);
  expect(shardOfScope(["a\0b"], 64)).toBe(shardOfScope(["a\uFFFDb"], 64));
  const users = Array.from({ length: 64_000 }, (_, n) => `user-${n}`);
  const counts = Map.groupBy(users, (user) => shardOfScope([user], 64));
  const sizes = Array.from(counts.values(), ({ length }) => length);
  expect([sizes.length, Math.min(...sizes) > 850, Math.max(...sizes) < 1_150]).toEqual([
    64,
    true,
    true,
  ]);
});

test("all scopes of one first element are in its shard, and the root is in the first one", async () => {
  const name = newName();
  const store = await openStore(name);
  await store.sweep(new Date(0));
  const scopes = [[], ...OWNERS.flatMap((owner) => [[owner], [owner, "user", "session"]])];
  for (const [n, scope] of scopes.entries()) await store.write([putOp(testRecord(n, { scope }))]);
  const expected = Object.fromEntries(
    scopes.map((scope) => [scopeToPath(scope), [shardOfScope(scope, SHARDS)]]),
  );
  expect(await whereIs(name)).toEqual(expected);
});

test("a shard is made when it is first used, and maintaining makes all of them", async () => {
  const name = newName();
  const store = await openStore(name);
  const made = async (): Promise<unknown> => {
    const [row] = await database.query(
      `select count(*)::int as made from pg_namespace where nspname like '${name}%'`,
    );
    return row?.["made"];
  };
  expect(await made()).toBe(1);
  await store.write([putOp(testRecord(1, { scope: [OWNERS[2] ?? ""] }))]);
  expect(await made()).toBe(2);
  const heard: MaintenanceProgress[] = [];
  await store.write([putOp(testRecord(2, { scope: [OWNERS[1] ?? ""] }))]);
  const report = await store.maintain({ onProgress: (progress) => heard.push(progress) });
  expect(report).toMatchObject({ isBusy: false, built: [] });
  expect(await made()).toBe(SHARDS);
});

test("another number of shards, another order, or the schema of one shard alone is refused", async () => {
  const name = newName();
  const store = await openStore(name);
  await store.sweep(new Date(0));
  const cases: readonly [PostgresStore, string][] = [
    [shardedStore({ client, schema: name, shards: 3 }), "shard 0 of 4 and cannot be shard 0 of 3"],
    [postgresStore({ client, schema: `${name}_1` }), "shard 1 of 4 and cannot be a whole store"],
    [
      shardedStore({ stores: [1, 0, 2, 3].map((n) => ({ client, schema: `${name}_${n}` })) }),
      "shard 1 of 4 and cannot be shard 0 of 4",
    ],
  ];
  for (const [other, message] of cases) {
    onTestFinished(() => other.close());
    const [code, text] = await refusal(other.open());
    expect(code).toBe("invalid-input");
    expect(text).toContain(message);
  }
  const plain = `${newName()}_0`;
  await using whole = postgresStore({ client, schema: plain });
  await whole.open();
  await using divided = shardedStore({ client, schema: plain.slice(0, -2), shards: 4 });
  expect(await refusal(divided.open())).toEqual([
    "invalid-input",
    expect.stringContaining("was made as a whole store and cannot be shard 0 of 4"),
  ]);
});

test("shards that an administrator made by SQL are opened without migrating", async () => {
  const name = newName();
  for (let index = 0; index < SHARDS; index += 1) {
    const shard = { index, count: SHARDS };
    const extensionSchema = await schemaOfVector();
    const schema = `${name}_${index}`;
    for (const text of migrationSql({ schema, extensionSchema, shard })) await database.query(text);
  }
  await using store = make(name, { migrate: false });
  await store.open();
  expect(await store.sweep(new Date(0))).toEqual([]);
});

async function schemaOfVector(): Promise<string> {
  const [row] = await database.query(
    `select n.nspname as name from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace where extname = 'vector'`,
  );
  return String(row?.["name"]);
}

test.each([
  [{ client, shards: 0 }, "option shards must be an integer from 1 to 1024, not 0"],
  [{ client, shards: 1_025 }, "option shards"],
  [{ client, shards: "4" }, "option shards"],
  [{ client, shards: 100, schema: "s".repeat(61) }, "option schema must be a name"],
  [{ client, shards: 2, Shards: 2 }, 'no option "Shards"'],
  [{ shards: 2 }, "connectionString or client"],
  [{ stores: [] }, "option stores.length must be an integer from 1 to 1024, not 0"],
  [{ stores: [{}] }, "connectionString or client"],
  [{ stores: "many" }, "option stores.length"],
  [{ stores: [{ client }], shards: 2 }, 'no option "shards"'],
  [null, "takes an object of options, not null"],
])("options %# of a sharded store are refused", (options, message) => {
  expect(() => shardedStore(options as unknown as ShardedStoreOptions)).toThrow(message);
});

test("a space is named and dropped once for all shards, and its state reaches those that have it", async () => {
  const name = newName();
  const store = await openStore(name);
  const space = { id: "space", dimensions: 2 };
  const vectors = [spaceVector(space, [1, 0])];
  for (const [n, owner] of OWNERS.entries()) {
    const record = testRecord(n, { scope: [owner] });
    await store.write([putOp(record, { search: searchEntry(record.content, vectors) })]);
  }
  const states = async (): Promise<readonly unknown[]> =>
    (await queryShards(`select state from "${name}".spaces`)).map(({ state }) => state);
  await store.write([{ op: "space", space, state: "retired" }]);
  expect(await store.spaces()).toEqual([{ ...space, state: "retired" }]);
  await store.maintain();
  expect(await states()).toEqual(OWNERS.map(() => "retired"));
  expect(await store.dropSpace("space")).toBe(SHARDS);
  expect(await states()).toEqual([]);
});

/** Puts a record of the owner in a shard, with a vector of a width. */
function putWide(n: number, dimensions: number): ReturnType<typeof putOp> {
  const vector = spaceVector(
    { id: "space", dimensions },
    Array.from({ length: dimensions }, () => 1),
  );
  const record = testRecord(n, { scope: [OWNERS[n] ?? ""] });
  return putOp(record, { search: searchEntry(record.content, [vector]) });
}

test("of two stores that begin a space in two widths, one is refused and leaves nothing", async () => {
  const name = newName();
  const [one, other] = [await openStore(name), await openStore(name)];
  for (const store of [one, other]) await store.sweep(new Date(0));
  const results = await Promise.allSettled([
    one.write([putWide(1, 2)]),
    other.write([putWide(2, 3)]),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await queryShards(`select from "${name}".records`)).toHaveLength(1);
  const [known, ...others] = await one.spaces();
  expect(others).toEqual([]);
  const kept = await queryShards(`select dimensions from "${name}".spaces`);
  expect(new Set(kept.map(({ dimensions }) => dimensions))).toEqual(new Set([known?.dimensions]));
});

test("a space that another process has dropped is known again with its next vector", async () => {
  const name = newName();
  const [one, other] = [await openStore(name), await openStore(name)];
  await one.write([putWide(1, 2)]);
  expect(await other.dropSpace("space")).toBe(1);
  await one.write([putWide(2, 2)]);
  expect(await other.spaces()).toEqual([{ id: "space", dimensions: 2, state: "ready" }]);
});

test("a server that is down holds up no work on the others", async () => {
  const name = newName();
  const servers = [0, 1, 2].map((n) => ({ client, schema: `${name}_${n}` }));
  const down = { connectionString: "postgres://postgres@127.0.0.1:1/postgres" };
  const stores = [...servers.slice(0, 1), down, ...servers.slice(2)];
  await using store = shardedStore({ stores });
  await store.open();
  const owners = ["a", "b", "c", "d", "e", "f", "g"].filter((one) => shardOfScope([one], 3) !== 1);
  const now = testRecord(0).createdAt;
  for (const [n, owner] of owners.entries()) {
    const record = testRecord(n, { scope: [owner], expiresAt: now });
    const search = { ...searchEntry(record.content), embedAt: now };
    await store.write([putOp(record, { search })]);
  }
  const claim = async (): Promise<number> =>
    (await store.queue?.claim({ now, leaseMs: 60_000, limit: 10 }))?.length ?? 0;
  expect([await claim(), await refusal(claim())]).toEqual([
    owners.length,
    ["store-unavailable", expect.any(String)],
  ]);
  const maintained = new Set<string>();
  const phase = ({ shard }: MaintenanceProgress): unknown => maintained.add(String(shard));
  expect((await refusal(store.maintain({ onProgress: phase })))[0]).toBe("store-unavailable");
  expect((await refusal(store.sweep(new Date(now.getTime() + 1))))[0]).toBe("store-unavailable");
  for (const n of [0, 2]) {
    expect(await database.query(`select from "${name}_${n}".records`)).toEqual([]);
  }
});

const TOPICS = "bees honey hives roof garden wood paint tea train snow boat lamp".split(" ");

/** Remembers the same for every owner and the root. */
async function fill(root: MemoryRoot): Promise<void> {
  for (const [index, owner] of [...OWNERS, "another", "last"].entries()) {
    const memory = root.scope(owner, "user");
    const texts = TOPICS.flatMap((topic, n) =>
      Array.from({ length: 1 + ((n * 5 + index) % 4) }, (_, time) => {
        const other = TOPICS[(n + index + time + 1) % TOPICS.length];
        return `${owner} talked of ${topic} and ${other} ${time} times`;
      }),
    );
    await memory.rememberAll(texts);
  }
}

test(
  "a recall over all tenants ranks as one store does, to the digit",
  { tags: "long" },
  async () => {
    const embedder = wordEmbedder();
    const answers = [];
    for (const store of [make(newName()), database.newStore()]) {
      let ids = 0;
      const root = createMemory({
        store,
        embedder,
        clock: () => new Date("2026-01-01"),
        generateId: () => `id ${ids++}`,
      });
      onTestFinished(() => root.close());
      await fill(root);
      const found = [];
      for (const topic of TOPICS) {
        const query = `who talked of ${topic} and bees?`;
        const recalled = await root.recall({ query, reach: "below", minScore: 0, limit: 12 });
        found.push(
          recalled.map(({ scope, content, score }) => [
            scope.join("/"),
            content,
            score.toFixed(12),
          ]),
        );
      }
      answers.push(found);
    }
    expect(answers[0]?.flat().length).toBeGreaterThan(100);
    expect(answers[0]).toEqual(answers[1]);
  },
);

test("core's verbs from the root work over shards: import, reindex, sweep, forget, erase", async () => {
  const embedder = wordEmbedder();
  await using source = createMemory({ store: inMemoryStore() });
  await fill(source);
  const store = make(newName());
  await using root = createMemory({ store, embedder });
  const report = await root.import(source.export());
  expect(report).toMatchObject({ skipped: 0 });
  const all = await root.scopes({ limit: 100 });
  expect(all.items).toHaveLength(OWNERS.length + 2);
  expect(await store.countMissingVectors(embedder.id)).toBe(0);
  await store.dropSpace(embedder.id);
  expect(await root.reindex()).toBe(report.written);
  const forgotten = await root.forget({ everything: true }, { reach: "below", dryRun: true });
  expect(forgotten).toBe(report.written);
  expect((await root.erase({ everything: true }, { reach: "below" })).records).toHaveLength(
    forgotten,
  );
  expect(await root.sweep()).toMatchObject({ removed: 0 });
  expect((await root.scopes()).items).toEqual([]);
  expect((await root.import(source.export())).erased).toBe(report.written);
});

const seed = Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_126);

/** To write the records takes PGlite half a minute. */
test.skipIf(bySize(1, 0) === 0)(
  `what is read and found is what the reference has (seed ${seed})`,
  async () => {
    const questions = {
      "searches by text": 150,
      "searches by vector": 150,
      "searches by several legs": 200,
      listings: 500,
      neighbourhoods: 200,
      histories: 40,
      tombstones: 100,
    };
    const report = await compareWithReference(() => make(newName()), { questions, seed });
    expect(report.questions).toEqual(questions);
  },
);

test("a worker without work asks all shards at once, and finds the jobs of each", async () => {
  const calls: PropertyKey[] = [];
  const counted = new Proxy(client, {
    get(target, name) {
      if (name === "transaction" || name === "connect") calls.push(name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  await using store = shardedStore({ client: counted, shards: SHARDS, schema: newName() });
  await store.open();
  const { queue } = store;
  const claim = async (limit: number): Promise<readonly unknown[]> => {
    const jobs = await queue?.claim({ now: new Date(2_000), leaseMs: 60_000, limit });
    return (jobs ?? []).map(({ scope }) => scope[0]);
  };
  expect(await claim(8)).toEqual([]);
  calls.length = 0;
  expect(await claim(8)).toEqual([]);
  expect(calls).toHaveLength(1);
  for (const [n, owner] of OWNERS.entries()) {
    const search = { ...searchEntry("bees"), embedAt: new Date(1_000) };
    const op = putOp(testRecord(n, { scope: [owner ?? ""] }), { search });
    await store.write([op]);
  }
  const [first] = await claim(1);
  const [second, ...others] = [...(await claim(1)), ...(await claim(SHARDS))];
  expect(second).not.toBe(first);
  expect(new Set([first, second, ...others])).toEqual(new Set(OWNERS));
  expect(others).toHaveLength(OWNERS.length - 2);
});
