import { copyFileSync, existsSync } from "node:fs";

import type { CompleteStore } from "@kioku/core/toolkit";
import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import {
  at,
  countInFiles,
  EXPIRY,
  putWith,
  secretScope,
  SPACE,
  vectorBytes,
  writeBoth,
  writeScattered,
} from "../support/secret-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

async function openWithSecrets(path: string): Promise<CompleteStore> {
  const store = sqliteStore({ path, busyTimeoutMs: 20 });
  await store.open();
  await writeBoth(store);
  return store;
}

/** The path of a scope is kept; everything else that has the word is to be gone. */
function secretsIn(path: string): number {
  return countInFiles(path, "secret") - countInFiles(path, "/xsecretx");
}

/** Returns true if the file is to be rewritten. */
function isMarked(path: string): boolean {
  const database = new Driver(path, { readonly: true });
  const value = database.prepare("select erased > rewritten from erasure").pluck().get();
  database.close();
  return value === 1;
}

const purge = (store: CompleteStore): Promise<unknown> =>
  store.deleteWhere(secretScope, { at, purge: true });

const WAYS: Readonly<Record<string, (store: CompleteStore) => Promise<unknown>>> = {
  "deleteWhere with purge": purge,
  "a purge of history alone": async (store) => {
    await store.deleteWhere(secretScope, { at });
    await store.deleteWhere(secretScope, { at, purge: true });
  },
  "a delete with purge after a delete": async (store) => {
    const refs = await store.deleteWhere(secretScope, { at });
    await store.write(refs.map((ref) => ({ ...ref, op: "delete", at, purge: true })));
  },
  "restoring something else in its place": async (store) => {
    const refs = await store.deleteWhere(secretScope, { at });
    const deletion = { version: 1, change: "deleted", at, searchable: false } as const;
    const rest = {
      revisions: [deletion],
      search: "none",
      contentHash: "",
      idempotencyKeys: [],
    } as const;
    await store.write(refs.map(({ scope, id }) => ({ op: "restore", scope, id, ...rest })));
  },
};

test.each(Object.keys(WAYS))(
  "after %s, scrub leaves nothing of it in any file of an open store",
  async (name) => {
    const path = temporaryFile();
    const store = await openWithSecrets(path);
    expect(secretsIn(path)).toBeGreaterThan(1_000);
    await store.scrub();
    expect(isMarked(path)).toBe(false);
    await WAYS[name]?.(store);
    expect(isMarked(path)).toBe(true);
    expect(await store.scrub()).toEqual([]);
    expect(secretsIn(path)).toBe(0);
    expect(countInFiles(path, vectorBytes("xsecretx"))).toBe(0);
    expect(countInFiles(path, "keepsake")).toBeGreaterThan(1_000);
    expect(countInFiles(path, vectorBytes("keepsake"))).toBe(1);
    await store.close();
  },
);

test("scrub reaches copies that SQLite left where it moved rows", { tags: "long" }, async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  const secrets = await writeScattered(store, 400);
  await store.write(
    secrets.map((id) => ({ op: "delete", scope: ["one"], id, at, purge: true }) as const),
  );
  const other = new Driver(path);
  other.pragma("wal_checkpoint(truncate)");
  other.close();
  expect(secretsIn(path)).toBeGreaterThan(0);
  expect(await store.scrub()).toEqual([]);
  expect(secretsIn(path)).toBe(0);
  expect(countInFiles(path, "keepsake")).toBeGreaterThan(1_000);
  await store.close();
});

test("after a sweep, scrub leaves nothing of what expired in any file of an open store", async () => {
  const path = temporaryFile();
  const store = await openWithSecrets(path);
  await store.sweep(EXPIRY);
  expect(await store.scrub()).toEqual([]);
  expect(secretsIn(path)).toBe(0);
  await store.close();
});

