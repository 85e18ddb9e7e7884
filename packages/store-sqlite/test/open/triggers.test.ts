import { createMemory } from "@kioku/core";
import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { rejection } from "../support/rejection.js";
import { temporaryFile } from "../support/temporary-directory.js";

const SWALLOW = "create trigger swallow before insert on records begin select raise(ignore); end;";

test("a file with a trigger is not opened", async () => {
  const path = temporaryFile();
  const memory = createMemory({ store: sqliteStore({ path }) });
  await memory.remember("Ann keeps bees");
  await memory.close();
  const database = new Driver(path);
  database.exec(SWALLOW);
  const store = sqliteStore({ path });
  const error = await rejection(store.open());
  expect(error).toMatchObject({ code: "store-failed", retryable: false });
  expect(error.message).toContain('trigger "swallow"');
  database.exec("drop trigger swallow");
  database.close();
  await store.open();
  expect((await store.stats()).records).toBe(1);
  await store.close();
});

test("a handle with a temporary trigger is refused", async () => {
  const database = new Driver(":memory:");
  const store = sqliteStore({ database });
  await store.open();
  await store.close();
  database.exec(SWALLOW.replace("create trigger", "create temp trigger"));
  expect((await rejection(sqliteStore({ database }).open())).message).toContain("swallow");
  database.close();
});

test("no write is acknowledged that a trigger made later could swallow", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.write([putOp(testRecord(1))]);
  const database = new Driver(path);
  database.exec(SWALLOW);
  const error = await rejection(store.write([putOp(testRecord(2))]));
  expect(error.message).toContain('trigger "swallow"');
  database.exec("drop trigger swallow");
  database.close();
  await store.write([putOp(testRecord(2))]);
  expect((await store.stats()).records).toBe(2);
  await store.vacuum();
  await store.write([putOp(testRecord(3))]);
  expect((await store.stats()).records).toBe(3);
  await store.close();
});
