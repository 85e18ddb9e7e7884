import { rejection, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore, MemoryError } from "../../src/index.js";
import type { CompleteStore } from "../../src/toolkit/index.js";
import { compareText } from "../../src/toolkit/index.js";
import { DOWN, EMPTY, NOTHING, queued, settle } from "../support/queued-memory.js";

/** A store without a queue. */
function plainStore(): CompleteStore {
  return new Proxy(inMemoryStore(), {
    get: (target, name) => {
      const value: unknown = name === "queue" ? undefined : Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

test("remember writes without the embedder, and a worker makes the vectors of all scopes", async () => {
  const { memory, state, embedded } = queued();
  const ann = memory.scope("ann");
  const receipt = await ann.remember("a spoon of zinc");
  expect(receipt).toMatchObject({ status: "queued", reason: "embedding is left to workers" });
  await memory.scope("bo").rememberAll(["a fork of brass", "a cup of tin"]);
  expect(state.calls).toEqual([]);
  expect(await memory.queueStats()).toEqual({ ...EMPTY, ready: 3 });
  expect(await ann.recall({ query: "zinc", mode: "keyword" })).toHaveLength(1);
  expect(await ann.recall({ query: "zinc", mode: "semantic" })).toHaveLength(0);

  expect(await memory.embedQueued()).toEqual({ ...NOTHING, embedded: 3 });
  expect(state.calls.flat().slice(1)).toEqual([
    "a spoon of zinc",
    "a fork of brass",
    "a cup of tin",
  ]);
  expect(embedded).toEqual(["ann: 1", "bo: 2"]);
  expect(await memory.queueStats()).toEqual(EMPTY);
  expect(await ann.recall({ query: "zinc", mode: "semantic" })).toHaveLength(1);
  expect(await memory.embedQueued()).toEqual(NOTHING);
  expect(await memory.reindex()).toBe(0);
});

test("what update, set and import write is queued, and a text that stays is not embedded again", async () => {
  const { memory, state } = queued();
  const receipt = await memory.remember("a spoon of zinc");
  if (receipt.status === "rejected") throw new Error("it was rejected");
  await memory.set("pan", "small");
  await memory.embedQueued();
  await memory.set("pan", "small");
  await memory.update(receipt.record.id, { importance: 1 });
  expect(await memory.queueStats()).toEqual(EMPTY);
  await memory.set("pan", "large");
  await memory.update(receipt.record.id, { content: "a fork of brass" });
  expect(await memory.queueStats()).toEqual({ ...EMPTY, ready: 2 });
  const other = queued();
  const { queued: waiting } = await other.memory.import(memory.export());
  expect(waiting).toBe(2);
  expect(await other.memory.embedQueued()).toEqual({ ...NOTHING, embedded: 2 });
  expect(other.state.calls.flat().toSorted()).toEqual(["a fork of brass", "pan: large"]);
  expect(state.calls.flat()).toHaveLength(2);
});

test("what is forgotten, erased, imported over or made unsearchable leaves no job behind", async () => {
  const { memory } = queued();
  await memory.rememberAll(["one", "two", { content: "three", key: "k" }]);
  await memory.forget({ filter: { "@key": { $exists: true } } });
  expect((await memory.queueStats()).ready).toBe(2);
  await memory.import(memory.export(), { onConflict: "replace" });
  expect((await memory.queueStats()).ready).toBe(2);
  await memory.erase({ everything: true });
  expect(await memory.queueStats()).toEqual(EMPTY);
});

test("a text that changes and a record that goes while a worker embeds them get nothing of it", async () => {
  const { memory, state, embedded } = queued();
  const ids: string[] = [];
  for (const content of ["one", "two", "three"]) {
    const receipt = await memory.remember(content);
    if (receipt.status !== "rejected") ids.push(receipt.record.id);
  }
  const [one = "", two = ""] = ids;
  state.meanwhile = async () => {
    state.meanwhile = undefined;
    await memory.update(one, { content: "eins" });
    await memory.forget(two);
  };
  expect(await memory.embedQueued()).toEqual({ ...NOTHING, embedded: 1 });
  expect(await memory.embedQueued()).toEqual({ ...NOTHING, embedded: 1 });
  expect(state.calls).toEqual([["one", "two", "three"], ["eins"]]);
  expect(embedded).toEqual([": 1", ": 1"]);
  expect(await memory.queueStats()).toEqual(EMPTY);
  expect(await memory.reindex()).toBe(0);
});

test("what an embedder fails at waits longer and longer, then it is given up, and can be revived", async () => {
  const { memory, state, timers, logged } = queued();
  state.failure = DOWN;
  await memory.remember("a spoon of zinc");
  for (const waitMs of [750, 1_500, 3_000]) {
    expect(await memory.embedQueued({ maxAttempts: 4 })).toEqual({ ...NOTHING, delayed: 1 });
    timers.advance(waitMs - 1);
    expect(await memory.embedQueued({ maxAttempts: 4 })).toEqual(NOTHING);
    timers.advance(1);
  }
  expect(await memory.embedQueued({ maxAttempts: 4 })).toEqual({ ...NOTHING, dead: 1 });
  expect(logged.at(-1)).toBe("1 queued records were given up");
  timers.advance(1e9);
  expect(await memory.queueStats()).toEqual({ ...EMPTY, dead: 1 });
  expect(await memory.embedQueued()).toEqual(NOTHING);
  state.failure = undefined;
  expect(await memory.embedQueued({ retryDead: true })).toEqual({ ...NOTHING, embedded: 1 });
  expect(await memory.queueStats()).toEqual(EMPTY);
});

test("a failure that says when to come back is heard", async () => {
  const { memory, state, timers } = queued();
  state.failure = new MemoryError("embedder-failed", "429", {
    retryable: true,
    details: { retryAfterMs: 60_000 },
  });
  await memory.remember("a spoon of zinc");
  await memory.embedQueued();
  timers.advance(59_999);
  expect((await memory.queueStats()).delayed).toBe(1);
  timers.advance(1);
  expect((await memory.queueStats()).ready).toBe(1);
});

test("one text that no embedder takes does not hold up the others for ever", async () => {
  const { memory, state, timers } = queued();
  state.poison = "text 5";
  await memory.rememberAll(Array.from({ length: 16 }, (_, index) => `text ${index}`));
  let embedded = 0;
  for (let run = 0; run < 8; run += 1) {
    ({ embedded } = {
      embedded: embedded + (await memory.embedQueued({ maxAttempts: 8 })).embedded,
    });
    timers.advance(600_000);
  }
  expect(embedded).toBe(15);
  expect(await memory.queueStats()).toEqual({ ...EMPTY, dead: 1 });
});

test("a batch that kills its worker over and over is given up without a further try", async () => {
  const { memory, state, store, timers } = queued();
  await memory.remember("a spoon of zinc");
  for (let crash = 0; crash < 3; crash += 1) {
    const [job] = (await store.queue?.claim({ now: timers.clock(), leaseMs: 10, limit: 1 })) ?? [];
    expect(job?.attempt).toBe(crash + 1);
    timers.advance(10);
  }
  expect(await memory.embedQueued({ maxAttempts: 3 })).toEqual({ ...NOTHING, dead: 1 });
  expect(state.calls).toEqual([]);
});

test("a drain that is called off gives back what it had", async () => {
  const { memory, state } = queued();
  await memory.remember("a spoon of zinc");
  const stop = new AbortController();
  state.meanwhile = () => Promise.resolve(stop.abort(DOWN));
  await expect(memory.embedQueued({ signal: stop.signal })).rejects.toBe(DOWN);
  expect(await memory.queueStats()).toEqual({ ...EMPTY, ready: 1 });
});

test("a drain takes no more than its limit", async () => {
  const { memory } = queued();
  await memory.rememberAll(["one", "two", "three"]);
  expect(await memory.embedQueued({ limit: 2 })).toEqual({ ...NOTHING, embedded: 2 });
  expect((await memory.queueStats()).ready).toBe(1);
});

test("a worker looks again and again until it is called off, and pauses after failures", async () => {
  const { memory, state, timers, logged } = queued();
  const stop = new AbortController();
  const working = memory.runEmbeddingWorker({ signal: stop.signal, pollMs: 100 });
  await settle();
  await memory.remember("a spoon of zinc");
  expect(timers.waiting).toBe(1);
  timers.advance(75);
  await settle();
  expect(state.calls.flat()).toEqual(["a spoon of zinc"]);
  state.failure = DOWN;
  await memory.remember("a fork of brass");
  timers.advance(75);
  await settle();
  expect(logged).toEqual(["1 queued records wait longer"]);
  state.failure = undefined;
  timers.advance(749);
  await settle();
  expect((await memory.queueStats()).delayed).toBe(1);
  timers.advance(1);
  await settle();
  expect(await memory.queueStats()).toEqual(EMPTY);
  stop.abort();
  await working;
  expect(timers.waiting).toBe(0);
});

test("workers end with their memory, and survive a store that fails", async () => {
  const { memory, store, timers, logged } = queued();
  await memory.queueStats();
  const { queue } = store;
  if (!queue) throw new Error("it has a queue");
  const claim = queue.claim.bind(queue);
  queue.claim = () => Promise.reject(DOWN);
  const working = [memory.runEmbeddingWorker(), memory.runEmbeddingWorker()];
  await settle();
  expect(logged).toHaveLength(2);
  queue.claim = claim;
  await memory.remember("a spoon of zinc");
  timers.advance(1_000);
  await settle();
  expect(await memory.queueStats()).toEqual(EMPTY);
  await memory.close();
  await Promise.all(working);
  expect(timers.waiting).toBe(0);
});

test("two workers share a queue and embed each text once", async () => {
  const { memory, state, store, given } = queued();
  const beside = createMemory({ ...given, store });
  await memory.rememberAll(Array.from({ length: 100 }, (_, index) => `text ${index}`));
  const reports = await Promise.all([memory.embedQueued(), beside.embedQueued()]);
  expect(reports.map(({ embedded }) => embedded).reduce((a, b) => a + b)).toBe(100);
  expect(new Set(state.calls.flat()).size).toBe(100);
  expect(state.calls.flat()).toHaveLength(100);
});

test("what failed inline is queued as well, and leaves the queue with whoever finishes it", async () => {
  const inline = queued({ embedding: "inline" });
  inline.state.failure = DOWN;
  expect((await inline.memory.remember("a spoon of zinc")).status).toBe("queued");
  expect(await inline.memory.queueStats()).toEqual({ ...EMPTY, delayed: 1 });
  inline.state.failure = undefined;
  inline.timers.runNext();
  await settle();
  expect(inline.embedded).toEqual([": 1"]);
  expect(await inline.memory.queueStats()).toEqual(EMPTY);

  const off = queued({ embedding: "inline", retryEmbedding: false });
  off.state.failure = DOWN;
  await off.memory.rememberAll(["a spoon of zinc", "a fork of brass"]);
  expect(await off.memory.queueStats()).toEqual({ ...EMPTY, ready: 2 });
  off.state.failure = undefined;
  expect(await off.memory.embedQueued({ limit: 1 })).toEqual({ ...NOTHING, embedded: 1 });
  expect(await off.memory.reindex()).toBe(1);
  expect(await off.memory.queueStats()).toEqual(EMPTY);
});

test("workers follow a change of the model", async () => {
  const { memory, store, given } = queued();
  await memory.remember("a spoon of zinc");
  await memory.embedQueued();
  const next = wordEmbedder("test/next@32");
  const moving = createMemory({ ...given, store, embedder: [next, wordEmbedder()] });
  await moving.remember("a fork of brass");
  expect(await moving.embedQueued()).toEqual({ ...NOTHING, embedded: 1 });
  const missing = async (): Promise<unknown> =>
    (await moving.spaces())
      .map(({ id, state, missing: left }) => [id, state, `${left}`])
      .toSorted(([a = ""], [b = ""]) => compareText(a, b));
  expect(await missing()).toEqual([
    ["test/next@32", "building", "1"],
    ["test/words@32", "ready", "0"],
  ]);
  await moving.remember("a cup of tin");
  await moving.reindex();
  expect(await missing()).toEqual([
    ["test/next@32", "ready", "0"],
    ["test/words@32", "retired", "1"],
  ]);
  expect(await moving.queueStats()).toEqual(EMPTY);
});

test("what is compared by similarity is embedded before it is written", async () => {
  const { memory, state } = queued();
  const dedupe = { similarity: 0.9 } as const;
  await memory.remember({ content: "a spoon of zinc", dedupe });
  expect(await memory.remember({ content: "zinc of a spoon", dedupe })).toMatchObject({
    status: "duplicate",
  });
  expect(state.calls).toHaveLength(2);
  expect(await memory.queueStats()).toEqual(EMPTY);
});

test("a memory without an embedder may write what others embed", async () => {
  const { given, store, memory } = queued();
  const writer = createMemory({ store, embedding: "queued", clock: given.clock });
  expect((await writer.remember("a spoon of zinc")).status).toBe("queued");
  expect((await rejection(() => writer.embedQueued())).code).toBe("invalid-input");
  expect((await rejection(() => writer.runEmbeddingWorker())).code).toBe("invalid-input");
  expect(await memory.embedQueued()).toEqual({ ...NOTHING, embedded: 1 });
});

test("a store without a queue is as it was, and refused where one is needed", async () => {
  const store = plainStore();
  expect(() => createMemory({ store, embedding: "queued" })).toThrow(/has no queue/u);
  const { memory } = queued({ store, embedding: "inline" });
  expect((await memory.remember("a spoon of zinc")).status).toBe("stored");
  expect((await rejection(() => memory.embedQueued())).code).toBe("invalid-input");
  expect((await rejection(() => memory.queueStats())).code).toBe("invalid-input");
});

test("only the root has a queue", () => {
  const view = queued().memory.scope("ann");
  for (const verb of ["embedQueued", "runEmbeddingWorker", "queueStats"]) {
    expect(verb in view).toBe(false);
  }
});

test.each([
  ["createMemory", { embedding: "later" }],
  ["embedQueued", { limit: 0 }],
  ["embedQueued", { leaseMs: 0 }],
  ["embedQueued", { maxAttempts: 1.5 }],
  ["embedQueued", { retryDead: "yes" }],
  ["embedQueued", { pollMs: 5 }],
  ["runEmbeddingWorker", { pollMs: 0 }],
  ["runEmbeddingWorker", { limit: 5 }],
  ["queueStats", { limit: 5 }],
] as const)("%s refuses %o", async (verb, options) => {
  const call = async (): Promise<unknown> => {
    if (verb === "createMemory") return queued(options as object);
    return queued().memory[verb](options as object);
  };
  expect((await rejection(call)).code).toBe("invalid-input");
});

test("an embedder that is slow to fail does not keep jobs beyond their lease", async () => {
  const { memory, state, timers } = queued();
  state.failure = DOWN;
  await memory.rememberAll(Array.from({ length: 8 }, (_, index) => `text ${index}`));
  await memory.embedQueued();
  timers.advance(60_000);
  state.calls.length = 0;
  state.meanwhile = () => Promise.resolve(timers.advance(30_000));
  const report = await memory.embedQueued({ leaseMs: 100_000 });
  // Groups of two: after the second one half of the lease is over.
  expect(state.calls.map(({ length }) => length)).toEqual([2, 2]);
  expect(report).toEqual({ ...NOTHING, delayed: 4 });
  expect(await memory.queueStats()).toEqual({ ...EMPTY, ready: 4, delayed: 4 });
});
