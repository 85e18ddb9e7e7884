import { putOp, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { citus, postgresStore } from "../src/index.js";
import type { PostgresStore } from "../src/index.js";
import { testDatabase } from "./support/databases.js";
import { failingClient } from "./support/failing-client.js";
import { rejection } from "./support/rejection.js";

const database = await testDatabase();

test("a store opens again where it was", async () => {
  const schema = database.newSchema();
  const first = database.newStore({ schema });
  await first.open();
  await first.close();
  const second = database.newStore({ schema });
  await second.open();
  await second.close();
  const tables = await database.query(
    "select tablename from pg_tables where schemaname = $1 and tablename = 'records'",
    [schema],
  );
  expect(tables).toEqual([{ tablename: "records" }]);
});

async function listed(store: PostgresStore): Promise<readonly string[]> {
  const { items } = await store.list({
    within: [["test"]],
    reach: "here",
    orderBy: "createdAt",
    order: "asc",
    limit: 10,
  });
  return items.map(({ id }) => id);
}

test("several stores of one client, in one schema and in others, see what is theirs, and end alone", async () => {
  const [schema, other] = [database.newSchema(), database.newSchema()];
  const stores = [schema, schema, other].map((name) => database.newStore({ schema: name }));
  await Promise.all(stores.map((store) => store.open()));
  const [first, second, third] = stores as [PostgresStore, PostgresStore, PostgresStore];
  await Promise.all([
    first.write([putOp(testRecord(1))]),
    second.write([putOp(testRecord(2))]),
    third.write([putOp(testRecord(3))]),
  ]);
  await first.close();
  expect(await listed(second)).toEqual([testRecord(1).id, testRecord(2).id]);
  expect(await listed(third)).toEqual([testRecord(3).id]);
  await second.close();
  await third.close();
  expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("an open that failed is tried again, and opens what is there by then", async () => {
  const schema = database.newSchema();
  const failing = failingClient(database.client);
  const store = postgresStore({ client: failing.client, schema });
  failing.breakAt(1, false);
  expect(await rejection(store.open())).toMatchObject({ code: "store-failed" });
  // Half-way through the migration, too.
  failing.breakAt(8, false);
  expect(await rejection(store.open())).toMatchObject({ code: "store-failed" });
  failing.breakAt(Number.POSITIVE_INFINITY, false);
  await store.open();
  // Its connections send one statement at a time: they have no pipeline.
  await store.write([putOp(testRecord(1))]);
  expect(await store.history(testRecord(1))).toHaveLength(1);
  await store.close();
});

test("the dialect of Citus is refused by a database that has not the extension", async () => {
  await using store = database.newStore({ dialect: citus });
  await expect(store.open()).rejects.toMatchObject({
    code: "store-failed",
    message:
      "the database has no extension citus, which option dialect is for: run create extension citus on every node, or leave the option out",
  });
});
