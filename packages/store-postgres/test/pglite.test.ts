import { getEventListeners } from "node:events";

import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";

import { PgliteDriver } from "../src/open/client/pglite-driver.js";
import type { Channel } from "../src/sql/driver.js";
import { toMemoryError } from "../src/sql/to-memory-error.js";
import { rejection } from "./support/rejection.js";

const database = await PGlite.create();
await database.exec("create table t (n integer primary key)");
const driver = new PgliteDriver(database);
const write = { mode: "write" } as const;

async function insert(channel: Channel, n: number): Promise<unknown> {
  return channel.change({ text: "insert into t values ($1)", values: [n] });
}

async function select(channel: Channel, text: string): Promise<unknown> {
  return channel.rows({ text, values: [] });
}

async function written(): Promise<readonly unknown[]> {
  await database.query("select 1");
  return (await database.query<{ n: number }>("select n from t order by n")).rows.map(({ n }) => n);
}

test("the first statement that fails is the error, nothing more is sent, and all is undone", async () => {
  const failed = await rejection(
    driver.transaction(write, async (channel) => {
      await Promise.all([insert(channel, 2), select(channel, "select 1 / 0"), insert(channel, 3)]);
    }),
  );
  expect(failed).toMatchObject({ code: "22012" });
  expect(await written()).toEqual([]);
});

test("a transaction with a failure in it fails, even where that was caught", async () => {
  let caught: unknown;
  const failed = await rejection(
    driver.transaction(write, async (channel) => {
      await insert(channel, 1);
      const divided = select(channel, "select 1 / 0");
      const later = insert(channel, 2);
      caught = await rejection(divided);
      expect(await rejection(later)).toBe(caught);
      return "done";
    }),
  );
  expect(failed).toBe(caught);
  expect(failed).toMatchObject({ code: "22012" });
  expect(await written()).toEqual([]);
  expect(await driver.rows({ text: "select 1 as one", values: [] })).toEqual([{ one: 1 }]);
});

test("an abort while others have their turn rejects at once; what is aborted when it runs is undone", async () => {
  const reason = new Error("stop");
  const stop = new AbortController();
  const release = Promise.withResolvers<undefined>();
  const first = driver.transaction(write, async (channel) => {
    await release.promise;
    return insert(channel, 4);
  });
  const queued = driver.transaction({ ...write, signal: stop.signal }, async (channel) =>
    insert(channel, 5),
  );
  const queuedRead = driver.rows({ text: "select 1", values: [] }, { signal: stop.signal });
  stop.abort(reason);
  expect([await rejection(queued), await rejection(queuedRead)]).toEqual([reason, reason]);
  release.resolve(undefined);
  await first;
  const later = new AbortController();
  const running = driver.transaction({ ...write, signal: later.signal }, async (channel) => {
    await insert(channel, 6);
    later.abort(reason);
    await insert(channel, 7);
  });
  expect(await rejection(running)).toBe(reason);
  expect(await written()).toEqual([4]);
  for (const { signal } of [stop, later]) expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("close waits for what is under way and leaves the database open; closed by its owner, it says so", async () => {
  const under = driver.transaction(write, async (channel) => insert(channel, 8));
  await driver.close();
  expect(await written()).toContain(8);
  await under;
  await database.close();
  const error = toMemoryError(await rejection(driver.rows({ text: "select 1", values: [] })));
  expect(error).toMatchObject({ code: "store-failed", retryable: false });
  expect(error.message).toContain("closed by its owner");
});
