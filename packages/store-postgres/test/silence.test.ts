import type { CompleteStore } from "@kioku/core/toolkit";
import { hasPostgres, startCluster } from "@kioku/servers/cluster";
import type { Cluster } from "@kioku/servers/cluster";
import { hasPgbouncer, startPooler } from "@kioku/servers/pooler";
import { putOp, searchEntry, testRecord } from "@kioku/testing";
import { Pool } from "pg";
import type { PoolConfig } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";

import { postgresStore } from "../src/index.js";
import type { PostgresPool, PostgresStore, PostgresStoreOptions } from "../src/index.js";
import { PgDriver } from "../src/open/client/pg-driver.js";
import { toMemoryError } from "../src/sql/to-memory-error.js";
import { clusteredVectors } from "./support/clustered.js";
import { muteServer } from "./support/mute-server.js";
import { rejection } from "./support/rejection.js";
import { wrappedPool } from "./support/wrapped-pool.js";

/** A busy machine may keep a client from its next statement for a while. */
const LIMITS = { statementTimeoutMs: 1_000, connectTimeoutMs: 1_000 } as const;
const UNAVAILABLE = { code: "store-unavailable", retryable: true } as const;
const SPACE = { id: "space", dimensions: 8 };
const RECORD = testRecord(1);
const WITHIN = { within: [RECORD.scope], reach: "here" } as const;
const AT = new Date(Date.UTC(2100, 0, 1));

test.each(["at once", "after the start-up"] as const)(
  "a server that is mute %s ends opening with a typed error, for a pool of the store and one of its own",
  async (silence) => {
    await using server = await muteServer(silence);
    const client = newPool({ connectionString: server.url });
    for (const place of [{ connectionString: server.url }, { client }]) {
      const store = postgresStore({ ...place, ...LIMITS });
      expect(await rejection(store.open())).toMatchObject(UNAVAILABLE);
      await store.close();
    }
    // An unanswered connection is destroyed, and never lent again.
    expect(client.idleCount).toBe(0);
  },
);

test("opening a mute server ends with the signal, and close does not wait for it", async () => {
  await using server = await muteServer("after the start-up");
  const store = postgresStore({ connectionString: server.url });
  const stop = new AbortController();
  const opening = rejection(store.open({ signal: stop.signal }));
  const other = rejection(store.open({ signal: stop.signal }));
  const reason = new Error("enough");
  stop.abort(reason);
  expect([await opening, await other]).toEqual([reason, reason]);
  await store.close();
});

/** A server with pgvector, where both are installed. */
async function startServer(): Promise<Cluster | undefined> {
  if (!hasPostgres) return undefined;
  const cluster = await startCluster();
  afterAll(() => cluster[Symbol.asyncDispose]());
  return (await cluster.offers("vector")) ? cluster : undefined;
}

const cluster = await startServer();
const own = new Pool({ connectionString: cluster?.url });
own.on("error", () => undefined);
afterAll(() => own.end());
let schemas = 0;

function running(): Cluster {
  if (!cluster) throw new Error("without a server all of this is skipped");
  return cluster;
}

function newPool(options: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: cluster?.url, pipeline: true, ...options });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function newSchema(): string {
  schemas += 1;
  return `silent_${schemas}`;
}

function newStore(options: Partial<PostgresStoreOptions> = {}): PostgresStore {
  const place = options.client ? {} : { connectionString: cluster?.url };
  const store = postgresStore({ ...place, onWarning: () => undefined, ...options });
  onTestFinished(() => store.close());
  return store;
}

const [VECTOR = new Float32Array(0)] = clusteredVectors(1, SPACE.dimensions);

function put(n: number): ReturnType<typeof putOp> {
  const record = testRecord(n);
  return putOp(record, {
    search: searchEntry(record.content, [{ space: SPACE, values: VECTOR }]),
  });
}

/** Every verb of a store. */
const VERBS: Readonly<Record<string, (store: PostgresStore) => Promise<unknown>>> = {
  write: (store) => store.write([put(2)]),
  get: (store) => store.get([RECORD], { now: AT }),
  search: (store) =>
    store.search({
      selection: WITHIN,
      legs: [{ type: "vector", space: SPACE.id, values: VECTOR }],
      limit: 5,
    }),
  list: (store) => store.list({ ...WITHIN, orderBy: "createdAt", order: "asc", limit: 5 }),
  vectors: (store) => store.vectors(SPACE.id, [RECORD]),
  spaces: (store) => store.spaces(),
  countMissingVectors: (store) => store.countMissingVectors(SPACE.id),
  dropSpace: (store) => store.dropSpace(SPACE.id),
  deleteWhere: (store) => store.deleteWhere(WITHIN, { at: AT }),
  scopes: (store) => store.scopes([], { limit: 5 }),
  history: (store) => store.history(RECORD),
  histories: (store) => store.histories({ ...WITHIN, limit: 5 }),
  tombstones: (store) => store.tombstones({ ...WITHIN, limit: 5 }),
  neighbours: (store) =>
    store.neighbours({ selection: WITHIN, refs: [RECORD], before: 1, after: 1 }),
  strengthen: (store) =>
    store.strengthen([{ ...RECORD, strength: { ...RECORD.strength, uses: 2 } }]),
  sweep: (store) => store.sweep(AT),
  scrub: (store) => store.scrub(),
  maintain: (store) => store.maintain(),
};

