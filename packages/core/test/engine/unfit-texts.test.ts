import { setImmediate } from "node:timers/promises";

import { countingEmbedder, rejection, VirtualTimers, withoutClose } from "@kioku/testing/support";
import type { CountingEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore, MemoryError } from "../../src/index.js";
import type { Embedder, MemoryOptions } from "../../src/index.js";

/** A memory whose embedder cannot embed what is "too long", and what it was asked. */
function picky(members: Partial<Embedder> = {}, options: Partial<MemoryOptions> = {}) {
  const timers = new VirtualTimers(new Date("2026-03-01T12:00:00Z"));
  const embedder = countingEmbedder(members);
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const memory = createMemory({
    store: inMemoryStore(),
    embedder,
    clock: timers.clock,
    schedule: timers.schedule,
    random: () => 0.5,
    logger: { warn: log, error: log },
    ...options,
  });
  return { memory, embedder, timers, logged };
}

function texts(count: number, bad: readonly number[]): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    bad.includes(index) ? `text ${index} too long` : `text ${index}`,
  );
}

function asked({ calls }: CountingEmbedder): number {
  return calls.splice(0).flatMap((call) => call.texts).length;
}

test("one text that cannot be embedded costs no other text its vector", async () => {
  const { memory } = picky();
  const receipts = await memory.rememberAll(texts(150, [7, 140]));
  const queued = receipts.flatMap(({ status }, index) => (status === "queued" ? [index] : []));
  expect(queued).toEqual([7, 140]);
  expect(receipts[7]).toMatchObject({
    reason: "embedder test/counting@3 cannot embed one of the texts",
  });
  expect(await memory.spaces()).toMatchObject([{ missing: 2 }]);
  await memory.close();
});

test("the background does not try for ever what cannot be embedded, and says so once", async () => {
  const { memory, embedder, timers, logged } = picky();
  await memory.rememberAll(texts(20, [7, 9]));
  asked(embedder);
  for (let turn = 0; turn < 20 && timers.waiting > 0; turn += 1) {
    timers.runNext();
    for (let step = 0; step < 8; step += 1) await setImmediate();
  }
  expect(timers.waiting).toBe(0);
  // Both together, and then each by itself.
  expect(asked(embedder)).toBe(4);
  expect(logged).toEqual(["2 records stay without a vector: no embedder can embed their texts"]);
  const [{ record } = never()] = (await memory.rememberAll(["text 7 too long"])).flatMap(
    (receipt) => (receipt.status === "rejected" ? [] : [receipt]),
  );
  await memory.update(record.id, { content: "text 7" });
  expect(await memory.spaces()).toMatchObject([{ missing: 1 }]);
  await memory.close();
});

test("an embedder that refuses every text at first is asked again until it takes them", async () => {
  const { memory, embedder, timers, logged } = picky();
  const turn = async (): Promise<void> => {
    timers.runNext();
    for (let step = 0; step < 8; step += 1) await setImmediate();
  };
  embedder.instead = () => Promise.reject(new MemoryError("invalid-input", "texts[0]: no model"));
  await memory.rememberAll([...texts(3, []), "text 3 too long"]);
  await turn();
  await turn();
  expect(timers.waiting).toBe(1);
  embedder.instead = undefined;
  for (let count = 0; count < 5; count += 1) await turn();
  expect(await memory.spaces()).toMatchObject([{ missing: 1 }]);
  // Now it is known to take texts, and the one that it refuses is given up.
  expect(timers.waiting).toBe(0);
  expect(logged.at(-1)).toBe("1 records stay without a vector: no embedder can embed their texts");
  await memory.close();
});

function never(): never {
  throw new Error("nothing was written");
}

test("a text that another embedder takes gets its vector from that one", async () => {
  const second = countingEmbedder({ id: "test/other@3" });
  const embed = second.embed.bind(second);
  second.embed = (some, options) =>
    embed(
      some.map((text) => text.slice(0, 6)),
      options,
    );
  const { memory } = picky({}, { embedder: [countingEmbedder(), second] });
  const receipts = await memory.rememberAll(texts(10, [3]));
  expect(receipts.every(({ status }) => status === "stored")).toBe(true);
  await memory.close();
});

test("a worker gives such a text up at once, and embeds all others in the same drain", async () => {
  const { memory, logged } = picky({}, { embedding: "queued" });
  await memory.rememberAll(texts(100, [7, 40]));
  expect(await memory.embedQueued()).toEqual({ embedded: 98, delayed: 0, dead: 2 });
  expect(await memory.queueStats()).toMatchObject({ ready: 0, delayed: 0, dead: 2 });
  expect(logged).toEqual(["2 queued records were given up"]);
  await memory.close();
});

test("a worker whose embedder takes no text at all gives none up before its last attempt", async () => {
  const { memory } = picky({}, { embedding: "queued" });
  await memory.rememberAll(texts(6, [0, 1, 2, 3, 4, 5]));
  expect(await memory.embedQueued({ maxAttempts: 2 })).toMatchObject({ delayed: 6, dead: 0 });
  await memory.close();
});

test("reindex goes past pages of such texts, and names their records at the end", async () => {
  const { memory, timers } = picky({ maxBatchSize: 2, maxConcurrency: 2 }, { embedding: "queued" });
  const bad: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    timers.advance(1_000);
    const isBad = index < 40;
    const receipt = await memory.remember(`text ${index}${isBad ? " too long" : ""}`);
    if (isBad && receipt.status !== "rejected") bad.push(receipt.record.id);
  }
  const error = await rejection(() => memory.reindex());
  expect(error).toMatchObject({ code: "embedder-failed", retryable: false });
  expect(error.message).toContain(`the texts of 40 records (${bad.slice(0, 10).join(", ")})`);
  expect(await memory.spaces()).toMatchObject([{ missing: 40 }]);
  await memory.close();
});

test("a change of the model embeds all that it can, and ends when what it cannot is mended", async () => {
  const store = inMemoryStore();
  const old = countingEmbedder({ id: "test/old@3" });
  old.embed = (some) =>
    Promise.resolve({ vectors: some.map((_, index) => Float32Array.of(1, index, 1)) });
  const before = createMemory({ store: withoutClose(store), embedder: old });
  const receipts = await before.rememberAll(texts(50, [30]));
  await before.close();
  const { memory } = picky({}, { store, embedder: [countingEmbedder(), old] });
  const id = receipts[30]?.status === "stored" ? receipts[30].record.id : never();
  expect((await rejection(() => memory.reindex())).message).toContain(`1 records (${id})`);
  expect(await memory.spaces()).toMatchObject([
    { id: "test/counting@3", state: "building", missing: 1 },
    { id: "test/old@3", state: "ready", missing: 0 },
  ]);
  await memory.update(id, { content: "shorter" });
  await memory.reindex();
  expect(await memory.spaces()).toMatchObject([
    { id: "test/counting@3", state: "ready", missing: 0 },
    { state: "retired" },
  ]);
  await memory.close();
});
