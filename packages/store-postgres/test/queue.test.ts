import { createMemory } from "@kioku/core";
import { putOp, queueWorkers, searchEntry, spaceVector, testRecord } from "@kioku/testing";
import { Client } from "pg";
import { expect, test } from "vitest";

import type { PostgresStore } from "../src/index.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { holdRows, whoWaitsFor } from "./support/held-rows.js";
import type { Holder } from "./support/held-rows.js";
import { inconsistencies } from "./support/inconsistencies.js";

const database = await testDatabase();
const JOBS = SERVER_URL === undefined ? 300 : 2_000;

test("eight workers give each text one vector, whatever happens to them", async () => {
  const schema = database.newSchema();
  const stores = [database.newStore({ schema }), database.newStore({ schema })];
  for (const store of stores) await store.open();
  const report = await queueWorkers(stores, { jobs: JOBS, workers: 8 });
  expect(report.completed).toBeGreaterThan(JOBS * 0.9);
  for (const [what, count] of Object.entries(report))
    expect([what, count > 0]).toEqual([what, true]);
  for (const store of stores) await store.close();
});

test.skipIf(SERVER_URL === undefined)("a claim passes over what another worker holds", async () => {
  const schema = database.newSchema();
  const store = database.newStore({ schema });
  const memory = createMemory({ store, embedding: "queued" });
  await memory.rememberAll(["one", "two", "three"]);
  const { queue } = store;
  if (!queue) throw new Error("it has a queue");
  // Another worker in the middle of its claim.
  const holder = new Client({ connectionString: SERVER_URL });
  await holder.connect();
  await holder.query("begin");
  const held = await holder.query<{ readonly id: string }>(
    `select id from "${schema}".embedding_jobs order by number limit 2 for update`,
  );
  const jobs = await queue.claim({ now: new Date("2100-01-01"), leaseMs: 1_000, limit: 10 });
  await holder.query("rollback");
  await holder.end();
  const ids = new Set(held.rows.map(({ id }) => id));
  expect(jobs.map(({ id }) => ids.has(id))).toEqual([false]);
  await memory.close();
});

test("jobs with the same number in two scopes are two jobs", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  const { queue } = store;
  if (!queue) throw new Error("it has a queue");
  const puts = ["one", "two"].map((scope) => {
    return putOp(testRecord(1, { scope: [scope] }), {
      search: { ...searchEntry("text"), embedAt: new Date(0) },
    });
  });
  await store.write(puts);
  await database.query(`update "${schema}".embedding_jobs set number = 7`);
  const [first, second] = await queue.claim({ now: new Date(), leaseMs: 60_000, limit: 2 });
  if (!first || !second) throw new Error("there are two jobs");
  expect(first.token).toBe(second.token);
  expect(await queue.release([{ ...first, runAt: new Date(0) }])).toEqual([true]);
  expect(
    await queue.complete({ jobs: [first, second, second].map((job) => ({ ...job, vectors: [] })) }),
  ).toEqual([false, true, false]);
  expect(await queue.stats(new Date())).toMatchObject({ ready: 1, leased: 0 });
});

const SPACE = { id: "space", dimensions: 2 };
const VECTOR = spaceVector(SPACE, [1, 0]);

/** A store with the space, and with record 1, whose job a worker has. */
async function withTakenJob(): Promise<{
  readonly schema: string;
  readonly store: PostgresStore;
  readonly complete: () => Promise<readonly boolean[]>;
}> {
  const schema = database.newSchema();
  const store = database.newStore({ schema });
  await store.open();
  const [record, other] = [testRecord(1), testRecord(2)];
  const search = { ...searchEntry(record.content), embedAt: new Date(0) };
  await store.write([
    putOp(record, { search }),
    putOp(other, { search: searchEntry(other.content, [VECTOR]) }),
  ]);
  const { queue } = store;
  const [job] = (await queue?.claim({ now: new Date(), leaseMs: 60_000, limit: 1 })) ?? [];
  if (!queue || !job) throw new Error("there is a job");
  return {
    schema,
    store,
    complete: () => queue.complete({ jobs: [{ ...job, vectors: [VECTOR] }] }),
  };
}

/** Keeps a vector of record 1 from being written, so that who has its job already waits. */
async function holdVector(schema: string): Promise<Holder> {
  return holdRows(
    SERVER_URL,
    `insert into "${schema}".vectors (scope, id, space, embedding)
     select scope, $1, space, embedding from "${schema}".vectors`,
    [testRecord(1).id],
  );
}

test.skipIf(SERVER_URL === undefined)(
  "a text that changes while its job is being completed keeps nothing of the old one",
  async () => {
    const { schema, store, complete } = await withTakenJob();
    await using holder = await holdVector(schema);
    const completing = complete();
    const worker = await whoWaitsFor(database, holder.pid, completing);
    const changed = testRecord(1, { version: 2, content: "changed" });
    const writing = store.write([putOp(changed)]);
    await whoWaitsFor(database, worker, writing);
    await holder.release();
    expect(await completing).toEqual([true]);
    await writing;
    expect(await store.vectors("space", [changed])).toEqual([undefined]);
    expect(await inconsistencies(database, schema)).toEqual([]);
    await store.close();
  },
);

test.skipIf(SERVER_URL === undefined)(
  "a space that is dropped while a job is being completed in it leaves no vector behind",
  async () => {
    const { schema, store, complete } = await withTakenJob();
    await using holder = await holdVector(schema);
    const completing = complete();
    const worker = await whoWaitsFor(database, holder.pid, completing);
    const dropping = store.dropSpace("space");
    await whoWaitsFor(database, worker, dropping);
    await holder.release();
    expect(await completing).toEqual([true]);
    expect(await dropping).toBe(2);
    expect(await store.spaces()).toEqual([]);
    expect(await inconsistencies(database, schema)).toEqual([]);
    await store.close();
  },
);

test.skipIf(SERVER_URL === undefined)(
  "a space that is dropped while a write adds to it leaves no vector behind",
  async () => {
    const { schema, store } = await withTakenJob();
    // The counters come before the vectors.
    await using holder = await holdRows(SERVER_URL, `select from "${schema}".scopes for update`);
    const record = testRecord(3);
    const search = searchEntry(record.content, [VECTOR]);
    const writing = store.write([putOp(record, { search })]);
    const writer = await whoWaitsFor(database, holder.pid, writing);
    const dropping = store.dropSpace("space");
    await whoWaitsFor(database, writer, dropping);
    await holder.release();
    await writing;
    expect(await dropping).toBe(2);
    expect(await inconsistencies(database, schema)).toEqual([]);
    await store.close();
  },
);
