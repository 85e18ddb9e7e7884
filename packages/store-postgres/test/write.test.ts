import { inMemoryStore, MemoryError, type MemoryRecord } from "@kioku/core";
import type { CompleteStore, PutOp, WriteOp } from "@kioku/core/toolkit";
import {
  deleteOp,
  Picker,
  putOp,
  searchEntry,
  spaceVector,
  testId,
  testRecord,
} from "@kioku/testing";
import { expect, test } from "vitest";

import { bySize } from "./support/by-size.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { inconsistencies } from "./support/inconsistencies.js";
import { randomBatch, someInstant, someScope } from "./support/random-batch.js";
import { spyingClient } from "./support/spying-client.js";

/** Some tests are for `npm run test:full` alone. */
const IS_FULL = bySize(1, 0) === 1;

const database = await testDatabase();
const seed = Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_122);
const LATER = new Date(Date.UTC(2027, 0, 1));
const EVERYTHING = { within: [[]], reach: "below", limit: 1_000 } as const;

/** Returns the outcome of a call, comparable between two stores. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return String(error);
  }
}

/** All that a store has. */
async function contentOf(store: CompleteStore): Promise<unknown> {
  const histories = await store.histories(EVERYTHING);
  const spaces = await store.spaces();
  const listed = {
    ...EVERYTHING,
    includeArchived: true,
    orderBy: "createdAt",
    order: "asc",
  } as const;
  const { items } = await store.list(listed);
  const ids = ["narrow", "wide"];
  return {
    histories,
    items,
    spaces: spaces.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    vectors: await Promise.all(ids.map((id) => store.vectors(id, items))),
    missing: await Promise.all(ids.map((id) => store.countMissingVectors(id))),
    tombstones: await store.tombstones(EVERYTHING),
    keys: await store.get(
      items.flatMap(({ scope }) =>
        ["once", "twice"].map((idempotencyKey) => ({ scope, idempotencyKey })),
      ),
      { now: new Date(0) },
    ),
  };
}

function statuses(results: readonly PromiseSettledResult<unknown>[]): readonly string[] {
  return results.map(({ status }) => status).toSorted();
}

function codeOf(error: unknown): string | undefined {
  return MemoryError.is(error) ? error.code : undefined;
}

async function randomCall(picker: Picker, [a, b]: readonly CompleteStore[]): Promise<unknown[]> {
  const stores = [a, b].filter((store) => store !== undefined);
  const each = (call: (store: CompleteStore) => Promise<unknown>): Promise<unknown[]> =>
    Promise.all(stores.map((store) => outcomeOf(call(store))));
  const kind = picker.integer(40);
  const at = someInstant(picker);
  if (kind === 0) return each((store) => store.dropSpace("wide"));
  if (kind === 1) return each(async (store) => sorted(await store.sweep(at)));
  if (kind < 4) {
    const reach = picker.one(["here", "below"] as const);
    const selection = { within: [someScope(picker)], reach, includeArchived: picker.chance(0.7) };
    const options = { at, purge: picker.chance(0.5), cause: "a cause" };
    return each(async (store) => sorted(await store.deleteWhere(selection, options)));
  }
  if (kind < 8) {
    const strength = { stabilityDays: picker.number() * 9, uses: 1, lastUsedAt: at };
    const updates = [1, 2, 2, 9].map((n) => ({
      scope: someScope(picker),
      id: testId(n),
      strength,
    }));
    return each((store) => store.strengthen(updates));
  }
  if (stores[0] === undefined) return [];
  const ops = await randomBatch(picker, stores[0]);
  return each((store) => store.write(ops));
}

function sorted<T>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const ROUNDS = bySize(500, 150);

test(`random batches do what they do to the reference (seed ${seed})`, async () => {
  const picker = new Picker(seed);
  const schema = database.newSchema();
  await using reference = inMemoryStore();
  await using store = database.newStore({ schema });
  await reference.open();
  await store.open();
  const seen = { applied: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [expected, actual] = await randomCall(picker, [reference, store]);
    expect(actual).toEqual(expected);
    seen[typeof expected === "string" ? "refused" : "applied"] += 1;
    if (round % bySize(10, 50) > 0 && round < ROUNDS - 1) continue;
    expect(await contentOf(store)).toEqual(await contentOf(reference));
  }
  expect(await inconsistencies(database, schema)).toEqual([]);
  expect(seen.refused).toBeGreaterThan(ROUNDS / 25);
  expect(seen.applied).toBeGreaterThan(ROUNDS / 2.5);
});

