import { MemoryError } from "@kioku/core";
import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { temporaryFile } from "../support/temporary-directory.js";

async function openedWith(path: string, busyTimeoutMs: number): Promise<SqliteStore> {
  const store = sqliteStore({ path, busyTimeoutMs });
  await store.open();
  return store;
}

test("queued writes wait for another process as long as the first one, not one after another", async () => {
  const path = temporaryFile();
  const store = await openedWith(path, 250);
  const clock = await openedWith(path, 250);
  const other = new Driver(path);
  other.exec("begin immediate");
  const order: string[] = [];
  const refused = async (name: string, in_: SqliteStore, n: number): Promise<void> => {
    await expect(in_.write([putOp(testRecord(n))])).rejects.toMatchObject({
      code: "store-failed",
      retryable: true,
    });
    order.push(name);
  };
  const writes = Array.from({ length: 10 }, (_, n) => refused(`write ${n}`, store, n));
  await writes[0];
  // It takes as long again as each of the others may.
  await Promise.all([...writes, refused("later", clock, 99)]);
  expect(order).toEqual([...Array.from({ length: 10 }, (_, n) => `write ${n}`), "later"]);
  other.exec("rollback");
  expect(await store.write([putOp(testRecord(1))])).toMatchObject([{ applied: true }]);
  other.close();
  await clock.close();
  await store.close();
});

test("an abort ends the wait of the first write, of a queued one and of a vacuum at once", async () => {
  const path = temporaryFile();
  const store = await openedWith(path, 600_000);
  const other = new Driver(path);
  other.exec("begin immediate");
  const reasons = ["first", "queued", "vacuum"].map((name) => new Error(name));
  const controllers = reasons.map(() => new AbortController());
  const [first, queued, vacuum] = controllers;
  const waiting = [
    store.write([putOp(testRecord(1))], { signal: first?.signal }),
    store.write([putOp(testRecord(2))], { signal: queued?.signal }),
    store.vacuum({ signal: vacuum?.signal }),
  ].map((call) =>
    call.then(
      () => "done",
      (error: unknown) => error,
    ),
  );
  const last = store.write([putOp(testRecord(3))]);
  for (const index of [2, 1, 0]) {
    controllers[index]?.abort(reasons[index]);
    expect(await waiting[index]).toBe(reasons[index]);
  }
  other.exec("rollback");
  expect(await last).toMatchObject([{ applied: true }]);
  const { records } = await store.stats();
  expect(records).toBe(1);
  other.close();
  await store.close();
});

test("calls that only wait for calls of their own store have no limit", async () => {
  const store = await openedWith(":memory:", 1);
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, n) => store.write([putOp(testRecord(n))])),
  );
  expect(results.flat().every(({ applied }) => applied)).toBe(true);
  await store.close();
});

test("an abort ends the wait of an opening, and the next one opens", async () => {
  const path = temporaryFile();
  const other = new Driver(path);
  other.exec("begin exclusive");
  const store = sqliteStore({ path, busyTimeoutMs: 600_000 });
  const reason = new Error("enough");
  const controller = new AbortController();
  const opening = store.open({ signal: controller.signal }).catch((error: unknown) => error);
  controller.abort(reason);
  expect(await opening).toBe(reason);
  other.exec("rollback");
  await store.open();
  expect(MemoryError.is(await store.close())).toBe(false);
  other.close();
});
