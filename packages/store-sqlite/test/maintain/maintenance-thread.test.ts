import { statSync } from "node:fs";

import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { ownConnection, runOnFile } from "../../src/maintain/sql-runner.js";
import { SqlThread, THREAD_PROGRAM } from "../../src/maintain/sql-thread.js";
import { startChild } from "../support/child.js";
import { somePut, writeSome } from "../support/some-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

/** A file with a table of one number. */
function fileWith(number: number): string {
  const path = temporaryFile();
  new Driver(path).exec(`create table numbers as select ${number} as number`).close();
  return path;
}

test("statements answer in their order, and failures keep their code", async () => {
  const thread = runOnFile(fileWith(7), ["cache_size = -77"]);
  expect(thread).toBeInstanceOf(SqlThread);
  const settled = await Promise.allSettled([
    thread.rows("select number, ? as text from numbers", "a"),
    thread.rows("select nothing from nowhere"),
    thread.rows("update numbers set number = number + ?", 1),
    thread.rows("select number from numbers"),
    thread.rows("pragma cache_size"),
    thread.rows("attach ? as other", "/nowhere/at/all.db"),
  ]);
  expect(settled).toMatchObject([
    { value: [{ number: 7, text: "a" }] },
    { reason: { code: "SQLITE_ERROR" } },
    { value: [] },
    { value: [{ number: 8 }] },
    { value: [{ cache_size: -77 }] },
    { reason: { code: "SQLITE_CANTOPEN" } },
  ]);
  await thread.end();
});

test("a thread that has ended starts again when it is needed", async () => {
  const thread = runOnFile(fileWith(7), []);
  for (let time = 0; time < 3; time += 1) {
    expect(await thread.rows("select number from numbers")).toEqual([{ number: 7 }]);
    await thread.end();
  }
  await thread.end();
});

test("a thread whose driver cannot be loaded says so, each time", async () => {
  const data = { driver: "/nowhere/driver.js", file: fileWith(7), pragmas: [] };
  const thread = new SqlThread(data);
  for (let time = 0; time < 2; time += 1) {
    await expect(thread.rows("select 1")).rejects.toThrow(/driver/u);
  }
  await thread.end();
});

test("the program of the thread needs nothing but what it is given", () => {
  expect(THREAD_PROGRAM).not.toMatch(/import\(|import\s|__vite|__name|exports/u);
  expect(THREAD_PROGRAM.match(/\brequire\b/gu)).toHaveLength(2);
});

test("without threads the same statements run on a connection of their own", async () => {
  const own = ownConnection(fileWith(7), ["cache_size = -77"]);
  expect(await own.rows("select number from numbers where number = ?", 7)).toEqual([{ number: 7 }]);
  expect(await own.rows("pragma cache_size")).toEqual([{ cache_size: -77 }]);
  await expect(own.rows("select")).rejects.toMatchObject({ code: "SQLITE_ERROR" });
  await own.end();
  expect(await own.rows("select number from numbers")).toEqual([{ number: 7 }]);
  await own.end();
});

test("the log moves into the file while a store is written, and begins anew", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  const other = new Driver(path);
  const pagesInLog = (): number => {
    const [state] = other.pragma("wal_checkpoint(noop)") as { readonly log: number }[];
    return state?.log ?? 0;
  };
  let writes = 0;
  const write = async (): Promise<void> => {
    const put = somePut(writes);
    const record = { ...put.record, content: "x".repeat(20_000) };
    await store.write([{ ...put, record }]);
    writes += 1;
    await new Promise(setImmediate);
  };
  // As many writes as it takes; what never comes ends at the time limit.
  while (statSync(path).size < 3_000_000) await write();
  let before = pagesInLog();
  for (; pagesInLog() >= before; before = Math.max(before, pagesInLog())) await write();
  expect(writes).toBeGreaterThan(100);
  expect((await store.stats()).records).toBe(writes);
  other.close();
  await store.close();
});

test("a reader that keeps the log from beginning anew costs no write, and the log shrinks after it", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeSome(store, 0, 100);
  const reader = new Driver(path, { readonly: true });
  reader.exec("begin");
  expect(reader.prepare("select count(*) from records").pluck().get()).toBe(100);
  const text = "x".repeat(50_000);
  for (let n = 100; n < 700; n += 1) {
    const put = somePut(n);
    await store.write([{ ...put, record: { ...put.record, content: text } }]);
  }
  expect(reader.prepare("select count(*) from records").pluck().get()).toBe(100);
  reader.close();
  await store.close();
  const again = new Driver(path, { readonly: true });
  expect(again.prepare("select count(*) from records").pluck().get()).toBe(700);
  again.close();
});

test("a process that forgets to close its store ends all the same", async () => {
  const path = temporaryFile();
  const child = startChild(new URL("../support/forgetful.ts", import.meta.url), path);
  expect(await child.message()).toEqual({ ok: true, problems: [] });
  expect(await child.exited()).toBe(0);
});

test("a backup that is waited for is done, though the store is never closed", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const child = startChild(
    new URL("../support/forgetful.ts", import.meta.url),
    path,
    "backup",
    target,
  );
  expect(await child.message()).toEqual({ ok: true, problems: [] });
  expect(await child.message()).toBe(300);
  expect(await child.exited()).toBe(0);
});
