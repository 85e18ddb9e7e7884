import { getEventListeners, once } from "node:events";

import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { PgDriver } from "../src/open/client/pg-driver.js";
import type { Channel, Driver } from "../src/sql/driver.js";
import { toMemoryError } from "../src/sql/to-memory-error.js";
import { rejection } from "./support/rejection.js";
import { testServer } from "./support/server.js";
import { wrappedPool } from "./support/wrapped-pool.js";

const url = await testServer();
const table = `kioku_test_client_${process.pid}`;
const own = new Pool({ connectionString: url, max: 3 });
const write = { mode: "write" } as const;
const version = url === undefined ? 0 : await serverVersion();

async function serverVersion(): Promise<number> {
  const { rows } = await own.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  return Number(rows[0]?.version);
}

beforeEach(async () => {
  if (url === undefined) return;
  await own.query(`drop table if exists ${table}`);
  await own.query(`create table ${table} (n integer primary key deferrable initially deferred)`);
});
afterAll(async () => {
  if (url !== undefined) await own.query(`drop table if exists ${table}`);
  await own.end();
});

async function written(): Promise<number[]> {
  const { rows } = await own.query<{ n: number }>(`select n from ${table} order by n`);
  return rows.map(({ n }) => n);
}

async function insert(channel: Channel, n: number): Promise<unknown> {
  return channel.change({ text: `insert into ${table} values ($1)`, values: [n] });
}

async function select(channel: Channel, text: string): Promise<unknown> {
  return channel.rows({ text, values: [] });
}

async function pidOf(driver: Driver): Promise<number | undefined> {
  const rows = await driver.rows<{ pid: number }>({
    text: "select pg_backend_pid() as pid",
    values: [],
  });
  return rows[0]?.pid;
}

const TERMINATE = "select pg_terminate_backend(pg_backend_pid())";

