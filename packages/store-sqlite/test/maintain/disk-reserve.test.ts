import { mkdirSync, statSync, truncateSync } from "node:fs";

import type { WriteOp } from "@kioku/core/toolkit";
import { putOp, testRecord } from "@kioku/testing";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { temporaryFile } from "../support/temporary-directory.js";

async function openedAt(path: string): Promise<SqliteStore> {
  const store = sqliteStore({ path });
  await store.open();
  onTestFinished(() => store.close());
  return store;
}

/** Returns puts of 2 MB. */
function longPuts(first: number): WriteOp[] {
  const content = "some words of a long text ".repeat(4_000);
  return Array.from({ length: 20 }, (_, n) => putOp(testRecord(first + n, { content })));
}

function reserveOf(path: string): number {
  return statSync(`${path}-reserve`).size;
}

test("the reserve does not grow by what other stores write", async () => {
  const path = temporaryFile();
  const store = await openedAt(path);
  const other = await openedAt(path);
  await store.write([putOp(testRecord(1))]);
  for (let n = 100; n < 200; n += 20) await other.write(longPuts(n));
  await other.close();
  await store.write([putOp(testRecord(2))]);
  const { size } = statSync(path);
  // A sixteenth of the database, and what is missing to a multiple of 256 KiB.
  expect(reserveOf(path)).toBeLessThan(size / 16 + 2 * 262_144);
});

test("a reserve that is much too long gets shorter", async () => {
  const path = temporaryFile();
  const store = await openedAt(path);
  await store.write([putOp(testRecord(1))]);
  const before = reserveOf(path);
  truncateSync(`${path}-reserve`, 200_000_000);
  await store.write([putOp(testRecord(2))]);
  expect(reserveOf(path)).toBeLessThanOrEqual(before);
});

test("a store that cannot make a reserve writes and closes all the same", async () => {
  const path = temporaryFile();
  mkdirSync(`${path}-reserve`);
  const store = await openedAt(path);
  // Its length would be taken for that of a reserve.
  await store.write(longPuts(100));
  expect(await store.write([putOp(testRecord(2))])).toMatchObject([{ applied: true }]);
  await store.close();
});