test("a batch whose last op fails leaves nothing of the others", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  await store.write([putOp(testRecord(1, { key: "taken" }))]);
  const before = await contentOf(store);
  const vector = spaceVector({ id: "narrow", dimensions: 2 }, [1, 0]);
  const ops: WriteOp[] = [
    putOp(testRecord(2), { idempotencyKey: "once" }),
    deleteOp(testRecord(1)),
    { op: "tombstone", scope: ["test"], hash: "x", at: LATER },
    { op: "space", space: vector.space, state: "building" },
  ];
  const failing: readonly WriteOp[] = [
    putOp(testRecord(2)),
    deleteOp(testRecord(3), { ifVersion: 1 }),
    { op: "space", space: { ...vector.space, dimensions: 3 }, state: "ready" },
  ];
  for (const last of failing) {
    await expect(store.write([...ops, last])).rejects.toMatchObject({
      code: last.op === "space" ? "vector-space-mismatch" : "conflict",
    });
  }
  expect(await contentOf(store)).toEqual(before);
  expect(await inconsistencies(database, schema)).toEqual([]);
});

test("keys may change hands within a batch", async () => {
  await using store = database.newStore();
  await store.open();
  const [a, b] = [testRecord(1, { key: "a" }), testRecord(2, { key: "b" })];
  await store.write([putOp(a), putOp(b)]);
  const { key: _key, ...free } = a;
  await store.write([
    putOp({ ...free, version: 2 }),
    putOp({ ...b, key: "a", version: 2 }),
    putOp({ ...a, key: "b", version: 3 }),
  ]);
  const found = await store.get(
    ["a", "b"].map((key) => ({ scope: ["test"], key })),
    { now: LATER },
  );
  expect(found.map((record) => record?.id)).toEqual([b.id, a.id]);
});

test.skipIf(!IS_FULL)("1,000 scopes and 10,000 records go in one batch", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  const ops = Array.from({ length: 10_000 }, (_, n) =>
    putOp(testRecord(n, { scope: ["many", `${n % 1_000}`] })),
  );
  const results = await store.write(ops);
  expect(results.filter(({ applied }) => applied)).toHaveLength(10_000);
  const within = { within: [["many"]], reach: "below" } as const;
  expect(await store.deleteWhere(within, { at: LATER })).toHaveLength(10_000);
  const [kept] = await database.query(
    `select count(*)::integer as versions from "${schema}".history`,
  );
  expect(kept).toEqual({ versions: 20_000 });
  expect(await inconsistencies(database, schema)).toEqual([]);
});

/** Longer than a text of JavaScript can be, all together. */
const HUGE = { count: 130, length: 4_194_304 };

test.skipIf(SERVER_URL === undefined)(
  "texts that make no one text together are written and deleted in one call",
  async () => {
    const schema = database.newSchema();
    await using store = database.newStore({ schema });
    await store.open();
    const filling = "x".repeat(HUGE.length - 3);
    const puts = Array.from({ length: HUGE.count }, (_, n) => {
      const put = putOp(testRecord(n), { search: "none" });
      return { ...put, record: { ...put.record, content: `${100 + n}${filling}` } };
    });
    await store.write(puts);
    const within = { within: [["test"]], reach: "here", includeArchived: true } as const;
    const deleted = await store.deleteWhere(within, { at: LATER });
    expect(new Set(deleted.map(({ id }) => id)).size).toBe(HUGE.count);
    const versions = `select count(*)::integer as all, coalesce(max(length(snapshot::text)), 0) as longest
      from "${schema}".history`;
    const [kept] = await database.query(versions);
    expect(kept?.["all"]).toBe(2 * HUGE.count);
    expect(kept?.["longest"]).toBeGreaterThan(HUGE.length);
    await store.deleteWhere(within, { at: LATER, purge: true });
    expect(await database.query(versions)).toEqual([{ all: 0, longest: 0 }]);
  },
);

test("what is purged or swept is not read", async () => {
  const schema = database.newSchema();
  const heard: string[] = [];
  const client = spyingClient(database.client, (text) => heard.push(text));
  await using store = database.newStore({ schema, client });
  await store.open();
  const record = testRecord(1, { content: "long ".repeat(99), expiresAt: LATER });
  const within = { within: [["test"]], reach: "here" } as const;
  const removals: readonly (readonly [() => Promise<readonly unknown[]>, boolean])[] = [
    [() => store.sweep(LATER), false],
    [() => store.deleteWhere(within, { at: LATER, purge: true }), false],
    [() => store.deleteWhere(within, { at: LATER }), true],
  ];
  for (const [remove, isRead] of removals) {
    await store.write([putOp(record)]);
    heard.length = 0;
    expect(await remove()).toHaveLength(1);
    expect(heard.filter((text) => text.includes("r.content,"))).toHaveLength(Number(isRead));
    expect(await inconsistencies(database, schema)).toEqual([]);
  }
});

