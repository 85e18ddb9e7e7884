import { documentTerms } from "@kioku/core/toolkit";
import { hasPostgres, startCluster } from "@kioku/servers/cluster";
import type { Cluster } from "@kioku/servers/cluster";
import { putOp, storeConformance, testRecord } from "@kioku/testing";
import { Pool } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";

import { postgresStore } from "../src/index.js";
import type { PostgresStore } from "../src/index.js";
import { SERVER_URL } from "./support/databases.js";
import { reusedSchemas } from "./support/reused-schemas.js";
import { wrappedPool } from "./support/wrapped-pool.js";

interface Servers {
  readonly primary: Cluster;
  readonly replica: Cluster;
}

/** A server with pgvector and one that follows it, where both are installed. */
async function startServers(): Promise<Servers | undefined> {
  if (!hasPostgres) return undefined;
  const primary = await startCluster();
  afterAll(() => primary[Symbol.asyncDispose]());
  const pool = new Pool({ connectionString: primary.url });
  const { rows } = await pool.query("select from pg_available_extensions where name = 'vector'");
  if (rows.length > 0) await pool.query("create extension vector");
  await pool.end();
  if (rows.length === 0) return undefined;
  const replica = await primary.replica();
  afterAll(() => replica[Symbol.asyncDispose]());
  return { primary, replica };
}

const servers = await startServers();
const onPrimary = new Pool({ connectionString: servers?.primary.url });
const onReplica = new Pool({ connectionString: servers?.replica.url, pipeline: true });
afterAll(async () => {
  await Promise.all([onPrimary.end(), onReplica.end()]);
});
let answered = 0;
const counted = wrappedPool(onReplica, async (query, send) => {
  const answer = await send(query);
  answered += 1;
  return answer;
});

/** Waits until the replica has replayed all that the primary has written. */
async function caughtUp(): Promise<void> {
  const { rows } = await onPrimary.query<{ at: string }>(
    "select pg_current_wal_insert_lsn() as at",
  );
  for (;;) {
    const { rows: behind } = await onReplica.query(
      "select 1 where pg_last_wal_replay_lsn() < $1::pg_lsn",
      [rows[0]?.at],
    );
    if (behind.length === 0) return;
  }
}

function storeIn(schema: string): PostgresStore {
  return postgresStore({
    client: onPrimary,
    replicas: [counted],
    schema,
    // So that no case is skipped.
    indexFrom: false,
    onWarning: () => undefined,
  });
}

const schemas = reusedSchemas(
  { query: async (text) => (await onPrimary.query<Record<string, unknown>>(text)).rows },
  async () => {
    const schema = `kioku_test_${Math.random().toString(36).slice(2)}`;
    await storeIn(schema).open();
    return schema;
  },
);

/** Each way of reading and of writing once: the whole suite takes a minute. */
const GROUPS: ReadonlySet<string> = new Set([
  "deletes",
  "history",
  "idempotency",
  "keys",
  "lifecycle",
  "neighbours",
  "queue",
  "round trip",
  "scopes",
  "search legs",
  "strengthen",
  "text search",
  "vector search",
  "vectors of a record",
]);

describe.skipIf(servers === undefined)("with a streaming replica and pgvector", () => {
  const cases = storeConformance(async () => {
    const store = storeIn(await schemas.next());
    await caughtUp();
    return store;
  }).filter(
    ({ group, requires }) =>
      SERVER_URL !== undefined || GROUPS.has(group) || requires.includes("exact vector"),
  );

  test.for(cases)("$group: $name", async ({ run }) => {
    await schemas.empty();
    expect(await run()).toEqual({ status: "passed" });
  });

  test("what was written is found while the replica is behind, by all ways of reading", async () => {
    await schemas.empty();
    await using store = storeIn(await schemas.next());
    await caughtUp();
    await store.open();
    await onReplica.query("select pg_wal_replay_pause()");
    onTestFinished(async () => {
      await onReplica.query("select pg_wal_replay_resume()");
    });
    const record = testRecord(1);
    await store.write([putOp(record)]);
    const selection = { within: [record.scope], reach: "here" } as const;
    const legs = [{ type: "text", terms: documentTerms(record.content) }] as const;
    const hits = await store.search({ selection, legs, limit: 5 });
    const listed = await store.list({ ...selection, orderBy: "createdAt", order: "asc", limit: 5 });
    const [got] = await store.get([record], { now: record.createdAt });
    expect([hits[0]?.id, listed.items[0]?.id, got?.id]).toEqual([record.id, record.id, record.id]);
    expect(await store.history(record)).toHaveLength(1);
  });

  test("most of that was answered by the replica", () => {
    expect(answered).toBeGreaterThan(cases.length);
  });
});
