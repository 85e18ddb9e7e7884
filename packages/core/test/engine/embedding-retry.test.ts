import { setImmediate } from "node:timers/promises";

import { VirtualTimers, rejection, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { EmbeddingRetry } from "../../src/engine/embedding/retry/embedding-retry.js";
import { createMemory, inMemoryStore, MemoryError } from "../../src/index.js";
import type { Embedder, MemoryOptions, MemoryRoot, Receipt, Schedule } from "../../src/index.js";
import type { CompleteStore, EmbedResult } from "../../src/toolkit/index.js";

const TIMEOUT_MS = 30_000;

/**
 * A memory with an embedder to be broken and mended by hand, and the delays that its background
 * asked for.
 */
function retrying(options: Partial<MemoryOptions> = {}) {
  const timers = new VirtualTimers(new Date("2026-03-01T12:00:00Z"));
  const good = wordEmbedder();
  const state = {
    failure: undefined as Error | undefined,
    calls: [] as (readonly string[])[],
    delays: [] as number[],
    hold: undefined as Promise<void> | undefined,
  };
  const embedder: Embedder = {
    ...good,
    embed: async (texts, embedOptions): Promise<EmbedResult> => {
      state.calls.push(texts);
      await state.hold;
      if (state.failure) throw state.failure;
      return good.embed(texts, embedOptions);
    },
  };
  const schedule: Schedule = (task, delayMs) => {
    if (delayMs !== TIMEOUT_MS) state.delays.push(delayMs);
    return timers.schedule(task, delayMs);
  };
  const warnings: string[] = [];
  const logger = {
    warn: (message: string, details?: object) => {
      warnings.push(`${message} ${JSON.stringify(details)}`);
    },
    error: (message: string) => warnings.push(message),
  };
  const memory = createMemory({
    store: inMemoryStore(),
    embedder,
    clock: timers.clock,
    schedule,
    logger,
    random: () => 0.5,
    ...options,
  });
  const embedded: (readonly string[])[] = [];
  memory.on("embedded", ({ scope, ids }) => embedded.push([scope.join("/"), ...ids]), {
    reach: "below",
  });
  const tick = async (): Promise<void> => {
    timers.runNext();
    await settle();
  };
  return { memory, state, timers, embedded, warnings, tick };
}

/** Lets everything happen that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

const DOWN = new Error("down");

test("what was queued gets its vector in the background, scope by scope", async () => {
  const { memory, state, embedded, tick, timers } = retrying();
  state.failure = DOWN;
  const ann = idOf(await memory.scope("ann").remember("a spoon of zinc"));
  const bo = idOf(await memory.scope("bo").remember("a fork of brass"));
  expect(embedded).toEqual([]);
  state.failure = undefined;
  await tick();
  expect(embedded).toHaveLength(2);
  expect(embedded).toEqual(
    expect.arrayContaining([
      ["ann", ann],
      ["bo", bo],
    ]),
  );
  const [hit] = await memory.scope("ann").recall({ query: "zinc", mode: "semantic" });
  expect(hit?.id).toBe(ann);
  expect(timers.waiting).toBe(0);
  expect(await memory.reindex()).toBe(0);
});

test("texts of set and update are made up for as well", async () => {
  const { memory, state, embedded, tick } = retrying();
  const id = idOf(await memory.remember("a spoon of zinc"));
  state.failure = DOWN;
  const entry = await memory.set("pan", "small");
  await memory.update(id, { content: "a fork of brass" });
  state.failure = undefined;
  await tick();
  expect(embedded.flat().toSorted()).toEqual(["", id, entry.id].toSorted());
  expect(await memory.reindex()).toBe(0);
});

test("it waits longer after each failure, up to a limit, and as at first after a success", async () => {
  const { memory, state, tick } = retrying({
    retryEmbedding: { minDelayMs: 1_000, maxDelayMs: 5_000 },
  });
  state.failure = DOWN;
  await memory.remember("a spoon of zinc");
  for (let count = 0; count < 4; count += 1) await tick();
  // Half of each wait is certain and half is drawn; the draw is 0.5.
  expect(state.delays).toEqual([750, 1_500, 3_000, 3_750, 3_750]);
  state.failure = undefined;
  await tick();
  state.failure = DOWN;
  await memory.remember("a fork of brass");
  expect(state.delays.at(-1)).toBe(750);
});

test.each([
  [0, 500],
  [0.999_999, 1_000],
])("a draw of %s makes the first wait %s ms", async (drawn, delayMs) => {
  const { memory, state } = retrying({ random: () => drawn });
  state.failure = DOWN;
  await memory.remember("a spoon of zinc");
  expect(Math.round(state.delays[0] ?? 0)).toBe(delayMs);
});

test.each([
  [
    "the error",
    new MemoryError("embedder-failed", "429", {
      retryable: true,
      details: { retryAfterMs: 60_000 },
    }),
  ],
  [
    "what caused it",
    new Error("429", {
      cause: new MemoryError("embedder-failed", "http", {
        retryable: true,
        details: { retryAfterMs: 60_000 },
      }),
    }),
  ],
])("it leaves a server alone as long as %s asks for", async (_, failure) => {
  const { memory, state, tick } = retrying();
  state.failure = failure;
  await memory.remember("a spoon of zinc");
  await tick();
  expect(state.delays).toEqual([750, 60_000]);
});

test("an error that cannot be read and one that asks for ever are tried again", async () => {
  const { memory, state, tick } = retrying();
  state.failure = Object.defineProperty(new Error("trap"), "cause", {
    get: () => {
      throw new Error("trap");
    },
  });
  await memory.remember("a spoon of zinc");
  await tick();
  expect(state.delays.at(-1)).toBe(1_500);
  state.failure = new MemoryError("embedder-failed", "429", {
    retryable: true,
    details: { retryAfterMs: Infinity },
  });
  await tick();
  expect(state.delays.at(-1)).toBe(86_400_000);
});

test("a vector that took long never lands on a newer text", async () => {
  const { memory, state, tick, embedded } = retrying();
  state.failure = DOWN;
  const id = idOf(await memory.remember("a spoon of zinc"));
  state.failure = undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  state.hold = promise;
  await tick();
  state.hold = undefined;
  await memory.update(id, { content: "a fork of brass" });
  resolve(undefined);
  await tick();
  expect(embedded).toEqual([]);
  const near = await memory.recall({ query: "a fork of brass", mode: "semantic" });
  expect(near[0]?.score).toBeGreaterThan(0.9);
  expect(await memory.reindex()).toBe(0);
});

test("a text that fails while an older one is under way is made up for afterwards", async () => {
  const { memory, state, tick, embedded } = retrying();
  state.failure = DOWN;
  const id = idOf(await memory.remember("a spoon of zinc"));
  state.failure = undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  state.hold = promise;
  await tick();
  state.hold = Promise.reject(DOWN);
  await memory.update(id, { content: "a fork of brass" });
  state.hold = undefined;
  resolve(undefined);
  await tick();
  await tick();
  expect(embedded).toEqual([["", id]]);
  expect(await memory.reindex()).toBe(0);
});

test("what was forgotten, expired or given its vector by others is let go of without a call", async () => {
  const { memory, state, tick, timers, embedded } = retrying();
  state.failure = DOWN;
  const gone = idOf(await memory.remember("a spoon of zinc"));
  await memory.remember({ content: "a pan", ttlMs: 10 });
  await memory.remember("a fork of brass");
  await memory.forget(gone);
  state.failure = undefined;
  timers.advance(100);
  await memory.reindex();
  state.calls.length = 0;
  await tick();
  expect(state.calls).toEqual([]);
  expect(embedded).toEqual([]);
  expect(timers.waiting).toBe(0);
});

test("one text that no embedder takes does not hold up the others", async () => {
  const good = wordEmbedder();
  const refusing: Embedder = {
    ...good,
    maxBatchSize: 100,
    embed: (texts, options) =>
      down || texts.includes("poison") ? Promise.reject(DOWN) : good.embed(texts, options),
  };
  let down = true;
  const { memory, tick } = retrying({ embedder: refusing });
  await memory.rememberAll([
    "poison",
    ...Array.from({ length: 40 }, (_, index) => `text ${index}`),
  ]);
  down = false;
  for (let count = 0; count < 30; count += 1) await tick();
  const [space] = await memory.spaces();
  expect(space?.missing).toBe(1);
});

test("a try that the store breaks off is not the last one", async () => {
  const inner = inMemoryStore();
  let broken = false;
  const store: CompleteStore = new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]): unknown =>
        broken && name === "get" ? Promise.reject(DOWN) : member.apply(target, given);
    },
  });
  const { memory, state, tick, embedded, warnings } = retrying({ store });
  state.failure = DOWN;
  const id = idOf(await memory.remember("a spoon of zinc"));
  state.failure = undefined;
  broken = true;
  await tick();
  expect(embedded).toEqual([]);
  broken = false;
  await tick();
  expect(embedded).toEqual([["", id]]);
  expect(warnings.join("\n")).not.toContain("zinc");
});

test("there is never more than one try under way", async () => {
  const { memory, state, tick, timers } = retrying();
  state.failure = DOWN;
  await memory.remember("a spoon of zinc");
  state.failure = undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  state.hold = promise;
  await tick();
  const calls = state.calls.length;
  state.hold = Promise.reject(DOWN);
  await memory.remember("a fork of brass");
  // Only the time limit of the call that hangs.
  expect(timers.waiting).toBe(1);
  expect(state.calls).toHaveLength(calls + 1);
  state.hold = undefined;
  resolve(undefined);
  await settle();
  expect(await memory.reindex()).toBe(0);
});

test("closing calls off what is scheduled and gives up what is under way", async () => {
  const scheduled = retrying();
  scheduled.state.failure = DOWN;
  await scheduled.memory.remember("a spoon of zinc");
  expect(scheduled.timers.waiting).toBe(1);
  await scheduled.memory.close();
  expect(scheduled.timers.waiting).toBe(0);

  const running = retrying();
  running.state.failure = DOWN;
  await running.memory.remember("a spoon of zinc");
  running.state.hold = new Promise(() => undefined);
  await running.tick();
  await running.memory.close();
  expect(running.timers.waiting).toBe(0);
  expect(running.embedded).toEqual([]);
});

test("nothing is scheduled while nothing is queued, nor where it is turned off", async () => {
  const { memory, timers } = retrying();
  await memory.remember("a spoon of zinc");
  expect(timers.waiting).toBe(0);
  const off = retrying({ retryEmbedding: false });
  off.state.failure = DOWN;
  expect((await off.memory.remember("a spoon of zinc")).status).toBe("queued");
  expect(off.timers.waiting).toBe(0);
  off.state.failure = undefined;
  expect(await off.memory.reindex()).toBe(1);
});

test("of more than 100,000 the oldest are left to reindex, and that is said once", () => {
  const warnings: string[] = [];
  const retry = new EmbeddingRetry({
    options: { minDelayMs: 1, maxDelayMs: 1 },
    schedule: () => () => undefined,
    random: () => 0,
    logger: { warn: (message) => warnings.push(message), error: () => undefined },
    embed: () => Promise.reject(DOWN),
  });
  const refs = Array.from({ length: 100_002 }, (_, index) => ({ scope: [], id: `${index}` }));
  retry.add(refs.slice(0, 100_000));
  expect(warnings).toEqual([]);
  retry.add(refs.slice(100_000, 100_001));
  retry.add(refs.slice(100_001));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("100000");
});

test.each([
  [{ minDelayMs: 0 }, "minDelayMs"],
  [{ maxDelayMs: -1 }, "maxDelayMs"],
  [{ minDelayMs: 10, maxDelayMs: 5 }, "minDelayMs"],
  [{ maxDelayMs: 2 ** 31 }, "maxDelayMs"],
  [{ everyMs: 5 }, "everyMs"],
  ["yes", "retryEmbedding"],
])("retryEmbedding: %j is refused by name", async (retryEmbedding, name) => {
  const call = (): MemoryRoot =>
    createMemory({ store: inMemoryStore(), retryEmbedding: retryEmbedding as never });
  const error = await rejection(call);
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(name);
});

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}