test("a text that a segment covers gets a grave when it goes or changes, and no other", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  await store.write([1, 2, 3, 4].map((n) => putOp(testRecord(n))));
  await database.query(
    `insert into "${schema}".segments (scope, generation, covers, numbers, documents, horizon)
     select '/test', 1, max(number), '', count(*), max(number) from "${schema}".records`,
  );
  const changed = testRecord(2, { version: 2, content: "else" });
  await store.write([
    putOp(testRecord(5)),
    deleteOp(testRecord(1)),
    putOp(changed),
    putOp(testRecord(3, { version: 2 }), { search: "keep" }),
  ]);
  await store.write([deleteOp(testRecord(5)), putOp({ ...changed, version: 3 })]);
  const graves = await database.query(
    `select (g.number - s.first_number)::integer as number
     from "${schema}".graves as g join "${schema}".scopes as s using (scope) order by 1`,
  );
  expect(graves).toEqual([{ number: 1 }, { number: 2 }]);
});

test("each scope counts its texts and jobs, and goes on higher when it is made anew", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  const embedAt = new Date(0);
  const texts = ["one", "two", "one"].map((scope, n) => testRecord(n, { scope: [scope] }));
  const put = async (records: readonly MemoryRecord[]): Promise<void> => {
    const search = { ...searchEntry("text"), embedAt };
    await store.write(records.map((record) => putOp(record, { search })));
  };
  const numbers = async (): Promise<readonly unknown[]> => {
    const rows = await database.query(
      `select r.scope, r.number - s.first_number as text, j.number - s.first_number as job, s.numbers
       from "${schema}".records as r join "${schema}".scopes as s using (scope)
       join "${schema}".embedding_jobs as j using (scope, id) order by 1, 2`,
    );
    return rows.map((row) => Object.values(row).map(String));
  };
  await put(texts);
  await put([testRecord(3, { scope: ["two"] })]);
  expect(await numbers()).toEqual([
    ["/one", "1", "3", "4"],
    ["/one", "2", "4", "4"],
    ["/two", "1", "2", "4"],
    ["/two", "3", "4", "4"],
  ]);
  expect(await inconsistencies(database, schema)).toEqual([]);
  const last = async (): Promise<number> => {
    const [row] = await database.query(
      `select max(number)::float8 as last from "${schema}".records where scope = '/one'`,
    );
    return Number(row?.["last"]);
  };
  const before = await last();
  await store.deleteWhere({ within: [["one"]], reach: "here" }, { at: LATER, purge: true });
  await put(texts.filter(({ scope }) => scope[0] === "one"));
  expect(await last()).toBeGreaterThan(before);
});

test("a call that was aborted leaves nothing", async () => {
  await using store = database.newStore();
  await store.open();
  const aborter = new AbortController();
  const writing = store.write([putOp(testRecord(1))], { signal: aborter.signal });
  aborter.abort(new Error("enough"));
  await expect(writing).rejects.toThrow("enough");
  expect(await store.history(testRecord(1))).toEqual([]);
  await store.write([putOp(testRecord(1))]);
});

test("vectors of two new spaces of one name and two widths do not both get in", async () => {
  await using store = database.newStore();
  await store.open();
  const written = await Promise.allSettled(
    [2, 3].map((dimensions) => {
      const values = Array.from({ length: dimensions }, () => 1);
      const vector = spaceVector({ id: "narrow", dimensions }, values);
      const record = testRecord(1, { scope: [`${dimensions}`] });
      const { search } = putOp(record);
      if (typeof search !== "object") throw new TypeError("there is no search entry");
      return store.write([putOp(record, { search: { ...search, vectors: [vector] } })]);
    }),
  );
  expect(written.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = written.find((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "vector-space-mismatch" });
});

test("a record whose deletion others race with keeps no strength", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  const strength = { stabilityDays: 1, uses: 1 };
  for (let n = 0; n < 20; n += 1) {
    const record = testRecord(n);
    await store.write([putOp(record)]);
    await Promise.all([
      store.strengthen([{ ...record, strength }]),
      store.write([deleteOp(record)]),
      store.strengthen([{ ...record, strength }]),
    ]);
  }
  expect(await inconsistencies(database, schema)).toEqual([]);
});

