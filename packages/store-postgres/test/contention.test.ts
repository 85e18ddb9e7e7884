import { setImmediate } from "node:timers/promises";

import { putOp, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import type { PostgresStore } from "../src/index.js";
import { testDatabase } from "./support/databases.js";
import { rejection } from "./support/rejection.js";

const database = await testDatabase();

interface Contended {
  readonly store: PostgresStore;
  /** Number of transactions that tried to write a record. */
  readonly tries: () => Promise<number>;
}

/** A store whose records are in the way of others until so many have tried. */
async function contended(times: number, state: string): Promise<Contended> {
  const schema = database.newSchema();
  const store = database.newStore({ schema });
  await store.open();
  // A rollback does not reset a sequence.
  await database.query(`create sequence "${schema}".tries`);
  await database.query(`
    create function "${schema}".stand_in_the_way() returns trigger language plpgsql as $$ begin
      if nextval('"${schema}".tries') <= ${times} then raise sqlstate '${state}'; end if;
      return null;
    end $$`);
  await database.query(`
    create trigger others before insert on "${schema}".records
    for each statement execute function "${schema}".stand_in_the_way()`);
  return {
    store,
    tries: async () => {
      const [row] = await database.query(
        `select case when is_called then last_value else 0 end as tries from "${schema}".tries`,
      );
      return Number(row?.["tries"]);
    },
  };
}

/**
 * PGlite answers before timers run: without turns of the event loop, what waits before it tries
 * again would wait for ever.
 */
async function hasTried(tries: Contended["tries"], times: number): Promise<void> {
  while ((await tries()) < times) await setImmediate();
}

test.each(["23505", "40001", "40P01"])(
  "what others are in the way of with %s is tried again, and done once",
  async (state) => {
    const { store, tries } = await contended(3, state);
    await store.write([putOp(testRecord(1))]);
    expect(await tries()).toBe(4);
    expect(await store.history(testRecord(1))).toHaveLength(1);
    await store.close();
  },
);

test.each([
  ["23505", { code: "conflict", retryable: false }],
  ["40001", { code: "store-failed", retryable: true }],
])("what others stay in the way of fails in the end, for %s with %o", async (state, failure) => {
  const { store, tries } = await contended(1_000_000, state);
  await expect(store.write([putOp(testRecord(1))])).rejects.toMatchObject(failure);
  expect(await tries()).toBe(7);
  expect(await store.history(testRecord(1))).toEqual([]);
  await store.close();
});

test("what no other is to blame for is not tried again", async () => {
  const { store, tries } = await contended(1_000_000, "23514");
  await expect(store.write([putOp(testRecord(1))])).rejects.toMatchObject({ code: "store-failed" });
  expect(await tries()).toBe(1);
  await store.close();
});

test("an abort between two tries rejects with its reason", async () => {
  const { store, tries } = await contended(1_000_000, "40001");
  const stop = new AbortController();
  const writing = rejection(store.write([putOp(testRecord(1))], { signal: stop.signal }));
  await hasTried(tries, 2);
  const reason = new Error("enough");
  stop.abort(reason);
  expect(await writing).toBe(reason);
  expect(await tries()).toBeLessThan(6);
  await store.close();
});

test("close between two tries waits until the write is done, and then the store is closed", async () => {
  const { store, tries } = await contended(4, "40001");
  const ended: string[] = [];
  const writing = store.write([putOp(testRecord(1))]).then(() => ended.push("write"));
  await hasTried(tries, 2);
  const closing = store.close().then(() => ended.push("close"));
  expect(await rejection(store.history(testRecord(1)))).toMatchObject({ code: "closed" });
  await Promise.all([writing, closing]);
  expect(ended).toEqual(["write", "close"]);
  expect(await tries()).toBe(5);
});
