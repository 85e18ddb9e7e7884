import { createRequire } from "node:module";

import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import CipherDriver from "better-sqlite3-multiple-ciphers";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { rejection } from "../support/rejection.js";
import { writeSome } from "../support/some-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

const DRIVERS = { "better-sqlite3": Driver, "better-sqlite3-multiple-ciphers": CipherDriver };

test.each(Object.entries(DRIVERS))(
  "a store on a handle of %s leaves it open",
  async (_name, Any) => {
    const path = temporaryFile();
    const database = new Any(path);
    const store = sqliteStore({ database });
    await store.open();
    await writeSome(store, 0, 50);
    expect((await store.stats()).records).toBe(50);
    expect((await store.vacuum()).bytesAfter).toBeGreaterThan(0);
    expect(await store.scrub()).toEqual([]);
    expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
    await store.close();
    expect(database.open).toBe(true);
    expect(database.prepare("select count(*) from records").pluck().get()).toBe(50);
    const again = sqliteStore({ database });
    await again.open();
    const target = temporaryFile();
    expect((await again.backup(target)).records).toBe(50);
    await again.close();
    database.close();
    const copy = sqliteStore({ path: target });
    await copy.open();
    expect((await copy.stats()).records).toBe(50);
    await copy.close();
  },
);

test("a handle on a database in memory works, too", async () => {
  const database = new Driver(":memory:");
  const store = sqliteStore({ database });
  await store.open();
  await store.write([putOp(testRecord(1))]);
  expect((await store.stats()).records).toBe(1);
  await store.close();
  database.close();
});

test("reads and writes at once share the handle without mixing", async () => {
  const database = new Driver(temporaryFile());
  const store = sqliteStore({ database });
  await store.open();
  const counts = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await store.write([putOp(testRecord(n)), putOp(testRecord(n + 100))]);
      return (await store.stats()).records;
    }),
  );
  expect(counts.every((count) => count % 2 === 0)).toBe(true);
  expect((await store.stats()).records).toBe(40);
  await store.close();
  database.close();
});

test("the handle that was made with timeout does not hold the event loop while others write", async () => {
  const path = temporaryFile();
  const database = new Driver(path, { timeout: 60_000 });
  const store = sqliteStore({ database, busyTimeoutMs: 30 });
  await store.open();
  const other = new Driver(path);
  other.exec("begin immediate");
  const error = await rejection(store.write([putOp(testRecord(1))]));
  expect([error.code, error.retryable]).toEqual(["store-failed", true]);
  other.close();
  await store.close();
  database.close();
});

interface Refused {
  readonly make: () => Driver.Database;
  readonly words: RegExp;
  readonly code?: string;
}

const foreign = (): Driver.Database => {
  const database = new Driver(temporaryFile());
  database.exec("create table notes (text); insert into notes values ('mine')");
  return database;
};

const REFUSED: Readonly<Record<string, Refused>> = {
  "is closed": {
    make: () => {
      const database = new Driver(":memory:");
      database.close();
      return database;
    },
    words: /database is closed/u,
  },
  "is read-only": {
    make: () => {
      const path = temporaryFile();
      new Driver(path).exec("create table t (x)").close();
      return new Driver(path, { readonly: true });
    },
    words: /is read-only/u,
  },
  "is in a transaction": {
    make: () => new Driver(":memory:").exec("begin"),
    words: /is in a transaction/u,
  },
  "returns big integers": {
    make: () => new Driver(":memory:").defaultSafeIntegers(),
    words: /defaultSafeIntegers/u,
  },
  "is of another application": {
    make: foreign,
    words: /another application/u,
    code: "store-failed",
  },
  "has an SQLite that can damage files": {
    make: () => {
      const database = new Driver(":memory:");
      // As an older SQLite answers; the real one is asked for everything else.
      const prepare = database.prepare.bind(database);
      database.prepare = ((sql: string) =>
        prepare(sql.replace("sqlite_version()", "'3.51.2'"))) as unknown as typeof database.prepare;
      return database;
    },
    words: /3\.51\.2 can damage/u,
    code: "store-failed",
  },
};

test.each(Object.keys(REFUSED))("a handle that %s is refused and stays as it is", async (name) => {
  const { make, words, code = "invalid-input" } = REFUSED[name] ?? { make: foreign, words: /^$/u };
  const database = make();
  const wasOpen = database.open;
  const store = sqliteStore({ database });
  const error = await rejection(store.open());
  expect([error.code, error.message]).toEqual([code, expect.stringMatching(words)]);
  await store.close();
  expect(database.open).toBe(wasOpen);
  if (wasOpen) database.close();
});

test("a foreign file behind a handle is not changed", async () => {
  const database = foreign();
  await rejection(sqliteStore({ database }).open());
  expect(database.pragma("journal_mode", { simple: true })).toBe("delete");
  expect(database.prepare("select name from sqlite_schema").pluck().all()).toEqual(["notes"]);
  database.close();
});

test("closing the handle first makes every call a typed error, and closing the store still works", async () => {
  const database = new Driver(temporaryFile());
  const store = sqliteStore({ database });
  await store.open();
  database.close();
  expect((await rejection(store.write([putOp(testRecord(1))]))).code).toBe("store-failed");
  expect((await rejection(store.integrityCheck())).code).toBe("store-failed");
  await store.close();
});

test("what is no handle, or path and handle at once, is refused", () => {
  const database = new Driver(":memory:");
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ database, path: "a.db" }, /path or database, not both/u],
    [{ database: "a.db" }, /open connection of better-sqlite3.*not string/u],
    [{ database: null }, /not another object/u],
    [{ database: { name: "secret-key" } }, /not another object/u],
    [{ database: Driver }, /not function/u],
  ];
  for (const [options, words] of wrong) {
    expect(() => sqliteStore(options as never)).toThrow(words);
  }
  expect(() => sqliteStore({ database: { name: "secret-key" } } as never)).not.toThrow(
    /secret-key/u,
  );
  database.close();
});

test("both drivers are separate libraries, or these tests would prove less", () => {
  const { resolve } = createRequire(import.meta.url);
  expect(resolve("better-sqlite3")).not.toBe(resolve("better-sqlite3-multiple-ciphers"));
});
