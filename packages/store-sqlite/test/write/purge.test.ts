import { existsSync, readFileSync } from "node:fs";

import type { MemoryStore, PutOp, SpaceVector } from "@kioku/core";
import { putOp, searchEntry, spaceVector, testRecord } from "@kioku/core/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { temporaryFile } from "../support/temporary-directory.js";

const SPACE = { id: "space", dimensions: 4 };
const at = testRecord(0).createdAt;
const EXPIRY = new Date(at.getTime() + 86_400_000);

function vectorOf(word: string, n: number, version: number): SpaceVector {
  return spaceVector(SPACE, [1, n + 1, version, word.charCodeAt(0)]);
}

function vectorBytes(word: string): Buffer {
  return Buffer.from(vectorOf(word, 7, 2).values.buffer);
}

/** Every text of the record has the word, and its terms do. Vectors of different words differ. */
function putWith(word: string, n: number, version = 1): PutOp {
  const text = `${word}${n}v${version}`;
  const record = testRecord(n, {
    scope: [word],
    version,
    key: `key ${text}`,
    kind: `kind ${text}`,
    content: `about ${text}`,
    thread: `thread ${text}`,
    value: { text },
    metadata: { text },
    expiresAt: EXPIRY,
  });
  return putOp(record, {
    search: searchEntry(`about ${text} and ${text.repeat(2)}`, [vectorOf(word, n, version)]),
    actor: `actor ${text}`,
    cause: `cause ${text}`,
    contentHash: `hash ${text}`,
    idempotencyKey: `once ${text}`,
  });
}

async function writeBoth(store: MemoryStore): Promise<void> {
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  for (const version of [1, 2]) {
    await store.write(numbers.map((n) => putWith("keepsake", n, version)));
    await store.write(numbers.map((n) => putWith("xsecretx", n, version)));
  }
}

/** How often the bytes of a text are in the files of a database. */
function countInFiles(path: string, text: string | Buffer): number {
  return ["", "-wal", "-shm", "-journal"]
    .map((suffix) => `${path}${suffix}`)
    .filter((file) => existsSync(file))
    .map((file) => occurrences(readFileSync(file), Buffer.from(text)))
    .reduce((sum, count) => sum + count, 0);
}

function occurrences(bytes: Buffer, sought: Buffer): number {
  let count = 0;
  for (let place = bytes.indexOf(sought); place !== -1; place = bytes.indexOf(sought, place + 1)) {
    count += 1;
  }
  return count;
}

const secretScope = { within: [["xsecretx"]], reach: "here", includeArchived: true } as const;

const ways: Readonly<Record<string, (store: MemoryStore) => Promise<unknown>>> = {
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
  await store.deleteWhere(secretScope, { at });
  await store.close();
  const database = new Driver(path, { readonly: true });
  const count = (table: string): unknown =>
    database.prepare(`select count(*) from ${table}`).pluck().get();
  expect({
    records: count("records"),
    strength: count("strength"),
    vectors: count("vectors"),
    keywords: count("keywords"),
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
    const value = database.prepare("select pending from erasure").pluck().get();
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
