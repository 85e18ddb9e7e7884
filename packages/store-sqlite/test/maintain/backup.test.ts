import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import type { ListRequest } from "@kioku/core/toolkit";
import Driver from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { BackupProgress, SqliteStore } from "../../src/index.js";
import { startChild } from "../support/child.js";
import { rejection } from "../support/rejection.js";
import { at, countInFiles, putWith, secretScope, writeBoth } from "../support/secret-records.js";
import { somePut, writeSome } from "../support/some-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

async function openStore(path: string): Promise<SqliteStore> {
  const store = sqliteStore({ path });
  await store.open();
  return store;
}

function runQuietly(program: string, ...parameters: readonly string[]): void {
  execFileSync(program, parameters, { stdio: "ignore" });
}

/** Ids of all records of a database, in the order in which they were written. */
function idsIn(path: string): unknown[] {
  const database = new Driver(path, { readonly: true });
  const ids = database.prepare("select id from records order by row").pluck().all();
  database.close();
  return ids;
}

test("a backup opens as a store with the same records, and says how large it is", async () => {
  const [path, target] = [temporaryFile(), temporaryFile("copy.db")];
  const store = await openStore(path);
  await writeSome(store, 0, 300);
  const progress: BackupProgress[] = [];
  const result = await store.backup(target, { onProgress: (step) => progress.push(step) });
  expect(result).toEqual({
    bytes: statSync(target).size,
    records: 300,
    durationMs: expect.any(Number) as number,
  });
  const last = progress.at(-1);
  expect(last?.bytes).toBe(result.bytes);
  expect(last?.totalBytes).toBeGreaterThanOrEqual(result.bytes);
  expect(readdirSync(dirname(target))).toEqual(["copy.db"]);
  const copy = await openStore(target);
  expect(await copy.integrityCheck()).toEqual({ ok: true, problems: [] });
  const request: ListRequest = {
    within: [["test"]],
    reach: "here",
    orderBy: "createdAt",
    order: "asc",
    limit: 1_000,
  };
  expect(await copy.list(request)).toEqual(await store.list(request));
  await copy.close();
  await store.close();
});

test("a store in memory can be backed up, too", async () => {
  const target = temporaryFile();
  const store = await openStore(":memory:");
  await writeSome(store, 0, 100);
  expect((await store.backup(target)).records).toBe(100);
  await store.close();
  expect(idsIn(target)).toHaveLength(100);
});

test("while this process writes, a backup has the records of one moment", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const store = await openStore(path);
  await writeSome(store, 0, 500);
  const state = { isDone: false };
  const backup = store.backup(target).finally(() => {
    state.isDone = true;
  });
  let written = 500;
  while (!state.isDone) {
    await store.write([somePut(written)]);
    written += 1;
    // Each write is one turn: the thread's answer has to get through.
    await new Promise(setImmediate);
  }
  const { records } = await backup;
  expect(written).toBeGreaterThan(records);
  expect(records).toBeGreaterThanOrEqual(500);
  const all = idsIn(path);
  expect(all).toHaveLength(written);
  expect(idsIn(target)).toEqual(all.slice(0, records));
  await store.close();
});

test("while another process writes batches, every backup has whole batches", async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  const child = startChild(new URL("../support/batch-writer.ts", import.meta.url), path, "7");
  await child.message();
  let before = 0;
  for (let round = 0; round < 5; round += 1) {
    const target = temporaryFile();
    const { records } = await store.backup(target);
    expect(records % 7).toBe(0);
    expect(records).toBeGreaterThanOrEqual(before);
    before = records;
    await child.message();
    const all = idsIn(path);
    expect(idsIn(target)).toEqual(all.slice(0, records));
  }
  child.process.kill("SIGKILL");
  await child.exited();
  expect(before).toBeGreaterThan(7);
  await store.close();
});

test("what was erased is in no backup, though the file still has it", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const store = await openStore(path);
  await writeBoth(store);
  // SQLite does not overwrite this: as if rows had been moved before they were deleted.
  const other = new Driver(path);
  other.pragma("secure_delete = off");
  other.exec("create table scratch (text); begin");
  const insert = other.prepare("insert into scratch values (?)");
  for (let n = 0; n < 2_000; n += 1) insert.run(`xsecretx leftover ${n}`);
  other.exec("commit; drop table scratch");
  other.pragma("wal_checkpoint(truncate)");
  other.close();
  await store.deleteWhere(secretScope, { at, purge: true });
  expect(countInFiles(path, "xsecretx leftover")).toBeGreaterThan(1_000);
  await store.backup(target);
  expect(countInFiles(target, "secret") - countInFiles(target, "/xsecretx")).toBe(0);
  expect(countInFiles(target, "keepsake")).toBeGreaterThan(1_000);
  await store.close();
});

test("a path that is taken is left alone, unless it may be overwritten", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  writeFileSync(target, "mine");
  const store = await openStore(path);
  await writeSome(store, 0, 10);
  const error = await rejection(store.backup(target));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(/taken.*overwrite/u);
  expect(readFileSync(target, "utf8")).toBe("mine");
  expect((await store.backup(target, { overwrite: true })).records).toBe(10);
  expect(idsIn(target)).toHaveLength(10);
  await store.close();
});

