import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";

import { cachedEmbedder } from "@kioku/plugins/embedders";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore, sqliteVectorCache } from "../src/index.js";
import { startChild } from "./support/child.js";
import { rejection } from "./support/rejection.js";
import { temporaryFile } from "./support/temporary-directory.js";

const WIDTH = 16;

function vectorOf(number: number): Float32Array {
  return Float32Array.from({ length: WIDTH }, (_, index) => Math.fround(number + index / 7));
}

function entries(from: number, to: number): { key: string; vector: Float32Array }[] {
  return Array.from({ length: to - from }, (_, index) => ({
    key: `key ${from + index}`,
    vector: vectorOf(from + index),
  }));
}

function keys(from: number, to: number): string[] {
  return entries(from, to).map(({ key }) => key);
}

/** Of which both key and bytes can be found in a file. */
function marked(index: number): { key: string; vector: Float32Array } {
  const bytes = new TextEncoder().encode(`secret-${index}-vector-`.repeat(60));
  return { key: `secret-${index}-key`, vector: new Float32Array(bytes.buffer) };
}

/** Numbers of the keys that are there. */
async function present(cache: ReturnType<typeof sqliteVectorCache>, to: number): Promise<number[]> {
  const found = await cache.get(keys(0, to));
  return found.flatMap((vector, index) => (vector ? [index] : []));
}

test.each(["memory", "file"])(
  "vectors in %s come back as they were, in order, and absent ones as undefined",
  async (where) => {
    const cache = sqliteVectorCache({ path: where === "memory" ? ":memory:" : temporaryFile() });
    await cache.set(entries(0, 5));
    await cache.set([{ key: "key 3", vector: vectorOf(33) }]);
    expect(await cache.get(["key 4", "none", "key 3", "key 0"])).toEqual([
      vectorOf(4),
      undefined,
      vectorOf(33),
      vectorOf(0),
    ]);
    await cache.delete(["key 4", "none"]);
    expect(await present(cache, 5)).toEqual([0, 1, 2, 3]);
    expect(await cache.get([])).toEqual([]);
    await cache.close();
  },
);

test("a vector is kept as little-endian float32 with its width, whatever part of a buffer it is", async () => {
  const path = temporaryFile();
  const cache = sqliteVectorCache({ path });
  const whole = Float32Array.of(9, 1.5, -2, 9);
  await cache.set([{ key: "a", vector: whole.subarray(1, 3) }]);
  await cache.close();
  const database = new Driver(path, { readonly: true });
  const row = database.prepare("select width, hex(vector) as bytes from vectors").get();
  database.close();
  expect(row).toEqual({ width: 2, bytes: "0000C03F000000C0" });
});

test("what was asked for longest ago goes first, also after the file was closed", async () => {
  const path = temporaryFile();
  const first = sqliteVectorCache({ path, maxEntries: 5 });
  await first.set(entries(0, 5));
  await first.get(["key 0", "key 2"]);
  await first.close();
  const second = sqliteVectorCache({ path, maxEntries: 5 });
  await second.set(entries(5, 7));
  expect(await present(second, 7)).toEqual([0, 2, 4, 5, 6]);
  await second.set(entries(0, 1));
  await second.set(entries(7, 20));
  expect(await present(second, 20)).toEqual([15, 16, 17, 18, 19]);
  await second.close();
  const smaller = sqliteVectorCache({ path, maxEntries: 2 });
  await smaller.set(entries(20, 21));
  expect(await present(smaller, 21)).toHaveLength(2);
  await smaller.close();
});

test("of far too many, those that go are removed in parts, and a call can be called off in between", async () => {
  const path = temporaryFile();
  const large = sqliteVectorCache({ path });
  await large.set(entries(0, 50_000));
  await large.close();
  const small = sqliteVectorCache({ path, maxEntries: 3 });
  await small.get(["key 7"]);
  const controller = new AbortController();
  const reason = new Error("enough");
  const long = small.set(entries(50_000, 50_001), { signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await expect(long).rejects.toBe(reason);
  expect(await present(small, 1)).toEqual([0]);
  await small.set(entries(50_000, 50_001));
  expect(await present(small, 50_001)).toEqual([0, 7, 50_000]);
  await small.close();
});

test("closing leaves one file and no log beside it", async () => {
  const path = temporaryFile();
  const cache = sqliteVectorCache({ path });
  await cache.set(entries(0, 100));
  expect(existsSync(`${path}-wal`)).toBe(true);
  await Promise.all([cache.close(), cache.close()]);
  expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false]);
  for (const call of [cache.get(["a"]), cache.set([]), cache.delete([])]) {
    expect(await rejection(call)).toMatchObject({ code: "closed" });
  }
  const unused = sqliteVectorCache({ path: temporaryFile() });
  await unused.close();
});

test("nothing is opened or made before the first call", async () => {
  const path = temporaryFile();
  const cache = sqliteVectorCache({ path });
  expect(existsSync(path)).toBe(false);
  await cache.get(["a"]);
  expect(existsSync(path)).toBe(true);
  await cache.close();
});

test("of what is deleted no byte is left, in no file", async () => {
  const path = temporaryFile();
  const cache = sqliteVectorCache({ path });
  const all = Array.from({ length: 200 }, (_, index) => marked(1_000 + index));
  await cache.set(all);
  await cache.get(all.map(({ key }) => key));
  await cache.delete(all.slice(0, 150).map(({ key }) => key));
  const bytes = [path, `${path}-wal`]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file).toString("latin1"))
    .join("");
  const left = all.filter((_, index) => bytes.includes(`secret-${1_000 + index}-`));
  expect(left).toHaveLength(50);
  await cache.close();
});

