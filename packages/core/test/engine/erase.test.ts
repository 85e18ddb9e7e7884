import { rejection, testMemory, wordEmbedder, replace } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { ErasureReport, Memory, MemoryEvents, Receipt } from "../../src/index.js";
import { tombstoneHash } from "../../src/text/hash.js";
import type { CompleteStore } from "../../src/toolkit/index.js";

function idOf(receipt: Receipt | undefined): string {
  if (!receipt || receipt.status === "rejected") throw new Error("not written");
  return receipt.record.id;
}

async function write(
  memory: Memory,
  content: string,
  sources?: readonly string[],
): Promise<string> {
  return idOf(await memory.remember({ content, sources }));
}

async function tombstones(store: CompleteStore): Promise<readonly string[]> {
  const all = { within: [[]], reach: "below", limit: 1_000 } as const;
  return (await store.tombstones(all)).items.map(({ scope, hash }) => [...scope, hash].join(" "));
}

function ids(records: ErasureReport["records"]): string[] {
  return records.map(({ id }) => id).toSorted();
}

test("an erased record is gone for every read, with its history and its idempotency key", async () => {
  const store = inMemoryStore();
  const { memory, clock } = testMemory({ store });
  const input = { content: "secret tea", key: "k", idempotencyKey: "once" };
  const id = idOf(await memory.remember(input));
  await memory.update(id, { content: "secret coffee" });
  const knownAt = clock.now;
  const report = await memory.erase(id);
  expect(report).toEqual({
    records: [{ scope: [], id }],
    derived: [],
    revisions: 2,
    vectors: 1,
    unreached: [expect.stringContaining("backups")],
  });
  const asOf = { knownAt };
  expect(await memory.recall({ query: "secret", asOf })).toEqual([]);
  expect(await memory.recall("secret")).toEqual([]);
  expect(await memory.read(id)).toBeUndefined();
  expect(await memory.read(id, { asOf })).toBeUndefined();
  expect(await memory.get("k", { asOf })).toBeUndefined();
  expect(await memory.history(id)).toEqual([]);
  expect((await memory.list({ asOf })).items).toEqual([]);
  expect((await memory.remember(input)).status).toBe("stored");
  expect(await tombstones(store)).toEqual([tombstoneHash(id)]);
});

test("what was derived goes too, by sources of any version, in turn, and in no other scope", async () => {
  const store = inMemoryStore();
  const { memory } = testMemory({ store });
  const a = memory.scope("a");
  const root = await write(a, "Ann is ill");
  const child = await write(a, "Ann sees a doctor", [root, "elsewhere"]);
  const grandchild = await write(a, "Ann needs a lift", [child]);
  const first = await a.remember({ content: "Summary of Ann", key: "summary", sources: [root] });
  await a.remember({ content: "Summary of trains", key: "summary" });
  const left = await write(a, "Ann has a cat", ["elsewhere"]);
  const other = await write(memory.scope("b"), "of the same id", [root]);
  await a.forget(grandchild);

  const dry = await a.erase(root, { dryRun: true });
  expect(ids(dry.records)).toEqual([root]);
  expect(ids(dry.derived)).toEqual([child, grandchild, idOf(first)].toSorted());
  expect(dry).toMatchObject({ revisions: 1 + 1 + 2 + 2, vectors: 3 });
  expect((await a.list()).items).toHaveLength(4);
  expect(await tombstones(store)).toEqual([]);

  const { unreached, ...report } = await a.erase(root);
  expect({ ...report, unreached }).toEqual(dry);
  expect((await a.list()).items.map(({ id }) => id)).toEqual([left]);
  expect(await memory.scope("b").read(other)).toBeDefined();
  expect(await tombstones(store)).toEqual(
    [root, child, grandchild, idOf(first)].map((id) => `a ${tombstoneHash(id)}`).toSorted(),
  );
});

test("sources name records of their own scope only", async () => {
  const { memory } = testMemory();
  const a = memory.scope("a");
  const root = idOf(await a.remember({ content: "root", metadata: { user: "ann" } }));
  const derived = await write(a, "derived", [root]);
  const below = await write(a.scope("b"), "looks derived", [root]);
  const report = await a.erase({ filter: { user: "ann" } }, { reach: "below" });
  expect(ids(report.derived)).toEqual([derived]);
  expect(await a.scope("b").read(below)).toBeDefined();
});