test("the database itself is never the target, whatever it is called", async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  await writeSome(store, 0, 10);
  const link = join(dirname(path), "link.db");
  linkSync(path, link);
  for (const target of [
    path,
    `${path}-wal`,
    `${path}-journal`,
    link,
    join(dirname(path), ".", "memory.db"),
  ]) {
    const error = await rejection(store.backup(target, { overwrite: true }));
    expect([error.code, error.message]).toEqual([
      "invalid-input",
      expect.stringContaining("the database itself"),
    ]);
  }
  await writeSome(store, 10, 20);
  expect((await store.stats()).records).toBe(20);
  await store.close();
});

test("targets that cannot be are refused in words, and nothing is left behind", async () => {
  const [path, folder] = [temporaryFile(), temporaryFile("folder")];
  mkdirSync(folder);
  writeFileSync(join(folder, "stale.db-wal"), "log");
  writeFileSync(join(folder, "file"), "text");
  const store = await openStore(path);
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    [folder, "invalid-input", /is not a file/u],
    [join(folder, "missing", "copy.db"), "store-failed", /create it first/u],
    [join(folder, "file", "copy.db"), "store-failed", /is a file/u],
    [join(folder, "stale.db"), "invalid-input", /-wal/u],
    ["", "invalid-input", /path of a file/u],
    ["a\0b", "invalid-input", /path of a file/u],
    [` ${folder}`, "invalid-input", /path of a file/u],
  ];
  for (const [target, code, words] of wrong) {
    const error = await rejection(store.backup(target, { overwrite: true }));
    expect([target, error.code, error.message]).toEqual([
      target,
      code,
      expect.stringMatching(words),
    ]);
  }
  for (const options of [{ pages: 5 }, { overwrite: "yes" }, { onProgress: 7 }, null]) {
    const error = await rejection(store.backup(join(folder, "copy.db"), options as never));
    expect(error.code).toBe("invalid-input");
  }
  expect(readdirSync(folder).toSorted()).toEqual(["file", "stale.db-wal"]);
  await store.close();
});

test("a backup that is aborted leaves nothing behind, and a listener that fails harms nothing", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const store = await openStore(path);
  await writeSome(store, 0, 200);
  const controller = new AbortController();
  const reason = new Error("enough");
  const onProgress = (): void => controller.abort(reason);
  await expect(store.backup(target, { signal: controller.signal, onProgress })).rejects.toBe(
    reason,
  );
  expect(readdirSync(dirname(target))).toEqual([]);
  const fails = [
    () => {
      throw reason;
    },
    () => Promise.reject(reason) as never,
  ];
  for (const failing of fails) {
    const copied = await store.backup(target, { onProgress: failing, overwrite: true });
    expect(copied.records).toBe(200);
  }
  await store.close();
});

test("a backup of a damaged database is given up, and says that it is damaged", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const store = await openStore(path);
  await writeSome(store, 0, 50);
  const other = new Driver(path);
  other.exec("update scopes set records = records + 1");
  other.close();
  const error = await rejection(store.backup(target));
  expect(error.message).toMatch(/did not pass.*scopes count/u);
  expect(readdirSync(dirname(target))).toEqual([]);
  await store.close();
});

test("who may not read the database may not read its backup", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const store = await openStore(path);
  chmodSync(path, 0o600);
  await store.backup(target);
  expect((statSync(target).mode & 0o777).toString(8)).toBe("600");
  await store.close();
});

test("on a full disk a backup fails in words and leaves nothing behind", async (context) => {
  const path = temporaryFile();
  const disk = temporaryFile("disk");
  mkdirSync(disk);
  try {
    runQuietly("mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk);
  } catch {
    context.skip("this user cannot make a small disk");
  }
  onTestFinished(() => {
    runQuietly("umount", "-l", disk);
  });
  const store = await openStore(path);
  await writeSome(store, 0, 1_000);
  const target = join(disk, "copy.db");
  const error = await rejection(store.backup(target));
  expect([error.code, error.message]).toEqual([
    "store-failed",
    expect.stringMatching(/disk is full/u),
  ]);
  expect(readdirSync(disk)).toEqual([]);
  expect((await store.stats()).records).toBe(1_000);
  await store.close();
});

test("closing waits for a backup under way", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const store = await openStore(path);
  await writeSome(store, 0, 200);
  const backup = store.backup(target);
  await store.close();
  expect((await backup).records).toBe(200);
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test("every operation is refused before opening and after closing", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  const operations = (): Promise<unknown>[] => [
    store.backup(temporaryFile()),
    store.integrityCheck(),
    store.vacuum(),
    store.stats(),
    store.scrub(),
  ];
  for (const call of operations()) expect((await rejection(call)).code).toBe("store-failed");
  await store.open();
  await store.close();
  for (const call of operations()) expect((await rejection(call)).code).toBe("closed");
});

test("two backups at once are both whole", async () => {
  const [path, one, two] = [temporaryFile(), temporaryFile(), temporaryFile()];
  const store = await openStore(path);
  await store.write([putWith("keepsake", 1)]);
  const results = await Promise.all([store.backup(one), store.backup(two)]);
  expect(results.map(({ records }) => records)).toEqual([1, 1]);
  const taken = temporaryFile();
  const both = await Promise.allSettled([store.backup(taken), store.backup(taken)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(readdirSync(dirname(taken))).toEqual(["memory.db"]);
  await store.close();
});
