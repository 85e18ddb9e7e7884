import { countingEmbedder, testMemory, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { MemoryError } from "../../src/index.js";
import type { Memory, Receipt } from "../../src/index.js";

const CROWD = Array.from({ length: 300 }, (_, index) => index);
const WRITERS = Array.from({ length: 8 }, (_, index) => index);

test("eight writers of one key make one record of eight versions", async () => {
  const { memory } = testMemory();
  const receipts = await Promise.all(
    WRITERS.map((writer) => memory.remember({ content: `text ${writer}`, key: "k" })),
  );
  expect(new Set(receipts.map(idOf)).size).toBe(1);
  expect((await memory.list()).items).toMatchObject([{ key: "k", version: 8 }]);
});

test("eight writers of one idempotency key make one record of one version", async () => {
  const { memory } = testMemory();
  const receipts = await Promise.all(
    WRITERS.map((writer) =>
      memory.remember({
        content: "text",
        metadata: { writer },
        key: "k",
        idempotencyKey: "job",
      }),
    ),
  );
  expect(new Set(receipts.map(idOf)).size).toBe(1);
  expect(receipts.filter(({ status }) => status === "stored")).toHaveLength(1);
  expect((await memory.list()).items).toMatchObject([{ key: "k", version: 1 }]);
});

test("a replay that loses the race for its key in the middle of a batch is a duplicate", async () => {
  const { memory } = testMemory();
  const batches = await Promise.all(
    WRITERS.map((writer) =>
      memory.rememberAll([
        { content: "first", key: "k", idempotencyKey: "job" },
        { content: `second ${writer}`, key: "k" },
      ]),
    ),
  );
  const first = batches.map(([receipt]) => receipt?.status);
  expect(first.filter((status) => status === "stored")).toHaveLength(1);
  expect((await memory.list()).items).toMatchObject([{ key: "k", version: 9 }]);
});

test("eight writers of one text make one record", async () => {
  const { memory } = testMemory();
  const receipts = await Promise.all(WRITERS.map(() => memory.remember("the same")));
  expect(receipts.filter(({ status }) => status === "stored")).toHaveLength(1);
  expect((await memory.list()).items).toHaveLength(1);
});

test("no update is lost where writers say which version they read", async () => {
  const { memory } = testMemory();
  await memory.set("counter", 0);
  await Promise.all(WRITERS.map(() => increment(memory, 25)));
  expect(await memory.get("counter")).toBe(200);
});

test("three hundred writers of one record in one memory write three hundred times, and none in vain", async () => {
  const { store, counts } = watchedStore();
  const { memory } = testMemory({ store });
  const { id } = await memory.set("counter", -1);
  const before = counts.get("write") ?? 0;
  const sets = CROWD.map((writer) => memory.set("counter", writer));
  const updates = CROWD.map((writer) => memory.update(id, { metadata: { [`w${writer}`]: 1 } }));
  await Promise.all([...sets, ...updates]);
  expect((counts.get("write") ?? 0) - before).toBe(2 * CROWD.length);
  expect((await memory.read(id))?.version).toBe(1 + 2 * CROWD.length);
});

test("writers of the same text wait for each other and embed it once", async () => {
  const embedder = countingEmbedder();
  const { memory } = testMemory({ embedder });
  await memory.set("drink", "tea");
  await Promise.all(WRITERS.map(() => memory.set("drink", "tea")));
  expect(embedder.calls).toHaveLength(1);
  expect(await memory.reindex()).toBe(0);
});

test("a writer that is aborted while it waits writes nothing and holds nobody up", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("counter", 0);
  const controller = new AbortController();
  const { signal } = controller;
  const first = memory.set("counter", 1);
  const aborted = [
    memory.set("counter", 2, { signal }),
    memory.update(id, { metadata: { seen: 1 } }, { signal }),
  ];
  const last = memory.set("counter", 3);
  controller.abort(new Error("enough"));
  const ends = await Promise.allSettled([first, ...aborted, last]);
  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  expect(await memory.read(id)).toMatchObject({ value: 3, metadata: {}, version: 3 });
});

test("batches that name the same keys in another order do not wait for each other", async () => {
  const { memory } = testMemory();
  const keys = ["a", "b", "c"];
  const batches = WRITERS.map((writer) => {
    const named = writer % 2 === 0 ? keys : keys.toReversed();
    return memory.rememberAll(named.map((key) => ({ content: `${key} ${writer}`, key })));
  });
  await Promise.all(batches);
  expect((await memory.list()).items.map(({ version }) => version)).toEqual([8, 8, 8]);
});

test("a plugin may write the record itself before it is updated, also while others do", async () => {
  const calls: Promise<unknown>[] = [];
  let nested = 0;
  const { memory } = testMemory({
    plugins: [
      {
        id: "nested",
        hooks: {
          beforeRemember: async (_, { operation }) => {
            if (operation !== "update" || nested >= 3) return;
            nested += 1;
            await memory.set("counter", nested);
          },
        },
      },
    ],
  });
  const { id } = await memory.set("counter", 0);
  for (const writer of WRITERS) {
    calls.push(memory.update(id, { metadata: { [`w${writer}`]: writer } }));
    calls.push(memory.set("counter", -1));
  }
  await Promise.all(calls);
  expect((await memory.read(id))?.version).toBe(1 + 3 + 2 * WRITERS.length);
});

test("a writer that always loses to another process is told that it may try again", async () => {
  const { store, intercept } = watchedStore();
  const { memory } = testMemory({ store, schedule: runAtOnce });
  const { memory: other } = testMemory({ store });
  const { id } = await memory.set("counter", 0);
  const overtake = (): void => {
    intercept("write", async () => {
      await other.update(id, { importance: 0.4 });
      overtake();
    });
  };
  for (const write of [
    () => memory.set("counter", 1),
    () => memory.update(id, { metadata: { seen: true } }),
  ]) {
    overtake();
    await expect(write()).rejects.toMatchObject({ code: "conflict", retryable: true });
  }
});

function runAtOnce(task: () => void): () => void {
  task();
  return () => undefined;
}

async function increment(memory: Memory, times: number): Promise<void> {
  for (let done = 0; done < times;) {
    const [record] = (await memory.list({ limit: 1 })).items;
    if (!record) throw new Error("the counter is gone");
    try {
      await memory.set("counter", Number(record.value) + 1, { ifVersion: record.version });
      done += 1;
    } catch (error) {
      if (!MemoryError.is(error, "conflict")) throw error;
    }
  }
}

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}