test("several processes share the file", async () => {
  const path = temporaryFile();
  const script = new URL("./support/vector-cacher.ts", import.meta.url);
  const children = [0, 1, 2].map((number) => startChild(script, path, String(number)));
  for (const child of children) expect(await child.message()).toBe("ready");
  for (const child of children) child.process.send("go");
  for (const child of children) expect(await child.message()).toBe("done");
  const cache = sqliteVectorCache({ path });
  expect(await present(cache, 600)).toHaveLength(600);
  await cache.close();
  const database = new Driver(path, { readonly: true });
  expect(database.prepare("select entries from counts").pluck().get()).toBe(600);
  database.close();
});

test("an aborted call rejects with the signal's reason", async () => {
  const cache = sqliteVectorCache({ path: ":memory:" });
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await expect(cache.get(["a"], { signal })).rejects.toBe(reason);
  await expect(cache.set(entries(0, 1), { signal })).rejects.toBe(reason);
  await expect(cache.delete(["a"], { signal })).rejects.toBe(reason);
  const controller = new AbortController();
  const long = cache.set(entries(0, 50_000), { signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await expect(long).rejects.toBe(reason);
  expect(await present(cache, 10)).toEqual([]);
  await cache.close();
});

test("a file that is no database, or another one's, is refused and keeps every byte", async () => {
  const text = temporaryFile();
  writeFileSync(text, "This is no database, and a long text it is. ".repeat(300));
  const store = temporaryFile();
  const memory = sqliteStore({ path: store });
  await memory.open();
  await memory.close();
  for (const [path, words] of [
    [text, "is not an SQLite database"],
    [store, "belongs to another application"],
    [`${text}-missing/cache.db`, "is missing: create it first"],
  ] as const) {
    const before = existsSync(path) ? readFileSync(path).toString("base64") : "";
    const cache = sqliteVectorCache({ path });
    const error = await rejection(cache.get(["a"]));
    expect(error).toMatchObject({ code: "store-failed" });
    expect(error.message).toContain(words);
    await cache.close();
    expect(existsSync(path) ? readFileSync(path).toString("base64") : "").toBe(before);
  }
  const cacheFile = temporaryFile();
  const cache = sqliteVectorCache({ path: cacheFile });
  await cache.set(entries(0, 1));
  await cache.close();
  const error = await rejection(sqliteStore({ path: cacheFile }).open());
  expect(error.message).toContain("belongs to another application");
});

test("a file of a newer version is refused", async () => {
  const path = temporaryFile();
  const cache = sqliteVectorCache({ path });
  await cache.set(entries(0, 1));
  await cache.close();
  const database = new Driver(path);
  database.pragma("user_version = 2");
  database.close();
  expect(await rejection(sqliteVectorCache({ path }).get(["a"]))).toMatchObject({
    code: "schema-too-new",
  });
});

test("damage is a typed error, and an embedder with this cache goes on without it", async () => {
  const path = temporaryFile();
  const cache = sqliteVectorCache({ path });
  await cache.set(entries(0, 500));
  await cache.close();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4_096, statSync(path).size);
  writeFileSync(path, bytes);
  const damaged = sqliteVectorCache({ path });
  const error = await rejection(damaged.get(keys(0, 500)));
  expect(error).toMatchObject({ code: "store-failed" });
  const warnings: string[] = [];
  const embedder = cachedEmbedder(
    { id: "test/one@16", embed: async (texts) => ({ vectors: texts.map(() => vectorOf(1)) }) },
    {
      store: damaged,
      logger: { warn: (message) => warnings.push(message), error: () => undefined },
    },
  );
  expect((await embedder.embed(["a"])).vectors).toEqual([vectorOf(1)]);
  expect(warnings.length).toBeGreaterThan(0);
  await embedder.close().catch(() => undefined);
});

test("a vector whose bytes do not fit its width is damage", async () => {
  const path = temporaryFile();
  const cache = sqliteVectorCache({ path });
  await cache.set(entries(0, 2));
  await cache.close();
  const database = new Driver(path);
  database.exec("update vectors set width = 15 where key = 'key 1'");
  database.close();
  const again = sqliteVectorCache({ path });
  expect(await again.get(["key 0"])).toEqual([vectorOf(0)]);
  expect((await rejection(again.get(["key 1"]))).message).toContain("damaged");
  await again.close();
});

test("an embedder finds again what another process embedded", async () => {
  const path = temporaryFile();
  let asked = 0;
  const make = () =>
    cachedEmbedder(
      {
        id: "test/one@16",
        embed: async (texts) => {
          asked += texts.length;
          return { vectors: texts.map((text) => vectorOf(text.length)) };
        },
      },
      { store: sqliteVectorCache({ path }) },
    );
  const first = make();
  await first.embed(["a", "bb"]);
  await first.close();
  const second = make();
  expect((await second.embed(["bb", "a", "ccc"])).vectors).toEqual([2, 1, 3].map(vectorOf));
  expect(asked).toBe(3);
  await second.forget(["bb"]);
  await second.close();
  const third = make();
  await third.embed(["a", "bb", "ccc"]);
  expect(asked).toBe(4);
  await third.close();
});

test.each([
  [{ path: "" }, "option path must be"],
  [{ path: "a.db", maxEntries: 0 }, "option maxEntries must be a whole number at least 1"],
  [{ path: "a.db", busyTimeoutMs: -1 }, "option busyTimeoutMs must be a whole number"],
  [{ path: "a.db", maxBytes: 5 }, 'sqliteVectorCache has no option "maxBytes"'],
])("%j is refused", async (options, message) => {
  const make = async (): Promise<unknown> => sqliteVectorCache(options);
  const error = await rejection(make());
  expect(error).toMatchObject({ code: "invalid-input" });
  expect(error.message).toContain(message);
});
