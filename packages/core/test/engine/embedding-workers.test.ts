import { rejection, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, MemoryError } from "../../src/index.js";
import type { MemoryErrorCode } from "../../src/index.js";
import type { CompleteStore, EmbeddingQueue } from "../../src/toolkit/index.js";
import { DOWN, EMPTY, NOTHING, queued, settle } from "../support/queued-memory.js";

const REFUSED = new MemoryError("embedder-failed", "too long");

function queueOf({ queue }: CompleteStore): EmbeddingQueue {
  if (!queue) throw new Error("it has a queue");
  return queue;
}

function numbered(word: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${index}`);
}

/** Runs timers, one after another, until something holds; says how many milliseconds that took. */
async function timeUntil(
  { timers }: ReturnType<typeof queued>,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const startMs = timers.clock().getTime();
  for (let step = 0; step < 10_000; step += 1) {
    await settle();
    if (await holds()) return timers.clock().getTime() - startMs;
    timers.runNext();
  }
  throw new Error("it never holds");
}

test("a text that was called off or that the store failed at has used up no attempt", async () => {
  const { memory, state, store } = queued();
  await memory.remember("a spoon of zinc");
  for (let time = 0; time < 4; time += 1) {
    const stop = new AbortController();
    state.meanwhile = () => Promise.resolve(stop.abort(DOWN));
    const call = memory.embedQueued({ signal: stop.signal, maxAttempts: 2 });
    await expect(call).rejects.toBe(DOWN);
  }
  state.meanwhile = undefined;
  const queue = queueOf(store);
  const complete = queue.complete.bind(queue);
  queue.complete = () => Promise.reject(DOWN);
  for (let time = 0; time < 4; time += 1) {
    const call = memory.embedQueued({ maxAttempts: 2 });
    await expect(call).rejects.toMatchObject({ cause: DOWN });
  }
  queue.complete = complete;
  state.failure = DOWN;
  expect(await memory.embedQueued({ maxAttempts: 2 })).toEqual({ ...NOTHING, delayed: 1 });
});

test("a text that there was no time for has used up no attempt", async () => {
  const { memory, state, timers, store } = queued({ embedTimeoutMs: 1e6 });
  state.failure = DOWN;
  await memory.rememberAll(numbered("text", 8));
  await memory.embedQueued();
  timers.advance(60_000);
  state.failure = undefined;
  state.calls.length = 0;
  state.meanwhile = () => Promise.resolve(timers.advance(30_000));
  // Groups of two, each embedded, but slowly: after the second one half of the lease is over.
  expect(await memory.embedQueued({ leaseMs: 100_000, limit: 4 })).toEqual({
    ...NOTHING,
    embedded: 4,
  });
  expect(state.calls.map(({ length }) => length)).toEqual([2, 2]);
  state.calls.length = 0;
  const { embedded } = await memory.embedQueued({ leaseMs: 50_000 });
  expect(embedded).toBe(2);
  expect(await memory.queueStats()).toEqual({ ...EMPTY, ready: 2 });
  const jobs = await queueOf(store).claim({ now: timers.clock(), leaseMs: 1, limit: 9 });
  expect(jobs.map(({ attempt }) => attempt)).toEqual([2, 2]);
});

test("many texts that no embedder takes hold up no worker", async () => {
  const world = queued();
  const { memory, state, embedded, timers } = world;
  const startMs = timers.clock().getTime();
  state.poison = "bad";
  await memory.rememberAll([...numbered("bad", 30), "a spoon of zinc"]);
  const working = memory.runEmbeddingWorker({ maxAttempts: 1e6 });
  await timeUntil(world, () => embedded.length === 1);
  // As long as they fail together, it may be the embedder.
  await timeUntil(world, () => timers.clock().getTime() > startMs + 600_000);
  for (let text = 0; text < 20; text += 1) {
    await memory.remember(`a fork of brass ${text}`);
    const tookMs = await timeUntil(world, () => embedded.length === text + 2);
    expect(tookMs).toBeLessThan(5_000);
  }
  expect(await memory.queueStats()).toMatchObject({ dead: 0 });
  await memory.close();
  await working;
});

test("a text that is refused for good is given up at once, while its embedder takes others", async () => {
  const world = queued();
  const { memory, state, embedded } = world;
  state.poison = "bad";
  state.poisonFailure = REFUSED;
  await memory.rememberAll([...numbered("bad", 30), "a spoon of zinc"]);
  const working = memory.runEmbeddingWorker();
  await timeUntil(world, async () => (await memory.queueStats()).dead === 30);
  expect(embedded).toEqual([": 1"]);
  const tries = state.calls.flat().filter((text) => text === "bad 7").length;
  expect(tries).toBeLessThan(8);
  await memory.close();
  await working;
});

test("a worker whose embedder takes nothing gives no text up before its last attempt", async () => {
  const world = queued();
  const { memory, state, timers } = world;
  state.failure = REFUSED;
  await memory.rememberAll(numbered("text", 20));
  const working = memory.runEmbeddingWorker({ maxAttempts: 6 });
  const tries = (): number => state.calls.flat().filter((text) => text === "text 7").length;
  await timeUntil(world, () => tries() === 5);
  expect(await memory.queueStats()).toMatchObject({ dead: 0 });
  // Another worker has the right one.
  state.failure = undefined;
  timers.advance(1e6);
  await timeUntil(world, async () => (await memory.queueStats()).delayed === 0);
  expect(await memory.queueStats()).toEqual(EMPTY);
  await memory.close();
  await working;
});

test("a worker whose model was changed by another process embeds nothing, and says so", async () => {
  const { memory, state, store, given, timers, logged } = queued();
  await memory.remember("a spoon of zinc");
  await memory.embedQueued();
  const next = wordEmbedder("test/next@32");
  const moving = createMemory({ ...given, store, embedder: [next, wordEmbedder()] });
  await moving.reindex();
  await moving.remember("a fork of brass");
  state.calls.length = 0;
  const refused = await rejection(() => memory.embedQueued({ maxAttempts: 2 }));
  expect([refused.code, refused.message]).toEqual([
    "vector-space-mismatch",
    "test/next@32 took over from test/words@32; give the worker the embedder of test/next@32, or run reindex() to go back",
  ]);
  const working = memory.runEmbeddingWorker({ maxAttempts: 2 });
  for (let pause = 0; pause < 3; pause += 1) {
    await settle();
    timers.runNext();
  }
  await settle();
  expect(logged).toEqual(Array(4).fill("a worker could not embed what is queued"));
  expect(state.calls).toEqual([]);
  expect(await memory.queueStats()).toEqual({ ...EMPTY, ready: 1 });
  expect(await moving.embedQueued()).toEqual({ ...NOTHING, embedded: 1 });
  expect(await moving.recall({ query: "brass", mode: "semantic" })).toHaveLength(2);
  await memory.close();
  await working;
});

test("a drain ends although more is written all the time", async () => {
  const { memory, state, timers } = queued();
  await memory.rememberAll(numbered("text", 40));
  let more = 0;
  state.meanwhile = async () => {
    if (more < 200) await memory.remember(`more ${(more += 1)}`);
    timers.advance(10);
  };
  expect(await memory.embedQueued()).toEqual({ ...NOTHING, embedded: 40 });
  expect(await memory.queueStats()).toEqual({ ...EMPTY, ready: more });
});

test("what another worker took over meanwhile is neither counted nor told of", async () => {
  const { memory, state, timers, store, logged } = queued();
  await memory.remember("a spoon of zinc");
  state.failure = DOWN;
  state.meanwhile = async () => {
    timers.advance(20);
    await queueOf(store).claim({ now: timers.clock(), leaseMs: 1_000, limit: 1 });
  };
  expect(await memory.embedQueued({ leaseMs: 10 })).toEqual(NOTHING);
  expect(logged).toEqual([]);
  expect(await memory.queueStats()).toEqual({ ...EMPTY, leased: 1 });
});

test.each<readonly [MemoryErrorCode, string]>([
  ["schema-too-new", "open"],
  ["store-failed", "open"],
  ["invalid-input", "claim"],
  ["schema-too-new", "claim"],
  ["closed", "claim"],
])("a worker ends with %s of %s, which no later try can mend", async (code, method) => {
  const { memory, store, logged } = queued();
  const failure = new MemoryError(code, "for good");
  const subject = method === "open" ? store : queueOf(store);
  Object.assign(subject, { [method]: () => Promise.reject(failure) });
  await expect(memory.runEmbeddingWorker()).rejects.toBe(failure);
  expect(logged).toEqual([]);
});

test("a worker waits for a store that cannot be opened yet, and goes on after failures of the store", async () => {
  const { memory, store, timers, logged, embedded } = queued();
  const open = store.open.bind(store);
  const failure = new MemoryError("store-unavailable", "not yet", { retryable: true });
  store.open = () => Promise.reject(failure);
  const working = memory.runEmbeddingWorker();
  await settle();
  store.open = open;
  const queue = queueOf(store);
  const claim = queue.claim.bind(queue);
  queue.claim = () => Promise.reject(new MemoryError("store-failed", "a bad moment"));
  timers.advance(2_000);
  await settle();
  expect(logged).toHaveLength(2);
  queue.claim = claim;
  await memory.remember("a spoon of zinc");
  timers.advance(4_000);
  await settle();
  expect(embedded).toEqual([": 1"]);
  await memory.close();
  await working;
});

test("a memory that is closed starts no worker", async () => {
  const { memory } = queued();
  await memory.close();
  expect((await rejection(() => memory.runEmbeddingWorker())).code).toBe("closed");
});
