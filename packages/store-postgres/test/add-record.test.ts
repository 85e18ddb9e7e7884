import { scopeToPath, type PutOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, spaceVector, testRecord } from "@kioku/testing";
import { Pool } from "pg";
import { expect, test } from "vitest";

import type { PostgresStore } from "../src/index.js";
import { locksOfOne } from "../src/sql/locks.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { inconsistencies } from "./support/inconsistencies.js";
import { rejection } from "./support/rejection.js";
import { spyingClient } from "./support/spying-client.js";

const database = await testDatabase();
const SPACE = { id: "narrow", dimensions: 2 };
const VECTOR = spaceVector(SPACE, [0.6, 0.8]);

interface Watched {
  readonly schema: string;
  readonly store: PostgresStore;
  /** Runs a write, and returns how many statements it took. */
  readonly statementsOf: (write: () => Promise<unknown>) => Promise<number>;
}

/** An open store whose schema knows a space. */
async function watched(): Promise<Watched> {
  const schema = database.newSchema();
  let heard = 0;
  const client = spyingClient(database.client, (text) => {
    if (!/^(?:begin|commit|set transaction)|pg_backend_pid/u.test(text)) heard += 1;
  });
  const store = database.newStore({ schema, client });
  await store.open();
  await store.write([{ op: "space", space: SPACE, state: "ready" }]);
  const statementsOf = async (write: () => Promise<unknown>): Promise<number> => {
    heard = 0;
    await write();
    return heard;
  };
  return { schema, store, statementsOf };
}

/** A put of a searchable record with a vector. */
function embedded(n: number, more: Partial<PutOp> = {}): PutOp {
  return { ...putOp(testRecord(n)), search: searchEntry(`text ${n}`, [VECTOR]), ...more };
}

test("one record of which nothing is known takes one statement, whatever comes with it", async () => {
  const { schema, store, statementsOf } = await watched();
  const embedAt = new Date(5);
  const quoted = testRecord(7, {
    content: '"quoted\\ {,} null \u001F',
    value: { a: [null, ""] },
    key: "null",
    thread: "",
  });
  const puts = [
    putOp(testRecord(1, { key: "a key" })),
    putOp(testRecord(2), { search: "none", idempotencyKey: "once" }),
    putOp(testRecord(3), { search: { ...searchEntry("queued"), embedAt } }),
    embedded(4, { unlessDuplicate: true, actor: "somebody", cause: "a cause" }),
    putOp(testRecord(5, { scope: ["other \"%' scope"] })),
    putOp(quoted),
  ];
  for (const put of puts) expect(await statementsOf(() => store.write([put]))).toBe(1);
  const records = puts.map(({ record }) => record);
  expect(await store.get(records, { now: new Date(0) })).toEqual(records);
  expect(await store.vectors(SPACE.id, [testRecord(4)])).toEqual([VECTOR.values]);
  expect(await store.get([{ scope: ["test"], idempotencyKey: "once" }], { now: embedAt })).toEqual([
    testRecord(2),
  ]);
  const [job] = (await store.queue?.claim({ limit: 9, now: embedAt, leaseMs: 9 })) ?? [];
  expect(job?.id).toBe(testRecord(3).id);
  expect(await inconsistencies(database, schema)).toEqual([]);
  await store.close();
});

test("what is known already is met, and decides", async () => {
  const { schema, store } = await watched();
  const first = embedded(1, { contentHash: "same", idempotencyKey: "once" });
  const keyed = putOp(testRecord(2, { key: "taken" }));
  await store.write([first]);
  await store.write([keyed]);
  const met = { applied: false, record: first.record };
  expect(await store.write([embedded(3, { contentHash: "same", unlessDuplicate: true })])).toEqual([
    met,
  ]);
  expect(await store.write([embedded(3, { idempotencyKey: "once" })])).toEqual([met]);
  for (const put of [first, putOp(testRecord(3, { key: "taken" }))]) {
    const { idempotencyKey: _, ...plain } = put;
    await expect(store.write([plain])).rejects.toMatchObject({ code: "conflict" });
  }
  const wide = spaceVector({ ...SPACE, dimensions: 3 }, [0, 0.6, 0.8]);
  const misfit = embedded(3, { search: searchEntry("text", [wide]) });
  await expect(store.write([misfit])).rejects.toMatchObject({ code: "vector-space-mismatch" });
  await store.write([{ op: "delete", ...first.record, at: new Date(9) }]);
  await expect(store.write([embedded(1)])).rejects.toMatchObject({ code: "conflict" });
  expect(await inconsistencies(database, schema)).toEqual([]);
  await store.close();
});