describe.skipIf(url === undefined).each([true, false])("with pipeline: %s", (pipeline) => {
  function newPool(max = 1): Pool {
    const pool = new Pool({
      connectionString: url,
      max,
      pipeline,
      connectionTimeoutMillis: 60_000,
    });
    pool.on("error", () => undefined);
    onTestFinished(() => (pool.ended || pool.ending ? undefined : pool.end()));
    return pool;
  }

  test("a transaction is done as a whole, and its connection is used again", async () => {
    const driver = new PgDriver(newPool());
    const before = await pidOf(driver);
    const result = await driver.transaction(write, async (channel) => {
      await Promise.all([insert(channel, 1), insert(channel, 2)]);
      return "done";
    });
    expect(result).toBe("done");
    expect(await written()).toEqual([1, 2]);
    expect(await pidOf(driver)).toBe(before);
  });

  test("of statements that travel together, the first that fails is the error, and all is undone", async () => {
    const driver = new PgDriver(newPool());
    const before = await pidOf(driver);
    const failed = await rejection(
      driver.transaction(write, async (channel) => {
        const later = select(channel, "select 1");
        await Promise.all([
          insert(channel, 1),
          Promise.resolve().then(async () => select(channel, "select 1 / 0")),
          insert(channel, 2),
          later,
        ]);
      }),
    );
    expect(failed).toMatchObject({ code: "22012" });
    expect(await written()).toEqual([]);
    expect(await pidOf(driver)).toBe(before);
  });

  test("after a failure nothing more is sent, even by who has caught it", async () => {
    const driver = new PgDriver(newPool());
    const failed = await rejection(
      driver.transaction(write, async (channel) => {
        const first = await rejection(select(channel, "select 1 / 0"));
        expect(await rejection(insert(channel, 1))).toBe(first);
      }),
    );
    expect(failed).toMatchObject({ code: "22012" });
    expect(await driver.transaction(write, async (channel) => insert(channel, 2))).toBe(1);
    expect(await written()).toEqual([2]);
  });

  test("where a transaction cannot begin, nothing is written outside of it", async () => {
    const pool = wrappedPool(newPool(), (query, send) =>
      send(
        query.text.startsWith("begin") ? { ...query, text: "begin isolation level none" } : query,
      ),
    );
    const failed = await rejection(
      new PgDriver(pool).transaction(write, async (channel) => {
        await Promise.all([insert(channel, 1), insert(channel, 2), select(channel, "select 1")]);
      }),
    );
    expect(failed).toMatchObject({ code: "42601" });
    expect(await written()).toEqual([]);
  });

  test("what the server refuses at the commit is not done, and no outcome that is unknown", async () => {
    const driver = new PgDriver(newPool());
    const before = await pidOf(driver);
    const failed = await rejection(
      driver.transaction(write, async (channel) =>
        Promise.all([insert(channel, 1), insert(channel, 1)]),
      ),
    );
    expect(toMemoryError(failed)).toMatchObject({ code: "conflict", retryable: false });
    expect(await written()).toEqual([]);
    expect(await pidOf(driver)).toBe(before);
  });

  test("where what travels with the commit fails, that is the error, all is undone, and the connection goes on", async () => {
    const driver = new PgDriver(newPool());
    const before = await pidOf(driver);
    const failed = await rejection(
      driver.transaction(write, async (channel) => {
        await insert(channel, 1);
        for (const text of ["select 1", "select 1 / 0", "select 2"]) {
          channel.finish({ text, values: [] });
        }
      }),
    );
    expect(failed).toMatchObject({ code: "22012" });
    expect(await driver.transaction(write, async (channel) => insert(channel, 2))).toBe(1);
    expect(await written()).toEqual([2]);
    expect(await pidOf(driver)).toBe(before);
  });

  test("a commit that was a rollback is an error", async () => {
    const pool = wrappedPool(newPool(), (query, send) =>
      send(query.text === "commit" ? { ...query, text: "rollback" } : query),
    );
    const failed = await rejection(
      new PgDriver(pool).transaction(write, async (channel) => insert(channel, 1)),
    );
    expect(toMemoryError(failed)).toMatchObject({ code: "store-failed", retryable: true });
    expect(await written()).toEqual([]);
  });

  test.each(["a statement", "the time between statements"])(
    "a connection that is lost during %s is an outage, and the next call gets another",
    async (moment) => {
      const driver = new PgDriver(newPool());
      const before = await pidOf(driver);
      const failed = await rejection(
        driver.transaction(write, async (channel) => {
          await insert(channel, 1);
          if (moment === "a statement") await select(channel, TERMINATE);
          else await own.query("select pg_terminate_backend($1, 10000)", [before]);
          await insert(channel, 2);
        }),
      );
      const error = toMemoryError(failed);
      expect(error).toMatchObject({ code: "store-unavailable", retryable: true });
      expect(error.message).not.toContain("not known");
      expect(await written()).toEqual([]);
      expect(await pidOf(driver)).not.toBe(before);
    },
  );

  test.skipIf(version < 170_000)(
    "a transaction that took too long has ended its connection, and the next call gets another",
    async () => {
      const driver = new PgDriver(newPool());
      const before = await pidOf(driver);
      const failed = await rejection(
        driver.transaction(write, async (channel) => {
          await insert(channel, 1);
          await select(channel, "select set_config('transaction_timeout', '20', true)");
          await select(channel, "select pg_sleep(20)");
        }),
      );
      expect(failed).toMatchObject({ code: "25P04" });
      expect(toMemoryError(failed)).toMatchObject({ code: "store-unavailable", retryable: true });
      expect(await written()).toEqual([]);
      expect(await pidOf(driver)).not.toBe(before);
    },
  );

  test("a read whose connection is lost is an outage and no empty answer", async () => {
    const driver = new PgDriver(newPool());
    const failed = await rejection(driver.rows({ text: TERMINATE, values: [] }));
    expect(toMemoryError(failed)).toMatchObject({ code: "store-unavailable", retryable: true });
    const inSnapshot = await rejection(
      driver.transaction({ mode: "snapshot" }, async (channel) => select(channel, TERMINATE)),
    );
    expect(toMemoryError(inSnapshot)).toMatchObject({ code: "store-unavailable" });
  });

  test("a connection that is lost during the commit leaves the outcome unknown, and is not tried again", async () => {
    let commits = 0;
    const pool = wrappedPool(newPool(), async (query, send) => {
      if (query.text !== "commit") return send(query);
      commits += 1;
      await send(query);
      throw new Error("Connection terminated unexpectedly");
    });
    const failed = await rejection(
      new PgDriver(pool).transaction(write, async (channel) => insert(channel, 1)),
    );
    const error = toMemoryError(failed);
    expect(error).toMatchObject({ code: "store-unavailable", retryable: true });
    expect(error.message).toContain("whether the write was done is not known");
    expect(commits).toBe(1);
    expect(await written()).toEqual([1]);
  });

  test("an abort while others hold a lock rejects at once, writes nothing and leaks nothing", async () => {
    const pool = newPool(2);
    const driver = new PgDriver(pool);
    const holder = await own.connect();
    await holder.query("begin; select pg_advisory_xact_lock(74, 1)");
    const stop = new AbortController();
    const reason = new Error("stop");
    const waiting = driver.transaction({ ...write, signal: stop.signal }, async (channel) => {
      await insert(channel, 1);
      queueMicrotask(() => stop.abort(reason));
      await select(channel, "select pg_advisory_xact_lock(74, 1)");
      await insert(channel, 2);
    });
    expect(await rejection(waiting)).toBe(reason);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    await holder.query("rollback");
    holder.release();
    await driver.close();
    expect(await driver.transaction(write, async (channel) => insert(channel, 3))).toBe(1);
    expect(await written()).toEqual([3]);
    expect(pool.waitingCount).toBe(0);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });

  test("what is aborted lets go of its connection at once, whatever the server is doing", async () => {
    const pool = newPool();
    const removed = once(pool, "remove");
    const stop = new AbortController();
    const call = new PgDriver(pool).transaction(
      { ...write, signal: stop.signal },
      async (channel) => {
        await select(channel, "select 1");
        queueMicrotask(() => stop.abort(new Error("stop")));
        await select(channel, "select pg_sleep(20)");
      },
    );
    expect((await rejection(call)).message).toBe("stop");
    await removed;
    expect(pool.totalCount).toBe(0);
  });

  test("an abort at any moment leaves all or nothing, and no connection behind", async () => {
    const pool = newPool(2);
    const driver = new PgDriver(pool);
    const reason = new Error("stop");
    for (let moment = 0; moment < 8; moment += 1) {
      const stop = new AbortController();
      let passed = 0;
      const step = (): void => {
        if (passed === moment) stop.abort(reason);
        passed += 1;
      };
      const sent = wrappedPool(pool, async (query, send) => {
        step();
        const answer = await send(query);
        step();
        return answer;
      });
      const before = await written();
      const call = new PgDriver(sent).transaction(
        { ...write, signal: stop.signal },
        async (channel) => {
          await insert(channel, 10 * moment + 1);
          await insert(channel, 10 * moment + 2);
        },
      );
      const outcome = await call.catch((error: unknown) => error);
      const added = (await written()).length - before.length;
      // Of the eight moments, the last two are after the commit was sent: then its answer decides.
      expect([outcome, added]).toEqual(moment < 6 ? [reason, 0] : [undefined, 2]);
      expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    }
    await driver.close();
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });

  test("an abort while no connection is free rejects at once, and the connection that comes is not lost", async () => {
    const pool = newPool(1);
    const driver = new PgDriver(pool);
    const only = await pool.connect();
    const stop = new AbortController();
    const waiting = driver.rows({ text: "select 1", values: [] }, { signal: stop.signal });
    const reason = new Error("stop");
    stop.abort(reason);
    expect(await rejection(waiting)).toBe(reason);
    only.release();
    expect(await pidOf(driver)).toBeTypeOf("number");
    expect(pool.waitingCount).toBe(0);
  });

  test("a pool without a free connection in time is an outage", async () => {
    const pool = newPool();
    const only = await pool.connect();
    pool.options.connectionTimeoutMillis = 20;
    const failed = await rejection(new PgDriver(pool).rows({ text: "select 1", values: [] }));
    only.release();
    const error = toMemoryError(failed);
    expect(error).toMatchObject({ code: "store-unavailable", retryable: true });
    expect(error.message).toContain("maxConnections");
  });

  test("close waits for what is under way, and ends only a pool of its own", async () => {
    for (const ownsPool of [true, false]) {
      const pool = newPool(2);
      const driver = new PgDriver(pool, { ownsPool });
      const under = driver.transaction(write, async (channel) => {
        await select(channel, "select pg_sleep(0.05)");
        return insert(channel, ownsPool ? 1 : 2);
      });
      await driver.close();
      expect(pool.ended).toBe(ownsPool);
      expect(await written()).toContain(ownsPool ? 1 : 2);
      expect(await under).toBe(1);
    }
  });

  test("a statement that takes too long is stopped, and the limit stays in its transaction", async () => {
    const pool = newPool();
    const driver = new PgDriver(pool);
    const limited = { statementTimeoutMs: 30 };
    const slow = { text: "select pg_sleep(20)", values: [] };
    for (const failed of [
      await rejection(driver.rows(slow, limited)),
      await rejection(
        driver.transaction({ ...write, ...limited }, async (channel) => channel.rows(slow)),
      ),
    ]) {
      const error = toMemoryError(failed);
      expect(error).toMatchObject({ code: "store-failed", retryable: true });
      expect(error.message).toContain("statementTimeoutMs");
    }
    await driver.close();
    expect((await pool.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
  });

  test("the limit and what reads travel with the beginning of a transaction where they can", async () => {
    let answered = false;
    const early: string[] = [];
    const pool = wrappedPool(newPool(), async (query, send) => {
      if (!answered) early.push(query.text.split(" ")[1] ?? "");
      const answer = await send(query);
      answered = true;
      return answer;
    });
    const [row] = await new PgDriver(pool).rows<{ limit: string }>(
      { text: "select current_setting('statement_timeout') as limit", values: [] },
      { statementTimeoutMs: 1_234 },
    );
    expect(row?.limit).toBe("1234ms");
    expect(early).toEqual(
      pipeline ? ["isolation", "current_setting('statement_timeout')"] : ["isolation"],
    );
  });

  test("named statements keep plans of their connection, up to a number", async () => {
    const pool = newPool();
    const driver = new PgDriver(pool, { namesStatements: true });
    for (let n = 0; n < 250; n += 1) {
      await driver.rows({ text: `select $1::int as n${n % 225}`, values: [n] });
    }
    await driver.rows({ text: "select 1", values: [] });
    const { rows } = await pool.query<{ name: string; statement: string }>(
      "select name, statement from pg_prepared_statements where name <> ''",
    );
    expect(rows).toHaveLength(100);
    expect(rows.every(({ name }) => /^kioku_[0-9a-f]{32}$/u.test(name))).toBe(true);
  });

  test("a direct connection keeps plans once the server has told its process", async () => {
    const pool = newPool();
    const driver = new PgDriver(pool, { namesStatements: "direct" });
    const named = async (): Promise<readonly unknown[]> => {
      const { rows } = await pool.query<{ statement: string }>(
        "select statement from pg_prepared_statements where name <> ''",
      );
      return rows;
    };
    await driver.rows({ text: "select $1::int as first", values: [1] });
    expect(await named()).toEqual([]);
    await driver.rows({ text: "select $1::int as n", values: [1] });
    expect(await named()).toEqual([{ statement: "select $1::int as n" }]);
  });

  test("a connection that loses its statements is not used again", async () => {
    const pool = newPool();
    const driver = new PgDriver(pool, { namesStatements: "direct" });
    const ask = async (): Promise<readonly unknown[]> =>
      driver.rows({ text: "select $1::int as n", values: [1] });
    await ask();
    await ask();
    await pool.query("deallocate all");
    await expect(ask()).rejects.toMatchObject({ code: "26000" });
    expect(await ask()).toEqual([{ n: 1 }]);
    expect(await ask()).toEqual([{ n: 1 }]);
  });

  test("no statement is named unless it was allowed", async () => {
    const pool = newPool();
    await new PgDriver(pool).rows({ text: "select $1::int as n", values: [1] });
    const { rows } = await pool.query("select name from pg_prepared_statements where name <> ''");
    expect(rows).toEqual([]);
  });
});
