import { createMemory } from "@kioku/core";
import {
  putOp,
  queueWorkers,
  searchEntry,
  spaceVector,
  storeConformance,
  testRecord,
} from "@kioku/core/testing";
import { Client } from "pg";
import { describe, expect, test } from "vitest";

import { SERVER_URL, testDatabase } from "./support/databases.js";

const database = await testDatabase();
const JOBS = SERVER_URL === undefined ? 300 : 2_000;

describe("conformance", () => {
  const cases = storeConformance(() => database.newStore());
  const ofQueue = cases.filter((one) => one.group.startsWith("queue"));
  test.each(ofQueue)("$group: $name", async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  });
});

test(
  "eight workers give each text one vector, whatever happens to them",
  { timeout: 240_000 },
  async () => {
    const schema = database.newSchema();
    const stores = [database.newStore({ schema }), database.newStore({ schema })];
    for (const store of stores) await store.open();
    const report = await queueWorkers(stores, { jobs: JOBS, workers: 8 });
    expect(report.completed).toBeGreaterThan(JOBS * 0.9);
    for (const [what, count] of Object.entries(report))
      expect([what, count > 0]).toEqual([what, true]);
    for (const store of stores) await store.close();
  },
);

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

test.skipIf(SERVER_URL === undefined)(
  "a text that changes while its job is being completed keeps nothing of the old one",
  async () => {
    const schema = database.newSchema();
    const store = database.newStore({ schema });
    await store.open();
    const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
    const [record, other] = [testRecord(1), testRecord(2)];
    const search = { ...searchEntry(record.content), embedAt: new Date(0) };
    await store.write([
      putOp(record, { search }),
      putOp(other, { search: searchEntry(other.content, [vector]) }),
    ]);
    // A worker just before its commit.
    const worker = new Client({ connectionString: SERVER_URL });
    await worker.connect();
    await worker.query("begin");
    await worker.query(`delete from "${schema}".embedding_jobs`);
    await worker.query(
      `insert into "${schema}".vectors (scope, id, space, embedding)
       select scope, $1, space, embedding from "${schema}".vectors`,
      [record.id],
    );
    const changed = testRecord(1, { version: 2, content: "changed" });
    const writing = store.write([putOp(changed)]);
    const { rows } = await worker.query<{ readonly pid: number }>("select pg_backend_pid() as pid");
    for (let waiting = 0; waiting === 0;) {
      const blocked = await worker.query(
        "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))",
        [rows[0]?.pid],
      );
      waiting = blocked.rows.length;
    }
    await worker.query("commit");
    await worker.end();
    await writing;
    expect(await store.vectors("space", [record])).toEqual([undefined]);
    await store.close();
  },
);
