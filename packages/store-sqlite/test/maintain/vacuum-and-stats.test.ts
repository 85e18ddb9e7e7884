import { statSync } from "node:fs";

import type { CompleteStore } from "@kioku/core/toolkit";
import { testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { rejection } from "../support/rejection.js";
import { at, countInFiles, secretScope, writeBoth } from "../support/secret-records.js";
import { somePut, SPACE, writeSome } from "../support/some-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

async function purgeSome(store: CompleteStore, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  await store.write(
    numbers.map(
      (n) => ({ op: "delete", scope: ["test"], id: testRecord(n).id, at, purge: true }) as const,
    ),
  );
}

test("vacuum gives back what deletions left, and says how much", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeSome(store, 0, 1_000);
  await purgeSome(store, 0, 900);
  const { bytes, freeBytes } = await store.stats();
  expect(freeBytes).toBeGreaterThan(bytes / 4);
  const { bytesBefore, bytesAfter } = await store.vacuum();
  expect(bytesBefore).toBe(bytes);
  expect(bytesAfter).toBeLessThan(bytesBefore / 2);
  expect(statSync(path).size).toBe(bytesAfter);
  expect(await store.stats()).toMatchObject({
    records: 100,
    bytes: bytesAfter,
    freeBytes: 0,
    walBytes: 0,
  });
  expect((await store.integrityCheck()).problems).toEqual([]);
  await store.close();
});

test("after a vacuum nothing of what was erased is left, and scrub has nothing to rewrite", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeBoth(store);
  await store.deleteWhere(secretScope, { at, purge: true });
  await store.vacuum();
  expect(countInFiles(path, "secret") - countInFiles(path, "/xsecretx")).toBe(0);
  const database = new Driver(path, { readonly: true });
  expect(database.prepare("select erased > rewritten from erasure").pluck().get()).toBe(0);
  database.close();
  await store.close();
});

test("writes of this store wait for a vacuum, and reads do not", async () => {
  const store = sqliteStore({ path: temporaryFile(), busyTimeoutMs: 0 });
  await store.open();
  await writeSome(store, 0, 500);
  const vacuum = store.vacuum();
  const writes = [500, 501, 502].map((n) => store.write([somePut(n)]));
  expect((await store.stats()).records).toBeGreaterThanOrEqual(500);
  await Promise.all([vacuum, ...writes]);
  expect((await store.stats()).records).toBe(503);
  await store.close();
});

test("a vacuum that another process keeps from writing can be tried again", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path, busyTimeoutMs: 10 });
  await store.open();
  await writeSome(store, 0, 10);
  const other = new Driver(path);
  other.exec("begin immediate");
  const error = await rejection(store.vacuum());
  expect([error.code, error.retryable]).toEqual(["store-failed", true]);
  other.close();
  expect((await store.vacuum()).bytesAfter).toBeGreaterThan(0);
  await store.close();
});

test("stats count records, scopes, vectors and bytes", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path, indexBytes: 12_345 });
  await store.open();
  await writeSome(store, 0, 20);
  await store.write([
    { ...somePut(50), record: testRecord(50, { scope: ["other"] }), search: "none" },
    { ...somePut(51), record: testRecord(51, { scope: ["third"] }) },
  ]);
  await store.write([
    { op: "delete", scope: ["third"], id: testRecord(51).id, at, purge: true },
    { op: "space", space: { id: "next", dimensions: 3 }, state: "building" },
  ]);
  const stats = await store.stats();
  expect(stats).toEqual({
    records: 21,
    documents: 20,
    scopes: 2,
    spaces: [
      { id: "next", dimensions: 3, vectors: 0, state: "building" },
      { ...SPACE, vectors: 20, state: "ready" },
    ],
    bytes: expect.any(Number) as number,
    freeBytes: expect.any(Number) as number,
    walBytes: statSync(`${path}-wal`).size,
    index: {
      bytes: 0,
      limitBytes: 12_345,
      ranges: 0,
      records: 0,
      loads: 0,
      codesBytes: 0,
      postingsBytes: 0,
      vectorsBytes: 0,
    },
  });
  expect(stats.walBytes).toBeGreaterThan(0);
  await store.close();
  expect(statSync(path).size).toBe(stats.bytes);
});

test("a store in memory has bytes, no log, and can be vacuumed", async () => {
  const store = sqliteStore({ path: ":memory:" });
  await store.open();
  await writeSome(store, 0, 500);
  await purgeSome(store, 0, 450);
  const before = await store.stats();
  expect(before).toMatchObject({ records: 50, walBytes: 0 });
  const { bytesBefore, bytesAfter } = await store.vacuum();
  expect(bytesBefore).toBe(before.bytes);
  expect(bytesAfter).toBeLessThan(bytesBefore);
  expect(await store.scrub()).toEqual([]);
  await store.close();
});
