import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { openDatabase } from "../../src/open/open-database.js";
import { isSafeVersion } from "../../src/open/require-usable.js";
import { resolveOptions } from "../../src/options.js";
import { startChild } from "../support/child.js";
import { rejection } from "../support/rejection.js";
import { temporaryFile } from "../support/temporary-directory.js";

test("every pragma is set, on the first open and on the next one", async () => {
  const path = temporaryFile();
  for (let time = 1; time <= 2; time += 1) {
    const database = await openDatabase(resolveOptions({ path }));
    const read = (name: string): unknown => database.pragma(name, { simple: true });
    expect({
      journal: read("journal_mode"),
      synchronous: read("synchronous"),
      busyTimeout: read("busy_timeout"),
      foreignKeys: read("foreign_keys"),
      trustedSchema: read("trusted_schema"),
      cellSizeCheck: read("cell_size_check"),
      secureDelete: read("secure_delete"),
      tempStore: read("temp_store"),
      cacheSize: read("cache_size"),
      mmapSize: read("mmap_size"),
      journalSizeLimit: read("journal_size_limit"),
      applicationId: read("application_id"),
      userVersion: read("user_version"),
    }).toEqual({
      journal: "wal",
      synchronous: 2,
      busyTimeout: 0,
      foreignKeys: 1,
      trustedSchema: 0,
      cellSizeCheck: 1,
      secureDelete: 1,
      tempStore: 2,
      cacheSize: -16_000,
      mmapSize: 0,
      journalSizeLimit: 67_108_864,
      applicationId: 0x4b_69_6f_6b,
      userVersion: 1,
    });
    const secure = database.prepare("select v from keywords_config where k = 'secure-delete'");
    expect(secure.pluck().get()).toBe(1);
    database.close();
  }
});

test("relaxed durability leaves the syncing to the operating system", async () => {
  const options = resolveOptions({ path: temporaryFile(), durability: "relaxed" });
  const database = await openDatabase(options);
  expect(database.pragma("synchronous", { simple: true })).toBe(1);
  database.close();
});

test("SQL cannot load extensions", async () => {
  const database = await openDatabase(resolveOptions({ path: ":memory:" }));
  expect(database.prepare("select vec_version()").pluck().get()).toMatch(/^v\d/u);
  const load = database.prepare("select load_extension('/tmp/evil.so')");
  expect(() => load.get()).toThrow("not authorized");
  database.close();
});

test("versions of SQLite that can damage a write-ahead log are told from safe ones", () => {
  for (const safe of ["3.51.3", "3.51.10", "3.52.0", "4.0.0"])
    expect(isSafeVersion(safe)).toBe(true);
  for (const unsafe of ["3.51.2", "3.50.9", "3.7.17", "2.99.99"]) {
    expect(isSafeVersion(unsafe)).toBe(false);
  }
});

test("a name that looks like a URI is a name", async () => {
  const path = `${temporaryFile("x")}file:memory.db?mode=memory`;
  const store = sqliteStore({ path });
  await store.open();
  await store.write([putOp(testRecord(1))]);
  await store.close();
  const database = new Driver(path, { readonly: true });
  expect(database.prepare("select count(*) from records").pluck().get()).toBe(1);
  database.close();
});

test("records are there after closing and opening again", async () => {
  const path = temporaryFile();
  const first = sqliteStore({ path });
  await first.open();
  await first.write([putOp(testRecord(1))]);
  await first.close();
  const second = sqliteStore({ path });
  await second.open();
  const { scope, id, createdAt: now } = testRecord(1);
  expect(await second.get([{ scope, id }], { now })).toEqual([testRecord(1)]);
  await second.close();
});

test("a store that failed to open can be opened when the reason is gone", async () => {
  const path = temporaryFile();
  const other = new Driver(path);
  other.exec("create table notes (text)");
  const store = sqliteStore({ path });
  expect((await rejection(store.open())).code).toBe("store-failed");
  other.exec("drop table notes; vacuum");
  other.close();
  await store.open();
  expect(await store.spaces()).toEqual([]);
  await store.close();
});

test("closing while it is being opened closes it", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  const opening = store.open();
  await store.close();
  await opening.catch(() => undefined);
  expect((await rejection(store.spaces())).code).toBe("closed");
});

test("eight processes that open a new file at once make one schema and lose no write", async () => {
  for (let round = 0; round < 2; round += 1) {
    const path = temporaryFile();
    const openers = Array.from({ length: 8 }, (_, n) =>
      startChild(new URL("../support/opener.ts", import.meta.url), path, String(n)),
    );
    await Promise.all(openers.map((opener) => opener.message()));
    for (const opener of openers) opener.process.send("go");
    const outcomes = await Promise.all(openers.map((opener) => opener.message()));
    expect(outcomes).toEqual(openers.map(() => "done"));
    const database = new Driver(path, { readonly: true });
    expect(database.prepare("select count(*) from records").pluck().get()).toBe(8);
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.close();
  }
});
