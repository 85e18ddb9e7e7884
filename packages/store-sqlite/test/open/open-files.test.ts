import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { createMemory } from "@kioku/core";
import { putOp, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { rejection } from "../support/rejection.js";
import { temporaryFile } from "../support/temporary-directory.js";

const { scope, id, createdAt: now } = testRecord(1);
const whole = { within: [scope], reach: "here" } as const;

async function storeWithOne(path: string): Promise<SqliteStore> {
  const store = sqliteStore({ path });
  await store.open();
  await store.write([putOp(testRecord(1))]);
  return store;
}

async function expectRefusals(store: SqliteStore, calls: readonly (() => Promise<unknown>)[]) {
  for (const call of calls) {
    const error = await rejection(call());
    expect(error).toMatchObject({ code: "store-failed", retryable: false });
    expect(error.message).toContain("moved, deleted or replaced");
  }
  await store.close();
}

const ways: readonly (readonly [string, (path: string) => void])[] = [
  ["renamed", (path) => renameSync(path, `${path}.old`)],
  ["deleted", (path) => rmSync(path)],
  [
    "replaced by a copy",
    (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
];

test.each(ways)("nothing is acknowledged or read once the file is %s", async (_way, move) => {
  const path = temporaryFile();
  const store = await storeWithOne(path);
  move(path);
  await expectRefusals(store, [
    () => store.write([putOp(testRecord(2))]),
    () => store.deleteWhere(whole, { at: now }),
    () => store.get([{ scope, id }], { now }),
    () => store.search({ legs: [{ type: "text", terms: ["a"] }], limit: 1, selection: whole }),
    () => store.integrityCheck(),
    () => store.backup(`${path}.backup`),
  ]);
  expect(existsSync(`${path}.backup`)).toBe(false);
});

test("no write is acknowledged once the log has lost its name, and closing saves what it holds", async () => {
  const path = temporaryFile();
  const store = await storeWithOne(path);
  rmSync(`${path}-wal`);
  await expectRefusals(store, [() => store.write([putOp(testRecord(2))])]);
  const later = sqliteStore({ path });
  await later.open();
  expect((await later.stats()).records).toBe(1);
  await later.close();
});

test("a file that is moved back works again", async () => {
  const path = temporaryFile();
  const store = await storeWithOne(path);
  renameSync(path, `${path}.old`);
  await rejection(store.write([putOp(testRecord(2))]));
  renameSync(`${path}.old`, path);
  expect(await store.write([putOp(testRecord(2))])).toMatchObject([{ applied: true }]);
  await store.close();
});

test("whoever closes a store on a file that was replaced leaves the new file and its log alone", async () => {
  const path = temporaryFile();
  const store = await storeWithOne(path);
  for (const suffix of ["", "-wal", "-shm"]) renameSync(`${path}${suffix}`, `${path}.old${suffix}`);
  const other = sqliteStore({ path });
  await other.open();
  await other.write([putOp(testRecord(3))]);
  await store.close();
  expect(existsSync(`${path}-wal`)).toBe(true);
  await other.write([putOp(testRecord(4))]);
  expect((await other.stats()).records).toBe(2);
  expect((await other.integrityCheck()).problems).toEqual([]);
  await other.close();
});

test("whoever closes a store leaves alone a log that the new file shares with the old one", async () => {
  const path = temporaryFile();
  const store = await storeWithOne(path);
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
  const other = sqliteStore({ path });
  await other.open();
  await other.write([putOp(testRecord(3))]);
  await store.close();
  await other.close();
  const later = sqliteStore({ path });
  await later.open();
  expect((await later.stats()).records).toBe(2);
  await later.close();
});

test("a memory says so, and closes", async () => {
  const path = temporaryFile();
  const memory = createMemory({ store: sqliteStore({ path }) });
  await memory.remember("Ann keeps bees");
  rmSync(path);
  expect(await rejection(memory.remember("Ann keeps hens"))).toMatchObject({
    code: "store-failed",
  });
  await memory.close();
});

test("a store that nobody closed is collected without a warning", () => {
  const [hooks, script] = ["use-sources.mjs", "forgotten-store.ts"].map((name) =>
    fileURLToPath(new URL(`../support/${name}`, import.meta.url)),
  );
  const args = ["--expose-gc", "--import", hooks ?? "", script ?? "", temporaryFile()];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "gone", stderr: "" });
});
