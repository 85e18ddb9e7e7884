import type { CompleteStore } from "@kioku/core/toolkit";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import {
  at,
  countInFiles,
  EXPIRY,
  putWith,
  secretScope,
  vectorBytes,
  writeBoth,
} from "../support/secret-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

const ways: Readonly<Record<string, (store: CompleteStore) => Promise<unknown>>> = {
  "deleteWhere with purge": (store) => store.deleteWhere(secretScope, { at, purge: true }),
  "a delete with purge after a delete": async (store) => {
    const refs = await store.deleteWhere(secretScope, { at });
    await store.write(refs.map((ref) => ({ ...ref, op: "delete", at, purge: true })));
  },
};

test.each(Object.keys(ways))("%s leaves nothing of a record in any file", async (name) => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeBoth(store);
  expect(countInFiles(path, "secret")).toBeGreaterThan(1_000);
  await ways[name]?.(store);
  await store.close();
  expect(countInFiles(path, "secret")).toBe(countInFiles(path, "/xsecretx"));
  expect(countInFiles(path, "keepsake")).toBeGreaterThan(1_000);
  expect(countInFiles(path, vectorBytes("keepsake"))).toBe(1);
  expect(countInFiles(path, vectorBytes("xsecretx"))).toBe(0);
});

/** A record that was never used has no row in `strength`. */
async function useAll(store: CompleteStore): Promise<void> {
  const strength = { stabilityDays: 2, uses: 1, lastUsedAt: at };
  await store.strengthen(
    ["keepsake", "xsecretx"].flatMap((word) =>
      Array.from({ length: 300 }, (_, n) => ({ ...putWith(word, n).record, strength })),
    ),
  );
}

test("what expired leaves nothing of itself after a sweep", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeBoth(store);
  expect(await store.sweep(EXPIRY)).toHaveLength(600);
  await store.close();
  expect(countInFiles(path, "secret")).toBe(countInFiles(path, "/xsecretx"));
});

test("a deletion without purge keeps history and nothing else", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeBoth(store);
  await useAll(store);
  await store.deleteWhere(secretScope, { at });
  await store.close();
  const database = new Driver(path, { readonly: true });
  const count = (table: string): unknown =>
    database.prepare(`select count(*) from ${table}`).pluck().get();
  expect({
    records: count("records"),
    strength: count("strength"),
    vectors: count("vectors"),
    keywords: count("(select distinct doc from postings)"),
    idempotencyKeys: count("idempotency_keys"),
    history: count("history"),
  }).toEqual({
    records: 300,
    strength: 300,
    vectors: 300,
    keywords: 300,
    idempotencyKeys: 600,
    history: 300 + 3 * 300,
  });
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  database.close();
});

test("when another connection is in the way, the next one to close rewrites the file", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeBoth(store);
  await store.deleteWhere(secretScope, { at, purge: true });
  const other = new Driver(path);
  other.exec("begin immediate");
  await store.close();
  other.close();
  const pending = (): unknown => {
    const database = new Driver(path, { readonly: true });
    const value = database.prepare("select erased > rewritten from erasure").pluck().get();
    database.close();
    return value;
  };
  expect(pending()).toBe(1);
  const next = sqliteStore({ path });
  await next.open();
  await next.close();
  expect(pending()).toBe(0);
  expect(countInFiles(path, "secret")).toBe(countInFiles(path, "/xsecretx"));
});
