import { once } from "node:events";

import { hasPostgres, startCluster } from "@kioku/servers/cluster";
import type { Cluster } from "@kioku/servers/cluster";
import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import type { PostgresPool } from "../src/index.js";
import { openDrivers } from "../src/open/client/open-drivers.js";
import { PgDriver } from "../src/open/client/pg-driver.js";
import { ReplicaDriver } from "../src/open/client/replica-driver.js";
import { resolveOptions } from "../src/options.js";
import type { Driver } from "../src/sql/driver.js";
import { wrappedPool } from "./support/wrapped-pool.js";

const READ = {
  text: "select pg_is_in_recovery() as replica, (select count(*)::int from t) as count",
  values: [],
};

/** Where the answer came from, and how many rows were seen. */
interface Seen {
  readonly replica: boolean;
  readonly count: number;
}

async function read(driver: Driver): Promise<Seen | undefined> {
  const [alone] = await driver.rows<Seen>(READ);
  const together = await driver.transaction({ mode: "snapshot" }, async (channel) =>
    channel.rows<Seen>(READ),
  );
  expect(together[0]?.count).toBe(alone?.count);
  return together[0];
}

async function insert(driver: Driver): Promise<void> {
  await driver.transaction({ mode: "write" }, async (channel) =>
    channel.change({ text: "insert into t values (1)", values: [] }),
  );
}