async function filledStore(options: Partial<PostgresStoreOptions>): Promise<PostgresStore> {
  const schema = newSchema();
  await newStore({ schema }).open();
  const store = newStore({ schema, maxConnections: 40, ...LIMITS, ...options });
  await store.open();
  await store.write([put(1)]);
  return store;
}

/** Each verb fails as what may be tried again, and none waits for ever. */
async function expectAllUnavailable(store: PostgresStore): Promise<void> {
  const failures = await Promise.all(
    Object.entries(VERBS).map(async ([name, run]) => {
      const failure = await rejection(run(store));
      return [name, toMemoryError(failure)] as const;
    }),
  );
  for (const [name, failure] of failures) {
    expect([name, failure.message, failure]).toMatchObject([
      name,
      expect.stringMatching(/did not answer in time|gave no connection in time|not known/u),
      UNAVAILABLE,
    ]);
  }
}

async function isListed(store: CompleteStore): Promise<boolean> {
  const { items } = await store.list({
    ...WITHIN,
    orderBy: "createdAt",
    order: "asc",
    limit: 5,
  });
  return items.some(({ id }) => id === RECORD.id);
}

/** Until a backend waits for a lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await own.query("select 1 from pg_locks where not granted");
    if (rows.length > 0) return;
  }
}

describe.skipIf(cluster === undefined)("with a server and pgvector", () => {
  test("a server that is stopped ends every verb with a typed error, and works on afterwards", async () => {
    const store = await filledStore({});
    await running().freeze();
    try {
      await expectAllUnavailable(store);
    } finally {
      await running().thaw();
    }
    expect(await isListed(store)).toBe(true);
  });

  test.skipIf(!hasPgbouncer)(
    "a pooler that is stopped ends every verb with a typed error, and works on afterwards",
    async () => {
      await using pooler = await startPooler(running().url, 10);
      const client = newPool({ connectionString: pooler.url, max: 40 });
      const store = await filledStore({ client });
      pooler.freeze();
      try {
        await expectAllUnavailable(store);
      } finally {
        pooler.thaw();
      }
      expect(await isListed(store)).toBe(true);
      await store.close();
      await client.end();
    },
  );

  test("a server that is stopped under a statement that may take any time ends it, and close does not wait", async () => {
    const stopped = Promise.withResolvers<void>();
    const pool = newPool();
    const client = wrappedPool(pool, async (query, send) => {
      if (query.text.includes("vacuum")) {
        await running().freeze();
        stopped.resolve();
      }
      return send(query);
    });
    const store = await filledStore({ client });
    try {
      const scrubbing = rejection(store.scrub());
      await stopped.promise;
      expect(await scrubbing).toMatchObject(UNAVAILABLE);
    } finally {
      await running().thaw();
    }
    await store.close();
    await pool.end();
  });

  test("a store with one connection notices a server that is stopped under work that takes long", async () => {
    const store = await filledStore({ maxConnections: 1 });
    const client = await own.connect();
    const table = `"silent_${schemas}".records`;
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    const scrubbing = rejection(store.scrub());
    await someoneWaits();
    await running().freeze();
    try {
      expect(await scrubbing).toMatchObject(UNAVAILABLE);
    } finally {
      await running().thaw();
    }
    await client.query("rollback");
    client.release();
    expect(await isListed(store)).toBe(true);
  });

  test.each([2, 65])(
    "a client that freezes between its two round trips keeps its locks no longer than its limit (%d scopes)",
    async (count) => {
      const schema = newSchema();
      const other = newStore({ schema });
      await other.open();
      const pool = newPool();
      const frozen = Promise.withResolvers<void>();
      const store = newStore({ schema, client: frozenAtInsert(pool, frozen), ...LIMITS });
      await store.open();
      const ops = Array.from({ length: count }, (_, n) =>
        putOp(testRecord(n, { scope: [`s${n}`] })),
      );
      const failing = rejection(store.write(ops));
      await frozen.promise;
      // It waits for the lock of the frozen one.
      await other.write([putOp(testRecord(7, { scope: ["s0"] }))]);
      expect(await failing).toMatchObject(UNAVAILABLE);
    },
  );

  test("who waits for the locks of another is told so in time", async () => {
    const schema = newSchema();
    const other = newStore({ schema, ...LIMITS });
    await other.open();
    const pool = newPool();
    const frozen = Promise.withResolvers<void>();
    const store = newStore({ schema, client: frozenAtInsert(pool, frozen) });
    await store.open();
    const failing = rejection(store.write([putOp(RECORD), putOp(testRecord(2))]));
    await frozen.promise;
    expect(await rejection(other.write([putOp(RECORD)]))).toMatchObject({
      code: "store-failed",
      retryable: true,
    });
    await own.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where state like 'idle in%'",
    );
    expect(await failing).toMatchObject(UNAVAILABLE);
  });

  test("without a limit of the server, waiting for a lock and being idle have one", async () => {
    const pool = newPool();
    const driver = new PgDriver(pool, { timeoutMs: 50, limitsServer: false });
    const client = await own.connect();
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(4711)");
    const lock = { text: "select pg_advisory_xact_lock(4711)", values: [] };
    const waits = driver.transaction({ mode: "write" }, (channel) => channel.rows(lock));
    expect(await rejection(waits)).toMatchObject({ code: "55P03" });
    await client.query("rollback");
    client.release();
    for (const name of ["lock_timeout", "idle_in_transaction_session_timeout"]) {
      const { rows } = await pool.query(`show ${name}`);
      expect(rows).toEqual([{ [name]: "0" }]);
    }
    await pool.end();
  });

  test("a commit that is not answered in time is told as one whose outcome is not known", async () => {
    const pool = newPool();
    const client = wrappedPool(pool, async (query, send) => {
      const answer = send(query);
      const commits = query.text === "commit" || query.text.includes("add_record");
      if (!commits || !freezes) return answer;
      await answer;
      return new Promise<never>(() => undefined);
    });
    let freezes = false;
    const store = await filledStore({ client });
    freezes = true;
    const connections = pool.totalCount;
    const failed = await rejection(store.write([put(3)]));
    expect(failed).toMatchObject(UNAVAILABLE);
    expect(failed.message).toContain("not known");
    expect(pool.totalCount).toBe(connections - 1);
    freezes = false;
    expect((await store.get([testRecord(3)], { now: AT }))[0]?.id).toBe(testRecord(3).id);
    await pool.end();
  });

  test.each(["write", "snapshot"] as const)(
    "a %s transaction whose statements may take any time ends when its commit is not answered",
    async (mode) => {
      const pool = newPool();
      let isMute = false;
      const client = wrappedPool(pool, async (query, send) => {
        isMute ||= query.text === "commit";
        return isMute ? new Promise<never>(() => undefined) : send(query);
      });
      const driver = new PgDriver(client, { timeoutMs: 50, limitsServer: false });
      const one = { text: "select 1 as one", values: [] };
      const done = driver.transaction({ mode }, (channel) => channel.rows(one));
      // Nobody waits for the commit of what only reads.
      const told = await done.catch((error: unknown) => toMemoryError(error));
      expect(told).toMatchObject(mode === "snapshot" ? [{ one: 1 }] : UNAVAILABLE);
      await driver.close();
      expect(pool.totalCount).toBe(0);
      await pool.end();
    },
  );

  test("opening waits for locks of tables no longer than its limit, and ends with its signal", async () => {
    const schema = newSchema();
    await newStore({ schema }).open();
    const client = await own.connect();
    await client.query("begin");
    await client.query(`lock table "${schema}".records in access exclusive mode`);
    const limited = newStore({ schema, ...LIMITS });
    expect(await rejection(limited.open())).toMatchObject({
      code: "store-failed",
      retryable: true,
    });
    const store = newStore({ schema });
    const stop = new AbortController();
    const opening = rejection(store.open({ signal: stop.signal }));
    await someoneWaits();
    const reason = new Error("enough");
    stop.abort(reason);
    expect(await opening).toBe(reason);
    await client.query("rollback");
    client.release();
    await store.open();
    await store.close();
  });
});

/**
 * A pool that sends nothing more from the first insert on, and keeps its connection until the
 * server ends it.
 */
function frozenAtInsert(pool: Pool, frozen: PromiseWithResolvers<void>): PostgresPool {
  let isFrozen = false;
  const inner = wrappedPool(pool, async (query, send, client) => {
    if (query.text.trimStart().startsWith("insert")) {
      isFrozen = true;
      frozen.resolve();
    }
    if (!isFrozen) return send(query);
    return new Promise((_resolve, reject) => client.once("error", reject));
  });
  return {
    connect: async () => {
      const client = await inner.connect();
      return {
        ...client,
        connection: undefined,
        release: (destroy) => {
          if (!isFrozen) client.release(destroy);
        },
      };
    },
  };
}
