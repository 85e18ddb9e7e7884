import { Pool } from "pg";
import { afterAll } from "vitest";

import { shardedStore } from "../../src/index.js";
import type { PostgresStore, PostgresStoreOptions } from "../../src/index.js";
import { SERVER_URL, testDatabase } from "./databases.js";
import type { TestDatabase } from "./databases.js";
import { dropDatabase } from "./drop-database.js";

/** Sharded stores of a test file. What they make is dropped after it. */
export interface ShardedStores {
  readonly database: TestDatabase;
  /** A name that no other store has. */
  readonly newName: () => string;
  /** The sharded store of a name, not open. */
  readonly make: (name: string, options?: Partial<PostgresStoreOptions>) => PostgresStore;
  /** Runs SQL in each shard; quoted names of stores become those of its schema. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>;
}

/** Shards in schemas of one database. */
export async function shardedSchemas(shards: number): Promise<ShardedStores> {
  const database = await testDatabase();
  const names: string[] = [];
  const query: ShardedStores["query"] = async (text) => {
    const rows = [];
    for (let shard = 0; shard < shards; shard += 1) {
      rows.push(
        ...(await database.query(text.replaceAll(/"(kioku_test_\w+)"/gu, `"$1_${shard}"`))),
      );
    }
    return rows;
  };
  afterAll(async () => {
    for (const name of names) await query(`drop schema if exists "${name}" cascade`);
  });
  return {
    database,
    newName: () => {
      const name = database.newSchema();
      names.push(name);
      return name;
    },
    make: (schema, options) =>
      shardedStore({ client: database.client, shards, schema, ...options }),
    query,
  };
}

/** Shards in databases of their own. Needs a server. */
export async function shardedDatabases(count: number): Promise<ShardedStores> {
  const database = await testDatabase();
  const names = Array.from({ length: count }, () => database.newSchema());
  const pools: Pool[] = [];
  for (const name of names) {
    await database.query(`create database "${name}"`);
    const url = new URL(SERVER_URL ?? "");
    url.pathname = name;
    pools.push(new Pool({ connectionString: url.href, pipeline: true, max: 4 }));
  }
  afterAll(async () => {
    for (const pool of pools) await pool.end();
    for (const name of names) await dropDatabase(database, name);
  });
  return {
    database,
    newName: () => database.newSchema(),
    make: (schema, options) =>
      shardedStore({ stores: pools.map((client) => ({ client, schema, ...options })) }),
    query: async (text) => {
      const answers = await Promise.all(pools.map((pool) => pool.query<Row>(text)));
      return answers.flatMap(({ rows }) => rows);
    },
  };
}

type Row = Record<string, unknown>;