describe.skipIf(!hasPostgres)("with a streaming replica", () => {
  let primary: Cluster;
  let replica: Cluster;
  let onReplica: Pool;
  let onPrimary: Pool;

  beforeAll(async () => {
    primary = await startCluster();
    onPrimary = new Pool({ connectionString: primary.url });
    await onPrimary.query("create table t (n integer)");
    replica = await primary.replica();
    onReplica = new Pool({ connectionString: replica.url });
    for (const pool of [onPrimary, onReplica]) pool.on("error", () => undefined);
  });
  afterAll(async () => {
    await Promise.all([onPrimary.end(), onReplica.end()]);
    await replica[Symbol.asyncDispose]();
    await primary[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await onPrimary.query("truncate t");
    await caughtUp();
  });

  /** Waits until the replica has replayed all that the primary has written. */
  async function caughtUp(): Promise<void> {
    const { rows } = await onPrimary.query<{ at: string }>("select pg_current_wal_lsn() as at");
    for (;;) {
      const { rows: behind } = await onReplica.query(
        "select 1 where pg_last_wal_replay_lsn() < $1::pg_lsn",
        [rows[0]?.at],
      );
      if (behind.length === 0) return;
    }
  }

  function newDriver(options: { readonly readYourWrites?: boolean } = {}): Driver {
    const { driver } = openDrivers(
      resolveOptions({ connectionString: primary.url, replicas: [replica.url], ...options }),
    );
    onTestFinished(() => driver.close());
    return driver;
  }

  test("reads go to the replica", async () => {
    expect(await read(newDriver())).toEqual({ replica: true, count: 0 });
  });

  test("a read after an own write sees it: from the primary while the replica is behind, then from the replica", async () => {
    const driver = newDriver();
    await onReplica.query("select pg_wal_replay_pause()");
    await insert(driver);
    expect(await read(driver)).toEqual({ replica: false, count: 1 });
    await onReplica.query("select pg_wal_replay_resume()");
    await caughtUp();
    expect(await read(driver)).toEqual({ replica: true, count: 1 });
  });

  test("reads in the middle of writing always see what was written", async () => {
    const driver = newDriver();
    let fromReplica = 0;
    for (let count = 1; count <= 30; count += 1) {
      await insert(driver);
      for (let again = 0; again < 3; again += 1) {
        const seen = await read(driver);
        expect(seen?.count).toBe(count);
        if (seen?.replica === true) fromReplica += 1;
      }
    }
    expect(fromReplica).toBeGreaterThan(0);
  });

  test("without readYourWrites the replica answers with what it has", async () => {
    const driver = newDriver({ readYourWrites: false });
    await onReplica.query("select pg_wal_replay_pause()");
    await insert(driver);
    expect(await read(driver)).toEqual({ replica: true, count: 0 });
    await onReplica.query("select pg_wal_replay_resume()");
    await caughtUp();
    expect(await read(driver)).toEqual({ replica: true, count: 1 });
  });

  test("after a commit whose outcome is not known, the primary answers until a commit tells", async () => {
    const pool = new Pool({ connectionString: primary.url, pipeline: true });
    onTestFinished(() => pool.end());
    let breaks = true;
    const client = wrappedPool(pool, async (query, send) => {
      const answer = await send(query);
      if (query.text === "commit" && breaks) throw new Error("Connection terminated unexpectedly");
      return answer;
    });
    const { driver } = openDrivers(resolveOptions({ client, replicas: [replica.url] }));
    onTestFinished(() => driver.close());
    await expect(insert(driver)).rejects.toThrow("not answered");
    await caughtUp();
    breaks = false;
    expect(await read(driver)).toEqual({ replica: false, count: 1 });
    await insert(driver);
    await caughtUp();
    expect(await read(driver)).toEqual({ replica: true, count: 2 });
  });

  test("what began before a commit whose outcome is not known does not tell how far to wait", async () => {
    const pool = new Pool({ connectionString: primary.url, pipeline: true });
    onTestFinished(() => pool.end());
    let breaks = false;
    const client = wrappedPool(pool, async (query, send) => {
      const answer = await send(query);
      if (query.text === "commit" && breaks) throw new Error("Connection terminated unexpectedly");
      return answer;
    });
    const { driver } = openDrivers(resolveOptions({ client, replicas: [replica.url] }));
    onTestFinished(() => driver.close());
    const hasBegun = Promise.withResolvers<undefined>();
    const mayEnd = Promise.withResolvers<undefined>();
    const early = driver.transaction({ mode: "write" }, async (channel) => {
      await channel.rows({ text: "select 1", values: [] });
      hasBegun.resolve(undefined);
      await mayEnd.promise;
    });
    await hasBegun.promise;
    breaks = true;
    await expect(insert(driver)).rejects.toThrow("not answered");
    breaks = false;
    mayEnd.resolve(undefined);
    await early;
    await caughtUp();
    expect(await read(driver)).toEqual({ replica: false, count: 1 });
    await insert(driver);
    await caughtUp();
    expect(await read(driver)).toEqual({ replica: true, count: 2 });
  });

  /** Reads from a replica by a pool, and counts who asks for connections. */
  function countingDriver(pool: Pool): {
    readonly driver: Driver;
    readonly asked: { primary: number; replica: number };
    readonly clock: { now: number };
  } {
    pool.on("error", () => undefined);
    const asked = { primary: 0, replica: 0 };
    const clock = { now: 0 };
    const counting = (name: "primary" | "replica", counted: Pool): PostgresPool => ({
      connect: async () => {
        asked[name] += 1;
        return counted.connect();
      },
    });
    const driver = new ReplicaDriver({
      primary: new PgDriver(counting("primary", onPrimary)),
      replicas: [new PgDriver(counting("replica", pool))],
      now: () => clock.now,
      position: () => ({ known: true, at: undefined }),
    });
    onTestFinished(async () => {
      await driver.close();
      await pool.end();
    });
    return { driver, asked, clock };
  }

  test.each([
    ["has no such database", "3D000", { pathname: "/missing" }],
    ["does not know the user", "28000", { username: "nobody_knows" }],
    ["takes no more connections", "53300", { username: "crowded" }],
  ] as const)("a replica that %s (%s) is left alone for a while", async (_name, state, change) => {
    await onPrimary.query(
      "drop role if exists crowded; create role crowded login connection limit 0",
    );
    await caughtUp();
    const url = Object.assign(new URL(replica.url), change);
    const pool = new Pool({ connectionString: url.href });
    await expect(pool.connect()).rejects.toMatchObject({ code: state });
    const { driver, asked, clock } = countingDriver(pool);
    const text = "select pg_is_in_recovery() as replica";
    const ask = async (): Promise<unknown> => driver.rows({ text, values: [] });
    expect([await ask(), await ask()]).toEqual([[{ replica: false }], [{ replica: false }]]);
    expect(asked).toEqual({ primary: 2, replica: 1 });
    clock.now += 1_000;
    await ask();
    expect(asked).toEqual({ primary: 3, replica: 2 });
  });

  test("a replica that is gone is passed over, left alone for a while, and used again when it is back", async () => {
    const pool = new Pool({ connectionString: replica.url });
    const { driver, asked, clock } = countingDriver(pool);
    const replicaOf = async (): Promise<boolean | undefined> =>
      (await driver.rows<Seen>(READ))[0]?.replica;
    expect(await replicaOf()).toBe(true);
    await replica.kill();
    expect([await replicaOf(), await replicaOf(), await replicaOf()]).toEqual([
      false,
      false,
      false,
    ]);
    const whileGone = asked.replica;
    clock.now += 1_000;
    expect([await replicaOf(), await replicaOf()]).toEqual([false, false]);
    expect(asked.replica).toBe(whileGone + 1);
    await replica.start();
    expect(await replicaOf()).toBe(false);
    clock.now += 1_000;
    expect([await replicaOf(), await replicaOf()]).toEqual([true, true]);
  });

  test("an abort is told as such, and asks no other server", async () => {
    const pool = new Pool({ connectionString: replica.url });
    const { driver, asked } = countingDriver(pool);
    const stop = new AbortController();
    const reason = new Error("stop");
    const connected = once(pool, "acquire");
    const call = driver.rows({ text: "select pg_sleep(20)", values: [] }, { signal: stop.signal });
    await connected;
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(asked).toEqual({ primary: 0, replica: 1 });
    // It was no fault of the replica.
    expect(
      await driver.rows({ text: "select pg_is_in_recovery() as replica", values: [] }),
    ).toEqual([{ replica: true }]);
    expect(asked).toEqual({ primary: 0, replica: 2 });
  });

  test("what a replica refuses, the primary answers", async () => {
    const driver = newDriver();
    const rows = await driver.rows({
      text: "select pg_current_wal_lsn() is null as a",
      values: [],
    });
    expect(rows).toEqual([{ a: false }]);
    expect(await read(driver)).toEqual({ replica: true, count: 0 });
  });
});
