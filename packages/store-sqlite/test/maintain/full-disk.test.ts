import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { WriteOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, spaceVector, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { bySize } from "../support/by-size.js";
import { rejection } from "../support/rejection.js";
import { temporaryFile } from "../support/temporary-directory.js";

const { scope } = testRecord(1);
const whole = { within: [scope], reach: "here" } as const;
const space = { id: "space", dimensions: 64 };

function puts(first: number, count: number): WriteOp[] {
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const content = `word${n} ${"and more words ".repeat(20)}`;
    const values = Array.from({ length: 64 }, (_value, at) => Math.sin(n * 7 + at));
    return putOp(testRecord(n, { content }), {
      search: searchEntry(content, [spaceVector(space, values)]),
    });
  });
}

/** True if this process may mount disks. */
const isMounting = mayMount();

function mayMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "kioku-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", directory]);
  if (mounted.status === 0) execFileSync("umount", ["-l", directory]);
  rmdirSync(directory);
  return mounted.status === 0;
}

/** Mounts a disk of so many mebibytes. */
function smallDisk(mebibytes: number): string {
  const directory = join(dirname(temporaryFile()), "disk");
  mkdirSync(directory);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", directory]);
  onTestFinished(() => {
    execFileSync("umount", ["-l", directory]);
  });
  return directory;
}

async function openedAt(path: string): Promise<SqliteStore> {
  const store = sqliteStore({ path });
  await store.open();
  return store;
}

/** Writes until there is no room, and says how many records there are. */
async function fill(store: SqliteStore, batch: number): Promise<number> {
  for (let written = 0; ; written += batch) {
    const error = await store.write(puts(written, batch)).then(
      () => undefined,
      (refused: unknown) => refused,
    );
    if (error === undefined) continue;
    expect(error).toMatchObject({ code: "store-failed", retryable: true });
    return written;
  }
}

test.skipIf(!isMounting).each([20, 1].slice(0, bySize(2, 1)))(
  "a disk that batches of %d filled lets everything be deleted",
  { tags: "long", timeout: 300_000 },
  async (batch) => {
    const directory = smallDisk(2);
    const path = join(directory, "memory.db");
    const store = await openedAt(path);
    const written = await fill(store, batch);
    expect(written).toBeGreaterThan(100);
    for (let n = 0; n < written; n += 1) {
      const { id, updatedAt: at } = testRecord(n);
      const [result] = await store.write([{ op: "delete", scope, id, at, purge: n % 2 === 0 }]);
      expect(result).toEqual({ applied: true });
    }
    await store.close();
    expect(readdirSync(directory)).toEqual(["memory.db"]);
    const later = await openedAt(path);
    expect(await later.write(puts(0, 1))).toMatchObject([{ applied: true }]);
    expect((await later.stats()).records).toBe(1);
    expect(await later.integrityCheck()).toEqual({ ok: true, problems: [] });
    await later.close();
  },
);

test.skipIf(!isMounting)(
  "a disk that others filled lets everything be deleted, and the store closes",
  async () => {
    const directory = smallDisk(16);
    const path = join(directory, "memory.db");
    const store = await openedAt(path);
    for (let n = 0; n < 150; n += 1) await store.write(puts(n, 1));
    const filler = join(directory, "filler");
    fillUp(filler);
    expect(
      await store.deleteWhere(whole, { at: testRecord(1).updatedAt, purge: true }),
    ).toHaveLength(150);
    await store.close();
    rmSync(filler);
    const later = await openedAt(path);
    expect((await later.stats()).records).toBe(0);
    await later.close();
  },
);

test.skipIf(!isMounting)(
  "a deletion that is too large for the disk leaves room for smaller ones",
  async () => {
    const path = join(smallDisk(8), "memory.db");
    const store = sqliteStore({ path, busyTimeoutMs: 20 });
    await store.open();
    await store.write(puts(9_999, 1));
    const reader = new Driver(path);
    reader.exec("begin; select count(*) from records");
    const written = await fill(store, 20);
    const at = testRecord(1).updatedAt;
    expect(await rejection(store.deleteWhere(whole, { at }))).toMatchObject({ retryable: true });
    reader.close();
    for (let n = 0; n < written; n += 1) {
      await store.write([{ op: "delete", scope, id: testRecord(n).id, at, purge: true }]);
    }
    expect(await store.write(puts(0, 1))).toMatchObject([{ applied: true }]);
    expect((await store.stats()).records).toBe(2);
    await store.close();
  },
);

test.skipIf(!isMounting)(
  "a store whose log has no room in the file closes, and the next one has all of it",
  async () => {
    const directory = smallDisk(8);
    const path = join(directory, "memory.db");
    const writer = new Driver(path);
    const first = sqliteStore({ database: writer });
    await first.open();
    writer.pragma("wal_autocheckpoint = 0");
    await first.write(puts(0, 300));
    const filler = join(directory, "filler");
    fillUp(filler);
    rmSync(`${path}-reserve`, { force: true });
    fillUp(`${filler}2`);
    const reader = await openedAt(path);
    expect((await reader.stats()).records).toBe(300);
    await reader.close();
    await first.close();
    writer.close();
    rmSync(filler);
    const later = await openedAt(path);
    expect((await later.stats()).records).toBe(300);
    expect((await later.integrityCheck()).ok).toBe(true);
    await later.close();
  },
);

test("a database that may have no more pages lets records be deleted", async () => {
  const database = new Driver(temporaryFile());
  const store = sqliteStore({ database });
  await store.open();
  const pages = Number(database.pragma("page_count", { simple: true }));
  database.pragma(`max_page_count = ${pages + 200}`);
  const written = await fill(store, 1);
  expect((await rejection(store.write(puts(written, 1)))).message).toContain("disk is full");
  const at = testRecord(1).updatedAt;
  expect(await store.deleteWhere(whole, { at, purge: true })).toHaveLength(written);
  expect(await store.write(puts(0, 1))).toMatchObject([{ applied: true }]);
  await store.close();
  database.close();
});

function fillUp(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch (error) {
    // The file system counts more than what it holds.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