test("a record that is restored while others strengthen it has one strength", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  const own = { stabilityDays: 7, uses: 3, lastUsedAt: LATER };
  const others = { stabilityDays: 1, uses: 1, lastUsedAt: LATER };
  for (let n = 0; n < 30; n += 1) {
    const record = testRecord(n, n % 2 === 0 ? { strength: own } : {});
    const revision = {
      version: 1,
      change: "created",
      at: LATER,
      searchable: true,
      record,
    } as const;
    const put = putOp(record);
    await store.write([put]);
    await store.strengthen([{ ...record, strength: others }]);
    const { search, contentHash } = put;
    if (search === "keep") throw new TypeError("it has a text");
    const { scope, id } = record;
    const revisions = [revision];
    const common = { scope, id, revisions, search, contentHash, idempotencyKeys: [] };
    await Promise.all([
      store.strengthen([{ ...record, strength: others }]),
      store.write([{ op: "restore", ...common }]),
      store.strengthen([{ ...record, strength: others }]),
    ]);
    const [found] = await store.get([record], { now: new Date(0) });
    expect([record.strength, others]).toContainEqual(found?.strength);
  }
  expect(await inconsistencies(database, schema)).toEqual([]);
});

test.skipIf(SERVER_URL === undefined)(
  "with advisory locks, eight writers of one scope get in each other's way in no way",
  async () => {
    const schema = database.newSchema();
    await using store = database.newStore({ schema });
    await store.open();
    const writers = Array.from({ length: 8 }, (_, writer) => writer);
    const race = async (
      put: (writer: number) => PutOp,
    ): Promise<readonly PromiseSettledResult<unknown>[]> =>
      Promise.allSettled(writers.map((writer) => store.write([put(writer)])));

    // The same key: one gets it, the others are told.
    const keyed = await race((n) => putOp(testRecord(n, { key: "one" })));
    expect(statuses(keyed)).toEqual(["fulfilled", ...Array.from({ length: 7 }, () => "rejected")]);
    const refused = keyed.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => codeOf(reason))).toEqual(
      Array.from({ length: 7 }, () => "conflict"),
    );
    // The same idempotency key, and the same content: one writes, the others get what it wrote.
    const replayed = await race((n) => putOp(testRecord(100 + n), { idempotencyKey: "one" }));
    const unique = await race((n) =>
      putOp(testRecord(200 + n, { content: "same" }), { unlessDuplicate: true }),
    );
    expect(statuses([...replayed, ...unique])).not.toContain("rejected");
    const rows = await database.query(
      `select count(*) filter (where id between $1 and $2)::integer as replayed,
       count(*) filter (where content = 'same')::integer as same from "${schema}".records`,
      [testId(100), testId(199)],
    );
    expect(rows).toEqual([{ replayed: 1, same: 1 }]);
    // The next version of one record: each tries until it is the one who writes it.
    await Promise.all(
      writers.map(async () => {
        for (let written = 0; written < 5;) {
          const versions = await store.history(testRecord(300));
          const version = (versions.at(-1)?.version ?? 0) + 1;
          const done = await Promise.allSettled([
            store.write([putOp(testRecord(300, { version }))]),
          ]);
          if (done[0].status === "fulfilled") written += 1;
        }
      }),
    );
    const versions = await store.history(testRecord(300));
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    );
    expect(await inconsistencies(database, schema)).toEqual([]);
  },
);

test.skipIf(SERVER_URL === undefined)(
  "with advisory locks, writers of the same scopes in different orders all get through",
  async () => {
    const schema = database.newSchema();
    await using store = database.newStore({ schema });
    await store.open();
    const scopes = Array.from({ length: 6 }, (_, n) => [`${n}`]);
    const rounds = Array.from({ length: 8 }, async (_, writer) => {
      const picker = new Picker(seed + writer);
      for (let round = 0; round < 10; round += 1) {
        const n = writer * 100 + round;
        const order = scopes.toSorted(() => (picker.chance(0.5) ? 1 : -1));
        await store.write(order.map((scope) => putOp(testRecord(n, { scope }))));
        const strength = { stabilityDays: 1, uses: 1 };
        await store.strengthen(order.map((scope) => ({ scope, id: testId(n), strength })));
        if (round % 3 === 0)
          await store.deleteWhere({ within: [picker.one(scopes)], reach: "here" }, { at: LATER });
      }
    });
    await Promise.all(rounds);
    expect(await inconsistencies(database, schema)).toEqual([]);
  },
);