test("vectors go to the own table of a scope, and back to all vectors while it is left", async () => {
  const { schema, store, statementsOf } = await watched();
  const name = `vectors_${"ab".repeat(16)}`;
  const count = async (): Promise<unknown> => {
    const [row] = await database.query(
      `select count(*)::integer as own from "${schema}"."${name}"`,
    );
    return row?.["own"];
  };
  await database.query(`create table "${schema}"."${name}" (like "${schema}".vectors)`);
  await database.query(
    `insert into "${schema}".vector_tables (scope, space, name)
     select '/test', id, $1 from "${schema}".spaces`,
    [name],
  );
  expect(await statementsOf(() => store.write([embedded(1)]))).toBe(1);
  expect(await count()).toBe(1);
  await database.query(`update "${schema}".vector_tables set leaves = true`);
  expect(await statementsOf(() => store.write([embedded(2)]))).toBe(1);
  expect(await count()).toBe(1);
  expect(await store.vectors(SPACE.id, [testRecord(1), testRecord(2)])).toEqual([
    VECTOR.values,
    VECTOR.values,
  ]);
  expect(await inconsistencies(database, schema)).toEqual([]);
  await store.close();
});

test.skipIf(SERVER_URL === undefined).each(["serializable", "repeatable read"])(
  "eight writers of one content write one record where %s is the default",
  async (isolation) => {
    const options = `-c default_transaction_isolation=${isolation.replace(" ", String.raw`\ `)}`;
    const client = new Pool({ connectionString: SERVER_URL, options, pipeline: true, max: 8 });
    const schema = database.newSchema();
    const store = database.newStore({ schema, client });
    await store.open();
    const written = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        store.write([putOp(testRecord(n), { contentHash: "same", unlessDuplicate: true })]),
      ),
    );
    expect(written.flat().filter(({ applied }) => applied)).toHaveLength(1);
    expect(await inconsistencies(database, schema)).toEqual([]);
    await store.close();
    await client.end();
  },
);

test.skipIf(SERVER_URL === undefined).for(["all scopes", "its scope", "its space"])(
  "one record waits for who has the lock of %s",
  async (of) => {
    const { schema, store } = await watched();
    const record = testRecord(1);
    const keys = locksOfOne(schema, scopeToPath(record.scope), SPACE.id).slice(1, -1).split(",");
    const key = keys[["all scopes", "its scope", "its space"].indexOf(of)];
    const pool = new Pool({ connectionString: SERVER_URL });
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock($1::bigint)", [key]);
    const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
    const state = { isDone: false };
    const writing = store.write([putOp(record, { search: searchEntry("tea", [VECTOR]) })]);
    void writing.finally(() => (state.isDone = true));
    for (let waiters = 0; waiters === 0 && !state.isDone;) {
      const [row] = await database.query(
        `select count(*)::integer as waiters from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`,
        [rows[0]?.pid],
      );
      waiters = Number(row?.["waiters"]);
    }
    expect(state.isDone).toBe(false);
    await holder.query("rollback");
    holder.release();
    expect(await writing).toHaveLength(1);
    await pool.end();
    await store.close();
  },
);

test.skipIf(SERVER_URL === undefined)(
  "one record waits for another writer of its scope, and leaves nothing if it is aborted",
  async () => {
    const { schema, store } = await watched();
    const other = database.newStore({ schema });
    await other.open();
    const aborter = new AbortController();
    await store.write([putOp(testRecord(1))]);
    const client = new Pool({ connectionString: SERVER_URL });
    const blocker = await client.connect();
    await blocker.query(`begin`);
    await blocker.query(`lock table "${schema}".scopes in exclusive mode`);
    // Has the lock of the scope, and waits for the table.
    const first = other.write([putOp(testRecord(2)), putOp(testRecord(3))]);
    await hasWaiters(1);
    const second = store.write([putOp(testRecord(4))], { signal: aborter.signal });
    await hasWaiters(2);
    aborter.abort(new Error("enough"));
    expect(await rejection(second)).toMatchObject({ message: "enough" });
    await blocker.query("rollback");
    blocker.release();
    expect(await first).toHaveLength(2);
    expect(await store.get([testRecord(4)], { now: new Date(0) })).toEqual([undefined]);
    await client.end();
    await other.close();
    await store.close();

    async function hasWaiters(least: number): Promise<void> {
      for (let found = 0; found < least;) {
        const [row] = await database.query(
          `select count(*)::integer as waiting from pg_locks as l join pg_stat_activity as a using (pid)
           where not l.granted and a.datname = current_database() and (l.locktype = 'advisory' or l.relation::regclass::text like $1)`,
          [`%${schema}%`],
        );
        found = Number(row?.["waiting"]);
      }
    }
  },
);
