import { MemoryError } from "@kioku/core";
import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { toMemoryError } from "../src/errors.js";
import { sqliteStore } from "../src/index.js";
import { rejection } from "./support/rejection.js";
import { temporaryFile } from "./support/temporary-directory.js";

test("while another connection writes, a write fails as retryable, and works afterwards", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path, busyTimeoutMs: 20 });
  await store.open();
  const other = new Driver(path);
  other.exec("begin immediate");
  const error = await rejection(store.write([putOp(testRecord(1))]));
  expect(error).toMatchObject({ code: "store-failed", retryable: true });
  expect(error.message).toContain("busyTimeoutMs");
  expect(error.cause).toMatchObject({ code: "SQLITE_BUSY" });
  other.exec("rollback");
  expect(await store.write([putOp(testRecord(1))])).toMatchObject([{ applied: true }]);
  other.close();
  await store.close();
});

test("readers go on while another connection writes", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path, busyTimeoutMs: 0 });
  await store.open();
  await store.write([putOp(testRecord(1))]);
  const other = new Driver(path);
  other.exec("begin immediate; delete from history");
  const { scope, id, createdAt: now } = testRecord(1);
  expect(await store.get([{ scope, id }], { now })).toEqual([testRecord(1)]);
  other.close();
  await store.close();
});

test("a full disk is told as such and may be tried again", () => {
  const database = new Driver(temporaryFile());
  database.exec("create table t (x)");
  database.pragma("max_page_count = 4");
  let thrown: unknown;
  try {
    database.prepare("insert into t values (zeroblob(100000))").run();
  } catch (error) {
    thrown = error;
  }
  const error = toMemoryError(thrown, "a.db");
  expect(error).toMatchObject({ code: "store-failed", retryable: true });
  expect(error.message).toContain("disk is full");
  database.close();
});

test("the text of the driver's error is only in the cause", () => {
  const database = new Driver(":memory:");
  let thrown: unknown;
  try {
    database.exec("select secret from nowhere");
  } catch (error) {
    thrown = error;
  }
  const error = toMemoryError(thrown, "a.db");
  expect(error.message).toBe("database a.db failed with SQLITE_ERROR");
  expect(error.cause).toBe(thrown);
  database.close();
});

test.each([
  ["SQLITE_CORRUPT_VTAB", "damaged", false],
  ["SQLITE_READONLY_DBMOVED", "moved, deleted or replaced", false],
  ["SQLITE_READONLY_DIRECTORY", "write permission", false],
  ["SQLITE_CANTOPEN_ISDIR", "permissions", false],
  ["SQLITE_IOERR_WRITE", "reported an error", false],
  ["SQLITE_BUSY_SNAPSHOT", "another process", true],
  ["SQLITE_NOTADB", "not an SQLite database", false],
])("%s says what is wrong", (code, words, retryable) => {
  const error = toMemoryError(new Driver.SqliteError("text", code), "a.db");
  expect(error).toMatchObject({ code: "store-failed", retryable });
  expect(error.message).toContain(words);
});

test("errors of ours pass as they are, others become store-failed", () => {
  const ours = new MemoryError("conflict", "no");
  expect(toMemoryError(ours, "a.db")).toBe(ours);
  const other = new TypeError("bug");
  expect(toMemoryError(other, "a.db")).toMatchObject({ code: "store-failed", cause: other });
});
