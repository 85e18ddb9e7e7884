import { MemoryError } from "@kioku/core";
import type { WriteOp } from "@kioku/core/toolkit";
import { putOp, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { temporaryFile } from "../support/temporary-directory.js";

const NOW = new Date(Date.UTC(2030, 0, 1));

function put(n: number, fields: Parameters<typeof putOp>[1] = {}): WriteOp[] {
  return [putOp(testRecord(n), fields)];
}

/** Returns the numbers of the records that a new store finds in a file. */
async function numbersIn(path: string, most = 200): Promise<number[]> {
  const store = sqliteStore({ path });
  await store.open();
  const numbers = Array.from({ length: most }, (_, n) => n);
  const refs = numbers.map((n) => testRecord(n));
  const records = await store.get(refs, { now: NOW });
  const { ok, problems } = await store.integrityCheck();
  expect({ ok, problems }).toEqual({ ok: true, problems: [] });
  await store.close();
  return numbers.filter((n) => records[n] !== undefined);
}

/** Says how each of several calls ended. */
async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  return (await Promise.allSettled(calls)).map((call) => {
    if (call.status === "fulfilled") return "written";
    return MemoryError.is(call.reason) ? call.reason.code : String(call.reason);
  });
}

test("sixteen callers at once write all that they write, in the file when they are answered", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  const call = async (caller: number): Promise<void> => {
    for (let step = 0; step < 10; step += 1) {
      const n = caller * 10 + step;
      const [result] = await store.write(put(n));
      expect(result).toMatchObject({ applied: true, record: { id: testRecord(n).id } });
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, caller) => call(caller)));
  // Another connection, while the first is open.
  expect(await numbersIn(path)).toHaveLength(160);
  await store.close();
});

test("each of several waiting batches has its own outcome", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.write(put(0, { idempotencyKey: "job" }));
  const wrongVersion = [putOp(testRecord(0, { version: 7 }))];
  const repeated = [putOp(testRecord(9), { idempotencyKey: "job" })];
  const none: WriteOp[] = [];
  const calls = [put(1), put(2), wrongVersion, put(3), repeated, none, put(3), put(4)];
  const outcomes = await outcomesOf(calls.map((ops) => store.write(ops)));
  const half = ["written", "written", "conflict", "written"];
  expect(outcomes).toEqual([...half, ...half]);
  await store.close();
  expect(await numbersIn(path)).toEqual([0, 1, 2, 3, 4]);
});

test("a batch that is aborted before its turn is not written, and others are", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  const abort = new AbortController();
  const calls = [1, 2, 3, 4].map((n) =>
    store.write(put(n), n === 3 ? { signal: abort.signal } : {}),
  );
  abort.abort("enough");
  expect(await outcomesOf(calls)).toEqual(["written", "written", "enough", "written"]);
  await store.close();
  expect(await numbersIn(path)).toEqual([1, 2, 4]);
});

test("writes keep their order, whatever joins them", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  const { scope } = testRecord(0);
  const all = { within: [scope], reach: "here" } as const;
  const calls = [
    store.write(put(1)),
    store.write(put(2)),
    store.deleteWhere(all, { at: NOW }),
    store.write(put(3)),
    store.write([putOp(testRecord(3, { version: 2, content: "again" }))]),
  ];
  expect(await outcomesOf(calls)).toEqual(calls.map(() => "written"));
  const records = await store.get(
    [1, 2, 3].map((n) => testRecord(n)),
    { now: NOW },
  );
  expect(records.map((record) => record?.content)).toEqual([undefined, undefined, "again"]);
  await store.close();
});

test("a store that is closed while writes are under way answers them, and has them", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  const calls = Array.from({ length: 20 }, (_, n) => store.write(put(n)));
  const closing = store.close();
  expect(await outcomesOf(calls)).toEqual(calls.map(() => "written"));
  await closing;
  expect(await numbersIn(path)).toHaveLength(20);
});