test("after dropSpace, scrub leaves no byte of a vector in any file of an open store", async () => {
  const path = temporaryFile();
  const store = await openWithSecrets(path);
  await store.scrub();
  expect(countInFiles(path, vectorBytes("xsecretx"))).toBeGreaterThan(0);
  expect(isMarked(path)).toBe(false);
  expect(await store.dropSpace(SPACE.id)).toBe(600);
  expect(isMarked(path)).toBe(true);
  expect(await store.scrub()).toEqual([]);
  for (const word of ["xsecretx", "keepsake"])
    expect(countInFiles(path, vectorBytes(word))).toBe(0);
  await store.close();
});

test("after scrub a store goes on as before, and a second scrub has nothing to do", async () => {
  const path = temporaryFile();
  const store = await openWithSecrets(path);
  await purge(store);
  await store.scrub();
  expect(await store.scrub()).toEqual([]);
  const [kept] = await store.get([{ scope: ["keepsake"], id: testRecord(7).id }], { now: at });
  expect(kept?.content).toBe("about keepsake7v2");
  await store.write([putWith("keepsake", 301)]);
  const terms = ["keepsake301v1"];
  const selection = { within: [["keepsake"]], reach: "here" } as const;
  expect(await store.search({ legs: [{ type: "text", terms }], selection, limit: 9 })).toHaveLength(
    1,
  );
  const database = new Driver(path);
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  database.close();
  await store.close();
});

const BUSY: Readonly<Record<string, { readonly begin: string; readonly says: RegExp }>> = {
  reads: {
    begin: "begin; select count(*) from records",
    says: /using it.*moves into it when the last connection closes/u,
  },
  writes: { begin: "begin immediate", says: /writing.*rewritten when the last connection closes/u },
};

test.each(Object.keys(BUSY))(
  "while another connection %s, scrub says what has to wait, and does not throw",
  async (name) => {
    const path = temporaryFile();
    const store = await openWithSecrets(path);
    await purge(store);
    const other = new Driver(path);
    other.exec(BUSY[name]?.begin ?? "");
    const sentences = await store.scrub();
    expect(sentences).toHaveLength(1);
    expect(sentences.join(" ")).toMatch(BUSY[name]?.says ?? /^$/u);
    expect(sentences.join(" ")).toContain(path);
    expect(sentences.join(" ")).not.toMatch(/secret|select|vacuum|SQLITE_/u);
    other.exec("rollback");
    other.close();
    expect(await store.scrub()).toEqual([]);
    expect(secretsIn(path)).toBe(0);
    await store.close();
  },
);

test.each(Object.keys(BUSY))(
  "what scrub could not do while another connection %s is done when the last one closes",
  async (name) => {
    const path = temporaryFile();
    const store = await openWithSecrets(path);
    await purge(store);
    const other = new Driver(path);
    other.exec(BUSY[name]?.begin ?? "");
    expect(await store.scrub()).not.toEqual([]);
    other.close();
    await store.close();
    expect(secretsIn(path)).toBe(0);
  },
);

/** Copies the files of a database as a crash would leave them. */
function crashOf(path: string): string {
  const copy = temporaryFile();
  for (const suffix of ["", "-wal"]) {
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
  }
  return copy;
}

test("after a crash between a purge and a scrub, the next store to close has rewritten the file", async () => {
  const path = temporaryFile();
  const store = await openWithSecrets(path);
  await purge(store);
  const copy = crashOf(path);
  await store.close();
  const next = sqliteStore({ path: copy });
  await next.open();
  expect(secretsIn(copy)).toBeGreaterThan(0);
  await next.close();
  expect(secretsIn(copy)).toBe(0);
});

test("a store in memory has nothing to scrub, and keeps what it has", async () => {
  const store = sqliteStore({ path: ":memory:" });
  await store.open();
  await store.write([putOp(testRecord(1)), putOp(testRecord(2))]);
  await store.deleteWhere(
    { within: [["test"]], reach: "here", kinds: ["other"] },
    { at, purge: true },
  );
  await store.write([{ op: "delete", scope: ["test"], id: testRecord(2).id, at, purge: true }]);
  expect(await store.scrub()).toEqual([]);
  const refs = [1, 2].map((n) => ({ scope: ["test"], id: testRecord(n).id }));
  expect((await store.get(refs, { now: at })).map((record) => record?.id)).toEqual([
    testRecord(1).id,
    undefined,
  ]);
  await store.close();
});
