import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { MemoryError } from "@kioku/core";
import { storeConformance } from "@kioku/testing";
import CipherDriver from "better-sqlite3-multiple-ciphers";
import { describe, expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { bySize } from "../support/by-size.js";
import { rejection } from "../support/rejection.js";
import { at, secretScope, vectorBytes, writeBoth } from "../support/secret-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

const KEY = "correct horse battery staple";

interface Encrypted {
  readonly database: CipherDriver.Database;
  readonly store: SqliteStore;
}

function openHandle(path: string, key = KEY): CipherDriver.Database {
  const database = new CipherDriver(path);
  // Deriving keys is made slow on purpose.
  database.pragma("kdf_iter = 1");
  database.pragma(`key = '${key}'`);
  return database;
}

async function openEncrypted(path: string, key = KEY): Promise<Encrypted> {
  const database = openHandle(path, key);
  const store = sqliteStore({ database });
  await store.open();
  return { database, store };
}

/** Counts the files of a directory that hold these bytes. */
function filesWith(path: string, sought: string | Buffer): string[] {
  const directory = dirname(path);
  return readdirSync(directory).filter((name) =>
    readFileSync(join(directory, name)).includes(sought),
  );
}

/** Groups of cases in which pages are written, rewritten, emptied or read by several. */
const GROUPS: ReadonlySet<string> = new Set([
  "round trip",
  "atomicity",
  "concurrency",
  "lifecycle",
  "scrub",
  "long pages",
  "text search",
  "vector search",
  "search legs",
]);
const CASES = storeConformance(() => sqliteStore({ database: openHandle(temporaryFile()) }));

const IS_FULL = bySize(1, 0) === 1;

describe("a store on an encrypted handle", () => {
  // All cases run on plain files, too.
  const some = CASES.filter(
    ({ group }, index) => IS_FULL || (GROUPS.has(group) && index % 3 === 0),
  );
  test.for(some)(`$group: $name (${some.length} of ${CASES.length})`, async (one, context) => {
    const outcome = await one.run();
    if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});

test.each(["chacha20", "sqlcipher", "aes256cbc"])(
  "with %s, no file holds a text, a term, a vector or the schema in plain",
  async (cipher) => {
    const path = temporaryFile();
    const database = new CipherDriver(path);
    database.pragma(`cipher = '${cipher}'`);
    database.pragma(`key = '${KEY}'`);
    const store = sqliteStore({ database });
    await store.open();
    await writeBoth(store);
    const all = [
      "xsecretx",
      "keepsake",
      vectorBytes("keepsake"),
      "create table",
      "SQLite format",
      KEY,
    ];
    for (const sought of all) expect(filesWith(path, sought)).toEqual([]);
    expect(readdirSync(dirname(path)).toSorted()).toContain("memory.db-wal");
    await store.deleteWhere(secretScope, { at, purge: true });
    expect(await store.scrub()).toEqual([]);
    await store.close();
    database.close();
    for (const sought of all) expect(filesWith(path, sought)).toEqual([]);
    expect(readdirSync(dirname(path))).toEqual(["memory.db"]);
  },
);

test.each([
  ["another key", "wrong key of somebody"],
  ["no key", undefined],
])("with %s it is refused, without the key anywhere in the error", async (_what, key) => {
  const path = temporaryFile();
  const first = await openEncrypted(path);
  await writeBoth(first.store);
  await first.store.close();
  first.database.close();
  const before = readFileSync(path);
  const database = key === undefined ? new CipherDriver(path) : openHandle(path, key);
  const error = await rejection(sqliteStore({ database }).open());
  expect([error.code, error.message]).toEqual([
    "store-failed",
    expect.stringMatching(/lacks its key/u),
  ]);
  const shown = [error, error.cause].map((one) => {
    const { message, stack } = one instanceof Error ? one : new Error(String(one));
    return `${message}\n${stack}\n${JSON.stringify(one)}`;
  });
  expect(shown.join("\n")).not.toMatch(/wrong key|horse/u);
  database.close();
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("an encrypted file is no database for a path", async () => {
  const path = temporaryFile();
  const { store, database } = await openEncrypted(path);
  await writeBoth(store);
  await store.close();
  database.close();
  const error = await rejection(sqliteStore({ path }).open());
  expect(MemoryError.is(error, "store-failed")).toBe(true);
});

test("the key can be changed between two stores on a handle, and the memories survive", async () => {
  const path = temporaryFile();
  const { store, database } = await openEncrypted(path);
  await writeBoth(store);
  const { records } = await store.stats();
  await store.close();
  database.pragma("rekey = 'a new key'");
  database.close();
  const old = openHandle(path);
  expect((await rejection(sqliteStore({ database: old }).open())).code).toBe("store-failed");
  old.close();
  const again = await openEncrypted(path, "a new key");
  expect((await again.store.stats()).records).toBe(records);
  expect(await again.store.integrityCheck()).toEqual({ ok: true, problems: [] });
  expect(filesWith(path, "keepsake")).toEqual([]);
  await again.store.close();
  again.database.close();
});

test("a backup of an encrypted database is encrypted with the same key", async () => {
  const [path, target] = [temporaryFile(), temporaryFile()];
  const { store, database } = await openEncrypted(path);
  await writeBoth(store);
  const { records } = await store.backup(target);
  expect(filesWith(target, "keepsake")).toEqual([]);
  expect(filesWith(target, "SQLite format")).toEqual([]);
  await store.close();
  database.close();
  const copy = await openEncrypted(target);
  expect((await copy.store.stats()).records).toBe(records);
  await copy.store.close();
  copy.database.close();
  const stranger = openHandle(target, "another key");
  expect((await rejection(sqliteStore({ database: stranger }).open())).code).toBe("store-failed");
  stranger.close();
});