test("records that are derived from each other are erased once each", async () => {
  const { memory } = testMemory();
  const one = await write(memory, "one", ["two-to-be"]);
  const two = await write(memory, "two", [one]);
  await memory.remember({ content: "three", key: "three", sources: [two] });
  await memory.remember({ content: "three", key: "three", sources: [one, two] });
  const report = await memory.erase(one);
  expect(report.derived).toHaveLength(2);
  expect(report.revisions).toBe(4);
});

test("a filter names what any version matches, forgotten records included, and below only if asked", async () => {
  const { memory } = testMemory();
  const a = memory.scope("a");
  const was = idOf(await a.remember({ content: "was Ann's", metadata: { user: "ann" } }));
  await a.update(was, { metadata: { user: "bob" } });
  const gone = idOf(await a.remember({ content: "gone", metadata: { user: "ann" } }));
  await a.forget(gone);
  const expired = { content: "expired", metadata: { user: "ann" }, ttlMs: 1 };
  const short = idOf(await a.remember(expired));
  const left = idOf(await a.remember({ content: "Bob's", metadata: { user: "bob" } }));
  const below = idOf(await a.scope("b").remember({ content: "below", metadata: { user: "ann" } }));
  const filter = { user: "ann" };
  expect(ids((await a.erase({ filter })).records)).toEqual([was, gone, short].toSorted());
  expect((await a.list()).items.map(({ id }) => id)).toEqual([left]);
  const report = await a.erase({ filter }, { reach: "below" });
  expect(report.records).toEqual([{ scope: ["a", "b"], id: below }]);
});

test("a key names every record that ever had it", async () => {
  const { memory } = testMemory();
  const first = await memory.set("address", "Berlin");
  await memory.forget({ key: "address" });
  const second = await memory.set("address", "Paris");
  await memory.set("theme", "dark");
  expect(ids((await memory.erase({ key: "address" })).records)).toEqual([first.id, second.id]);
  expect(await memory.history(first.id)).toEqual([]);
  expect(await memory.get("address")).toBeUndefined();
  expect(await memory.get("theme")).toBe("dark");
});

test("everything is all that was ever in the scope", async () => {
  const store = inMemoryStore();
  const { memory } = testMemory({ store });
  const a = memory.scope("a");
  const kept = await write(a, "tea");
  const gone = await write(a, "coffee");
  await a.forget(gone);
  const below = await write(a.scope("b"), "cocoa");
  const beside = await write(memory.scope("ab"), "milk");
  const looked: number[] = [];
  const onProgress = (count: number): void => void looked.push(count);
  const report = await a.erase({ everything: true }, { reach: "below", onProgress });
  expect(ids(report.records)).toEqual([kept, gone, below].toSorted());
  expect(report).toMatchObject({ derived: [], revisions: 4, vectors: 2 });
  expect(looked[0]).toBe(3);
  expect(await memory.scope("ab").read(beside)).toBeDefined();
  expect(await tombstones(store)).toHaveLength(3);
});

test("vectors are counted in all spaces", async () => {
  const store = inMemoryStore();
  const embedder = wordEmbedder();
  const { memory } = testMemory({ store, embedder });
  const id = await write(memory, "green tea");
  await write(memory, "black tea");
  const other = wordEmbedder("test/other@32");
  const [record] = (await memory.list()).items;
  const { vectors } = await other.embed([record?.content ?? ""]);
  const textHash = "a".repeat(64);
  const stored = await store.vectors(embedder.id, [{ scope: [], id }]);
  expect(stored[0]).toBeDefined();
  await store.write([
    {
      op: "restore",
      scope: [],
      id,
      revisions: [
        {
          version: 1,
          change: "created",
          at: new Date(),
          searchable: true,
          ...(record ? { record } : {}),
        },
      ],
      search: {
        textHash,
        terms: ["tea"],
        traits: 1,
        vectors: [embedder, other].map((one) => ({
          space: { id: one.id, dimensions: 32 },
          values: vectors[0] ?? new Float32Array(32),
        })),
      },
      contentHash: "b".repeat(64),
      idempotencyKeys: [],
    },
  ]);
  expect((await memory.erase(id)).vectors).toBe(2);
});

