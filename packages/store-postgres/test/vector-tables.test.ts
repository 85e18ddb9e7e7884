import { setImmediate } from "node:timers/promises";

import type { SearchHit } from "@kioku/core/toolkit";
import { deleteOp, Picker, putOp, searchEntry, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import type { PostgresStore } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { clusteredVectors } from "./support/clustered.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { failingClient } from "./support/failing-client.js";
import { fillScope, idOf } from "./support/fill-scope.js";
import { hideFunctions } from "./support/hide-functions.js";
import { inconsistencies } from "./support/inconsistencies.js";
import { somePuts, SPACE, unitVector } from "./support/some-puts.js";

const database = await testDatabase();
const SPACE_NAME = "space 1";
const LARGE = 1_050;
const VECTORS = clusteredVectors(LARGE, 4);

interface Ways {
  readonly schema: string;
  /** Moves the scope to a table of its own. */
  readonly in: PostgresStore;
  /** Moves it back. */
  readonly back: PostgresStore;
}

/** Two stores of a schema that want opposite things. */
async function bothWays(client = database.client): Promise<Ways> {
  const schema = database.newSchema();
  const ways = {
    schema,
    in: database.newStore({ client, schema, indexFrom: 100 }),
    back: database.newStore({ client, schema, indexFrom: false }),
  };
  await ways.in.open();
  await ways.back.open();
  return ways;
}

async function ownTables(schema: string): Promise<number> {
  const [row] = await database.query(
    `select count(*)::integer as count from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'r' and c.relname ~ '^vectors_[0-9a-f]{32}$'`,
    [schema],
  );
  return Number(row?.["count"]);
}

async function searchLarge(
  store: PostgresStore,
  query: Float32Array,
): Promise<readonly SearchHit[]> {
  return store.search({
    legs: [{ type: "vector", space: SPACE_NAME, values: query }],
    selection: { within: [["large"]], reach: "here" },
    limit: LARGE,
  });
}

test("a move that breaks off anywhere loses and doubles nothing, and the next one ends it", async () => {
  const breaking = failingClient(database.client);
  const { schema, ...ways } = await bothWays(breaking.client as typeof database.client);
  await fillScope(database, { schema, scope: "/large", space: 1, vectors: VECTORS });
  const reader = database.newStore({ schema, indexFrom: 100 });
  await reader.open();
  const some = [0, 1, 999, 1_000, 1_049];
  const refs = some.map((n) => ({ scope: ["large"], id: idOf(n) }));
  const query = VECTORS[7] ?? new Float32Array();
  const steps = bySize(1, 51);
  let seen = 0;
  for (let nth = 1; nth < 60; nth += steps) {
    for (const way of [ways.in, ways.back]) {
      breaking.breakAt(nth, nth % 2 === 0);
      await way.maintain().catch(() => undefined);
      breaking.breakAt(Number.POSITIVE_INFINITY, false);
      await database.query(`delete from "${schema}".claims`);
      expect(await inconsistencies(database, schema)).toEqual([]);
      const found = await reader.vectors(SPACE_NAME, refs);
      expect(found.map((vector) => vector?.length)).toEqual(some.map(() => 4));
      expect(new Set((await searchLarge(reader, query)).map(({ id }) => id)).size).toBe(LARGE);
      expect(await reader.countMissingVectors(SPACE_NAME)).toBe(0);
      seen |= 1 << (await ownTables(schema));
    }
  }
  expect(seen).toBeGreaterThan(1);
  await ways.in.maintain();
  expect(await ways.in.maintain()).toMatchObject({ built: [], kept: 1, dropped: 0 });
  expect(await ownTables(schema)).toBe(1);
  await ways.back.maintain();
  expect(await ownTables(schema)).toBe(0);
  expect(await inconsistencies(database, schema)).toEqual([]);
  for (const store of [ways.in, ways.back, reader]) await store.close();
});

function vectorOf(n: number): Float32Array {
  return unitVector(new Picker(n + 100));
}

test("what is written, replaced, erased and dropped is where it belongs, whole and half moved", async () => {
  const { schema, ...ways } = await bothWays();
  const store = ways.in;
  const picker = new Picker(3);
  const puts = somePuts(picker, ["large"], 150);
  await store.write(puts);
  const changed = puts.map(({ record }) => record);
  const embed = (from: number, to: number): ReturnType<typeof store.write> =>
    store.write(
      changed.slice(from, to).map((record, n) => ({
        op: "embed" as const,
        scope: record.scope,
        id: record.id,
        textHash: searchEntry(record.content).textHash,
        vector: { space: SPACE, values: vectorOf(from + n) },
      })),
    );
  const states: readonly (() => Promise<unknown>)[] = [
    () => store.maintain(),
    // As a move that broke off would leave it.
    () => halfMoved(schema, false),
    () => halfMoved(schema, true),
    () => ways.back.maintain(),
  ];
  for (const [round, reach] of states.entries()) {
    await reach();
    const [from, to] = [round * 30, round * 30 + 20];
    expect((await embed(from, to)).every(({ applied }) => applied)).toBe(true);
    const refs = changed.slice(from, to);
    expect(await store.vectors(SPACE.id, refs)).toEqual(refs.map((_, n) => vectorOf(from + n)));
    await store.write(refs.slice(0, 5).map((record) => deleteOp(record, { purge: true })));
    const fresh = testRecord(1_000 + round, { scope: ["large"], content: "fresh cat" });
    const search = searchEntry("fresh cat", [{ space: SPACE, values: vectorOf(round) }]);
    await store.write([putOp(fresh, { search })]);
    expect(await store.vectors(SPACE.id, [fresh])).toEqual([vectorOf(round)]);
    expect(await store.countMissingVectors(SPACE.id)).toBe(0);
    const missing = { within: [["large"]], reach: "here", missingVectorIn: SPACE.id } as const;
    expect(
      (await store.list({ ...missing, limit: 5, orderBy: "createdAt", order: "asc" })).items,
    ).toEqual([]);
    expect(await inconsistencies(database, schema)).toEqual([]);
  }
  await store.maintain();
  const everything = { within: [["large"]], reach: "below", includeArchived: true } as const;
  await store.deleteWhere(everything, { purge: true, at: new Date() });
  expect(await database.query(`select scope from "${schema}".vector_tables`)).toEqual([]);
  await store.scrub();
  expect(await ownTables(schema)).toBe(0);
  await store.write(puts);
  await store.maintain();
  expect(await ownTables(schema)).toBe(1);
  expect(await store.dropSpace(SPACE.id)).toBe(150);
  expect(await ownTables(schema)).toBe(0);
  expect(await inconsistencies(database, schema)).toEqual([]);
  await ways.back.close();
  await store.close();
});

/** Puts some of the vectors of the only own table to where they came from, or are going. */
async function halfMoved(schema: string, leaves: boolean): Promise<void> {
  const [row] = await database.query(`select name from "${schema}".vector_tables`);
  const own = `"${schema}"."${String(row?.["name"])}"`;
  await database.query(
    `update "${schema}".vector_tables set built_at = null, leaves = ${String(leaves)}`,
  );
  await database.query(`
    with moved as (delete from ${own} where right(id, 1) in ('1', '2', '3', 'a') returning *)
    insert into "${schema}".vectors select * from moved`);
}

test("a small scope whose vectors have a table of their own is found whole, by function and by statement", async () => {
  const { schema, in: filling } = await bothWays();
  const picker = new Picker(9);
  const records = Array.from({ length: 120 }, (_, n) => testRecord(n, { scope: ["small"] }));
  await filling.write(
    records.map((record) => {
      const vectors = [{ space: SPACE, values: unitVector(picker) }];
      return putOp(record, { search: searchEntry(record.content, vectors) });
    }),
  );
  await filling.maintain();
  expect(await ownTables(schema)).toBe(1);
  for (const hidden of [false, true]) {
    if (hidden) await hideFunctions(database, schema);
    // It has seen no table yet.
    await using fresh = database.newStore({ schema });
    await fresh.open();
    const hits = await fresh.search({
      legs: [{ type: "vector", space: SPACE.id, values: unitVector(picker) }],
      selection: { within: [["small"]], reach: "here" },
      limit: 200,
    });
    expect(hits.filter(({ scores }) => scores[0] !== undefined)).toHaveLength(records.length);
  }
});

test("scopes of one search have their vectors here and there, and are ranked together", async () => {
  const { schema, ...ways } = await bothWays();
  const exact = database.newStore({ indexFrom: false });
  await exact.open();
  const picker = new Picker(8);
  const puts = [
    ...somePuts(picker, ["t", "large"], 130),
    ...somePuts(picker, ["t", "other"], 120),
    ...somePuts(picker, ["t", "small"], 40),
  ];
  for (const store of [ways.in, exact]) await store.write(puts);
  await ways.in.maintain();
  expect(await ownTables(schema)).toBe(2);
  for (const within of [
    [["t"]],
    [
      ["t", "large"],
      ["t", "small"],
    ],
    [["t", "small"]],
    [["t", "other"]],
  ]) {
    const request = {
      legs: [
        { type: "vector", space: SPACE.id, values: unitVector(picker) },
        { type: "text", terms: ["cat", "tea"] },
      ],
      selection: { within, reach: "below" },
      limit: 30,
      around: 1,
    } as const;
    expect(await ways.in.search(request)).toEqual(await exact.search(request));
  }
  for (const store of [ways.in, ways.back, exact]) await store.close();
});

test.skipIf(SERVER_URL === undefined)(
  "more own tables than one union reads are searched, listed and counted as one table",
  async () => {
    const { schema, ...ways } = await bothWays();
    const exact = database.newStore({ indexFrom: false });
    await exact.open();
    const picker = new Picker(5);
    const scopes = Array.from({ length: 34 }, (_, n) => ["t", `large ${n}`]);
    const puts = scopes.flatMap((scope) => somePuts(picker, scope, 100));
    const late = scopes.map((scope, n) => {
      const record = testRecord(90_000 + n, { scope, content: "late tea" });
      return putOp(record, { search: searchEntry(record.content) });
    });
    for (const store of [ways.in, exact]) await store.write([...puts, ...late]);
    await ways.in.maintain();
    expect(await ownTables(schema)).toBe(34);
    const all = { within: [["t"]], reach: "below" } as const;
    for (const kinds of [undefined, ["rare"]]) {
      const request = {
        legs: [
          { type: "vector", space: SPACE.id, values: unitVector(picker) },
          { type: "text", terms: ["late", "cat"] },
        ],
        selection: kinds ? { ...all, kinds } : all,
        limit: 20,
        around: 1,
      } as const;
      expect(await ways.in.search(request)).toEqual(await exact.search(request));
    }
    const missing = {
      ...all,
      missingVectorIn: SPACE.id,
      orderBy: "createdAt",
      order: "asc",
    } as const;
    const page = { ...missing, limit: 50 };
    expect((await ways.in.list(page)).items.map(({ id }) => id)).toEqual(
      (await exact.list(page)).items.map(({ id }) => id),
    );
    expect(await ways.in.countMissingVectors(SPACE.id)).toBe(34);
    expect(await ways.in.dropSpace(SPACE.id)).toBe(3_400);
    expect(await ownTables(schema)).toBe(0);
    for (const store of [ways.in, ways.back, exact]) await store.close();
  },
);

test.skipIf(SERVER_URL === undefined)(
  "readers, writers and workers notice nothing while a scope moves there and back",
  async () => {
    const { schema, ...ways } = await bothWays();
    const reader = database.newStore({ schema, indexFrom: 100 });
    await reader.open();
    const picker = new Picker(21);
    const fixed = somePuts(picker, ["large"], 200);
    await reader.write(fixed);
    const refs = fixed.map(({ record }) => ({ scope: record.scope, id: record.id }));
    const { queue } = ways.back;
    if (!queue) throw new Error("there is a queue");
    const over = new AbortController();
    const last = new Map<string, Float32Array>();
    const repeat = async (work: (n: number) => Promise<void>): Promise<number> => {
      let n = 0;
      for (; !over.signal.aborted; n += 1) {
        await work(n);
        await setImmediate();
      }
      return n;
    };
    const work = [
      repeat(async () => {
        const hits = await reader.search({
          legs: [{ type: "vector", space: SPACE.id, values: unitVector(picker) }],
          selection: { within: [["large"]], reach: "here", kinds: ["note", "rare"] },
          limit: 2_000,
        });
        const found = new Set(hits.map(({ id }) => id));
        expect(found.size).toBe(hits.length);
        expect(refs.filter(({ id }) => !found.has(id))).toEqual([]);
      }),
      repeat(async () => {
        const vectors = await reader.vectors(SPACE.id, refs);
        expect(vectors.every((vector) => vector !== undefined)).toBe(true);
      }),
      repeat(async (n) => {
        const record = testRecord(5_000 + (n % 50), {
          scope: ["large"],
          content: `cat ${n}`,
          kind: "moving",
          version: Math.floor(n / 50) + 1,
        });
        const values = unitVector(picker);
        await ways.in.write([
          putOp(record, { search: searchEntry(record.content, [{ space: SPACE, values }]) }),
        ]);
        last.set(record.id, values);
      }),
      repeat(async (n) => {
        const record = testRecord(9_000 + n, {
          scope: ["large"],
          content: `tea ${n}`,
          kind: "queued",
        });
        await ways.back.write([
          putOp(record, { search: { ...searchEntry(record.content), embedAt: new Date(0) } }),
        ]);
        const jobs = await queue.claim({ now: new Date(), leaseMs: 60_000, limit: 5 });
        const values = unitVector(picker);
        await queue.complete({
          jobs: jobs.map((job) => ({ ...job, vectors: [{ space: SPACE, values }] })),
        });
        for (const { id } of jobs) last.set(id, values);
      }),
    ];
    const all = Promise.all(work);
    try {
      for (let round = 0; round < bySize(30, 6); round += 1) {
        await Promise.race([ways.in.maintain(), all]);
        await Promise.race([ways.back.maintain(), all]);
      }
    } finally {
      over.abort();
    }
    expect(Math.min(...(await all))).toBeGreaterThan(0);
    expect(await inconsistencies(database, schema)).toEqual([]);
    const ids = [...last.keys()];
    expect(
      await reader.vectors(
        SPACE.id,
        ids.map((id) => ({ scope: ["large"], id })),
      ),
    ).toEqual([...last.values()]);
    for (const store of [ways.in, ways.back, reader]) await store.close();
  },
);
