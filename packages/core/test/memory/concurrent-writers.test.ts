import { expect, test } from "vitest";

import { MemoryError } from "../../src/index.js";
import type { Memory, Receipt } from "../../src/index.js";
import { testMemory } from "../support/test-memory.js";

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
      memory.remember({ content: `text ${writer}`, key: "k", idempotencyKey: "job" }),
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
        { content: `first ${writer}`, key: "k", idempotencyKey: "job" },
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