test("an id that is not here leaves a tombstone, and what names it as a source goes", async () => {
  const store = inMemoryStore();
  const { memory } = testMemory({ store });
  const derived = await write(memory, "derived", ["long-gone"]);
  const dry = await memory.erase("long-gone", { dryRun: true });
  expect(dry).toMatchObject({ records: [], derived: [{ scope: [], id: derived }] });
  expect(await tombstones(store)).toEqual([]);
  const report = await memory.erase("long-gone");
  expect(report).toMatchObject({ records: [], revisions: 1, vectors: 1 });
  expect(ids(report.derived)).toEqual([derived]);
  expect(await tombstones(store)).toEqual(
    [tombstoneHash("long-gone"), tombstoneHash(derived)].toSorted(),
  );
  expect(await memory.erase({ key: "never" })).toMatchObject({ records: [], derived: [] });
  expect(await tombstones(store)).toHaveLength(2);
});

test("erasing again is harmless", async () => {
  const store = inMemoryStore();
  const { memory, clock } = testMemory({ store });
  const id = await write(memory, "tea");
  await memory.erase(id);
  const all = { within: [[]], reach: "below", limit: 10 } as const;
  const before = await store.tombstones(all);
  clock.now = new Date("2027-01-01");
  const again = await memory.erase(id);
  expect(again).toMatchObject({ records: [], derived: [], revisions: 0, vectors: 0 });
  expect(await store.tombstones(all)).toEqual(before);
});

test("what somebody derives meanwhile goes, too", async () => {
  const inner = inMemoryStore();
  const { memory: other } = testMemory({ store: inner });
  const id = await write(other, "Ann is ill");
  const late: string[] = [];
  let rounds = 0;
  const store = replace(inner, {
    write: async (ops, options) => {
      rounds += 1;
      if (rounds === 1) late.push(await write(other, "a summary of it", [id]));
      if (rounds === 2) late.push(await write(other, "a summary of the summary", [late[0] ?? ""]));
      return inner.write(ops, options);
    },
  });
  const { memory } = testMemory({ store });
  const report = await memory.erase(id);
  expect(rounds).toBe(3);
  expect(ids(report.derived)).toEqual(late.toSorted());
  expect(report).toMatchObject({ revisions: 3, vectors: 3 });
  expect((await other.list()).items).toEqual([]);
});

test("who has read it before cannot bring it back", async () => {
  const inner = inMemoryStore();
  const { memory: eraser, clock } = testMemory({ store: inner });
  const erasing: (() => Promise<unknown>)[] = [];
  const store = replace(inner, {
    write: async (ops, options) => {
      await erasing.shift()?.();
      return inner.write(ops, options);
    },
    strengthen: async (updates, options) => {
      await erasing.shift()?.();
      return inner.strengthen(updates, options);
    },
  });
  const { memory } = testMemory({ store });
  const begin = async (): Promise<string> => {
    erasing.length = 0;
    const { id } = await memory.set("k", "secret", { metadata: { from: "Ann" } });
    erasing.push(() => eraser.erase(id));
    return id;
  };

  let id = await begin();
  expect((await rejection(() => memory.update(id, { importance: 1 }))).code).toBe("not-found");
  id = await begin();
  const ifVersion = { ifVersion: 1 };
  expect((await rejection(() => memory.update(id, { pinned: true }, ifVersion))).code).toBe(
    "conflict",
  );
  id = await begin();
  expect(await memory.forget(id)).toBe(0);
  id = await begin();
  await memory.markUsed(id);
  expect(await memory.read(id)).toBeUndefined();
  id = await begin();
  const { validTo } = (await eraser.read(id)) ?? {};
  const replacing = { content: "new", supersedes: [id] };
  expect([validTo, (await rejection(() => memory.remember(replacing))).code]).toEqual([
    undefined,
    "not-found",
  ]);
  id = await begin();
  clock.now = new Date("2040-01-01");
  // A new value is another record, and has nothing of the erased one.
  const anew = await memory.set("k", "public");
  expect(anew).toMatchObject({ version: 1, metadata: {} });
  expect(anew.id).not.toBe(id);
  expect(await memory.history(id)).toEqual([]);
});

test("a store that fails erases nothing", async () => {
  const inner = inMemoryStore();
  const store = replace(inner, {
    write: (ops, options) =>
      ops.some(({ op }) => op === "tombstone")
        ? Promise.reject(new Error("disk full"))
        : inner.write(ops, options),
  });
  const { memory } = testMemory({ store });
  const id = await write(memory, "tea");
  await write(memory, "derived", [id]);
  await expect(memory.erase(id)).rejects.toHaveProperty("cause.message", "disk full");
  expect((await memory.list()).items).toHaveLength(2);
  expect(await memory.history(id)).toHaveLength(1);
});

test("all goes in one write of the store", async () => {
  const inner = inMemoryStore();
  const writes: number[] = [];
  const store = replace(inner, {
    write: (ops, options) => {
      writes.push(ops.length);
      return inner.write(ops, options);
    },
  });
  const { memory } = testMemory({ store });
  await memory.rememberAll(Array.from({ length: 1_500 }, (_, n) => `note ${n}`));
  writes.length = 0;
  expect((await memory.erase({ everything: true })).vectors).toBe(1_500);
  expect(writes).toEqual([3_000]);
});

test("listeners and plugins are told what is gone, and then what was erased", async () => {
  const gone: unknown[] = [];
  const { memory } = testMemory({
    plugins: [
      {
        id: "watch",
        hooks: { afterForget: (erased, { scope }) => void gone.push([scope, erased]) },
      },
    ],
  });
  const a = memory.scope("a");
  const one = await write(a, "one");
  const two = await write(a.scope("b"), "two");
  const told: unknown[] = [];
  const below = { reach: "below" } as const;
  memory.on("forgotten", ({ scope, ids: erased }) => told.push([scope, erased]), below);
  const reports: MemoryEvents["erased"][] = [];
  memory.on("erased", (event) => reports.push(event), below);
  await a.erase({ everything: true }, { ...below, dryRun: true });
  expect([told, gone, reports]).toEqual([[], [], []]);
  const report = await a.erase({ everything: true }, below);
  expect(told).toEqual([
    [["a"], [one]],
    [["a", "b"], [two]],
  ]);
  expect(gone).toEqual(told);
  expect(reports).toEqual([{ scope: ["a"], report }]);
});

test("scrubbing is asked of the store unless it is told not to, and what it cannot reach is said", async () => {
  const inner = inMemoryStore();
  const answers: (() => Promise<readonly string[]>)[] = [];
  const store = replace(inner, { scrub: async () => (await answers.shift()?.()) ?? [] });
  const { memory } = testMemory({ store });
  const erase = async (options = {}): Promise<string> =>
    (await memory.erase(await write(memory, "tea"), options)).unreached.join("; ");
  answers.push(async () => ["a file that another process holds"]);
  expect(await erase()).toMatch(/^a file that another process holds; backups and exports/);
  const failure = await rejection(() => testMemory({ ranking: { dateWeight: 9 } }));
  answers.push(() => Promise.reject(failure));
  expect(await erase()).toContain(failure.message);
  expect((await memory.list()).items).toEqual([]);
  answers.push(() => Promise.reject(new Error("not asked")));
  expect(await erase({ scrub: false })).toMatch(/^bytes .* not scrubbed.*; backups/);
  expect(answers).toHaveLength(1);
});

test("what was erased no longer counts as surfaced lately", async () => {
  const { memory } = testMemory();
  const inputs = [{ content: "heaviest", importance: 1 }, "erased", "light", "light too"];
  const [heaviest = "", erased = ""] = (await memory.rememberAll(inputs)).map(idOf);
  const surfaced = async (id: string): Promise<void> => {
    expect(await memory.surface({ filter: { "@id": id } })).toHaveLength(1);
  };
  await surfaced(heaviest);
  await surfaced(erased);
  await memory.erase(erased);
  // The last one that surfaced rests, and that is the heaviest one now.
  const [next] = await memory.surface({ limit: 1, cooldown: 1, temperature: 0 });
  expect(next?.content).toMatch(/^light/);
});

test.each([
  [{}, {}, /target/],
  [" ", {}, /target/],
  ["id", { reach: "below" }, /narrow the view/],
  [{ everything: true }, { reach: "all" }, /reach/],
  ["id", { purge: true }, /purge/],
  ["id", { dryRun: 1 }, /dryRun/],
  ["id", { scrub: "no" }, /scrub/],
  ["id", { onProgress: 1 }, /onProgress/],
])("erase %o with %o is refused", async (target, options, message) => {
  const { memory } = testMemory();
  await write(memory, "tea");
  const error = await rejection(() => memory.erase(target as never, options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
  expect((await memory.list()).items).toHaveLength(1);
});

test("an aborted call erases nothing", async () => {
  const { memory } = testMemory();
  const id = await write(memory, "tea");
  const reason = new Error("enough");
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(reason);
  const call = memory.erase(id, { signal: controller.signal, onProgress });
  await expect(call).rejects.toBe(reason);
  expect(await memory.read(id)).toBeDefined();
});
