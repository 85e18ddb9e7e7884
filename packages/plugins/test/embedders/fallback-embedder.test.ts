import { setImmediate } from "node:timers/promises";

import { MemoryError, type Embedder } from "@kioku/core";
import type { EmbedResult } from "@kioku/core/toolkit";
import {
  countingEmbedder,
  rejection,
  testMemory,
  vectorOf,
  VirtualTimers,
} from "@kioku/testing/support";
import { expect, test } from "vitest";

import { fallbackEmbedder } from "../../src/embedders/index.js";

const DOWN = new Error("down");
const REST_MS = 30_000;

/** Three ways to one model, and a clock to be set by hand. */
function threeWays(members: readonly Partial<Embedder>[] = [{}, {}, {}]) {
  const order: number[] = [];
  const ways = members.map((one, index) => {
    const way = countingEmbedder(one);
    const embed = way.embed.bind(way);
    way.embed = (texts, options) => {
      order.push(index);
      return embed(texts, options);
    };
    return way;
  });
  const time = { nowMs: 1_000_000 };
  const warnings: string[] = [];
  const logger = {
    warn: (message: string, details?: object) =>
      warnings.push(`${message} ${JSON.stringify(details)}`),
    error: () => undefined,
  };
  const clock = (): Date => new Date(time.nowMs);
  const embedder = fallbackEmbedder(ways, { clock, logger });
  /** Which of them were asked, by number, since the last time. */
  const asked = (): readonly number[] => order.splice(0);
  const fail = (index: number, error: Error = DOWN): void => {
    const way = ways[index];
    if (way) way.instead = () => Promise.reject(error);
  };
  const mend = (index: number): void => {
    const way = ways[index];
    if (way) way.instead = undefined;
  };
  return { ways, time, embedder, asked, fail, mend, warnings };
}

test("the first is asked while it works, with what the caller asked for", async () => {
  const { embedder, asked, ways } = threeWays();
  const { vectors, tokens } = await embedder.embed(["a", "b"], { purpose: "query" });
  expect(vectors).toEqual([vectorOf("a", "query"), vectorOf("b", "query")]);
  expect(tokens).toBe(2);
  expect(ways[0]?.calls).toEqual([{ texts: ["a", "b"], purpose: "query" }]);
  expect(asked()).toEqual([0]);
});

test("when one fails the next one is asked, and the failed one rests", async () => {
  const { embedder, asked, fail, mend, time, warnings } = threeWays();
  fail(0, new Error("it said: secret text"));
  fail(1, new MemoryError("embedder-failed", "busy", { cause: new Error("secret text") }));
  expect((await embedder.embed(["a"])).vectors).toEqual([vectorOf("a")]);
  expect(asked()).toEqual([0, 1, 2]);
  // Errors that are not ours may say anything.
  expect(warnings).toEqual([
    'embedder test/counting@3 (1 of 3) failed and rests for 30000 ms {"reason":"unknown"}',
    'embedder test/counting@3 (2 of 3) failed and rests for 30000 ms {"reason":"busy"}',
  ]);
  mend(0);
  time.nowMs += REST_MS - 1;
  await embedder.embed(["a"]);
  expect(asked()).toEqual([2]);
  time.nowMs += 1;
  await embedder.embed(["a"]);
  expect(asked()).toEqual([0]);
});

test("when all rest only the one whose rest ends first is asked", async () => {
  const { embedder, asked, fail, mend, time } = threeWays();
  fail(1);
  fail(2);
  fail(
    0,
    new MemoryError("embedder-failed", "slow down", {
      retryable: true,
      details: { retryAfterMs: 90_000 },
    }),
  );
  await rejection(() => embedder.embed(["a"]));
  time.nowMs += 1;
  expect(asked()).toEqual([0, 1, 2]);
  fail(
    1,
    new MemoryError("embedder-failed", "slow down", {
      retryable: true,
      details: { retryAfterMs: 60_000 },
    }),
  );
  await rejection(() => embedder.embed(["a"]));
  expect(asked()).toEqual([1]);
  mend(2);
  await embedder.embed(["a"]);
  await embedder.embed(["a"]);
  expect(asked()).toEqual([2, 2]);
});

test("when all that are awake fail, the one whose rest ends first gets a try", async () => {
  const { embedder, asked, fail, mend } = threeWays([{}, {}]);
  fail(
    0,
    new MemoryError("embedder-failed", "slow down", {
      retryable: true,
      details: { retryAfterMs: 90_000 },
    }),
  );
  await embedder.embed(["a"]);
  mend(0);
  fail(1);
  asked();
  expect((await embedder.embed(["a"])).vectors).toEqual([vectorOf("a")]);
  expect(asked()).toEqual([1, 0]);
  // It is awake again, though it had asked for more time than the other one.
  await embedder.embed(["a"]);
  expect(asked()).toEqual([0]);
});

test("if all fail, the error is that of the first, and knows all others", async () => {
  const { embedder, fail } = threeWays();
  const errors = [
    new MemoryError("embedder-failed", "the key is wrong"),
    new MemoryError("embedder-failed", "busy", {
      retryable: true,
      details: { retryAfterMs: 9_000 },
    }),
    new MemoryError("embedder-failed", "slow down", {
      retryable: true,
      details: { retryAfterMs: 5_000 },
    }),
  ];
  for (const [index, error] of errors.entries()) fail(index, error);
  const error = await rejection(() => embedder.embed(["a"]));
  expect(error).toMatchObject({
    code: "embedder-failed",
    message: "the key is wrong",
    retryable: true,
    details: { retryAfterMs: 5_000 },
  });
  expect(error.cause).toBeInstanceOf(AggregateError);
  expect((error.cause as AggregateError).errors).toEqual(errors);
});

test("a wait is asked for only where all that may be tried again ask for one", async () => {
  const { embedder, fail } = threeWays();
  const busy = new MemoryError("embedder-failed", "slow down", {
    retryable: true,
    details: { retryAfterMs: 5_000 },
  });
  fail(0, busy);
  fail(1, new MemoryError("embedder-failed", "no quota", { details: { retryAfterMs: 1_000 } }));
  fail(2);
  const soon = await rejection(() => embedder.embed(["a"]));
  expect(soon).toMatchObject({ retryable: true });
  expect(soon.details).toEqual({});
  const other = threeWays([{}, {}]);
  other.fail(0, busy);
  other.fail(1, new MemoryError("embedder-failed", "no", { details: { retryAfterMs: 1_000 } }));
  const error = await rejection(() => other.embedder.embed(["a"]));
  expect(error).toMatchObject({ details: { retryAfterMs: 5_000 } });
});

test("those that rest and were not asked count for what may be tried again", async () => {
  const { embedder, asked, fail } = threeWays();
  fail(0, new MemoryError("embedder-failed", "the key is wrong"));
  fail(
    1,
    new MemoryError("embedder-failed", "slow down", {
      retryable: true,
      details: { retryAfterMs: 90_000 },
    }),
  );
  fail(2, new MemoryError("embedder-failed", "no such model"));
  await rejection(() => embedder.embed(["a"]));
  asked();
  const error = await rejection(() => embedder.embed(["a"]));
  expect(asked()).toEqual([0]);
  expect(error).toMatchObject({ message: "the key is wrong", retryable: true });
});

function unfit(textIndex: number): Error {
  const message = `texts[${textIndex}] is empty`;
  return new MemoryError("invalid-input", message, { details: { textIndex } });
}

test("which text cannot be embedded is handed on where all agree", async () => {
  const { embedder, fail } = threeWays([{}, {}]);
  fail(0, unfit(1));
  fail(1, unfit(1));
  const error = await rejection(() => embedder.embed(["a", ""]));
  expect(error).toMatchObject({ code: "invalid-input", details: { textIndex: 1 } });
  fail(1, unfit(0));
  expect((await rejection(() => embedder.embed(["a", ""]))).details).toEqual({});
});

test("if none of them may be tried again, neither may the whole; what is no MemoryError is not quoted", async () => {
  const { embedder, fail } = threeWays([{}, {}]);
  fail(0, new MemoryError("embedder-failed", "the key is wrong"));
  fail(1, new MemoryError("embedder-failed", "no such model"));
  expect((await rejection(() => embedder.embed(["a"]))).retryable).toBe(false);
  const other = threeWays([{}, {}]);
  other.fail(0, new Error("sk-live-4711"));
  other.fail(1);
  const error = await rejection(() => other.embedder.embed(["a"]));
  expect(error).toMatchObject({ message: "embedder test/counting@3 failed", retryable: true });
});

test("a text that nobody can embed is said to be one, and lets nobody rest", async () => {
  const { embedder, asked, fail, mend, warnings } = threeWays([{}, {}]);
  expect(await rejection(() => embedder.embed(["too long"]))).toMatchObject({
    code: "invalid-input",
    message: "texts[0] is too long",
    retryable: false,
  });
  expect(warnings).toEqual([]);
  expect(asked()).toEqual([0, 1]);
  // While one of them is down, nobody knows whether that one could.
  fail(1);
  expect(await rejection(() => embedder.embed(["too long"]))).toMatchObject({
    code: "embedder-failed",
    retryable: true,
  });
  mend(1);
  await embedder.embed(["a"]);
  expect(asked()).toEqual([0, 1, 0]);
});

const WRONG: readonly (readonly [string, EmbedResult])[] = [
  ["too few vectors", { vectors: [] }],
  ["a vector of another width", { vectors: [Float32Array.of(1, 2)] }],
  ["a number that is none", { vectors: [Float32Array.of(1, Number.NaN, 2)] }],
  ["zeros", { vectors: [new Float32Array(3)] }],
  ["wrong indices", { vectors: [vectorOf("a")], indices: [1] }],
  ["nothing", undefined as never],
];

test.each(WRONG)("an answer with %s counts as a failure", async (_, answer) => {
  const { embedder, asked, ways } = threeWays([{ dimensions: 3 }, {}]);
  const [first] = ways;
  if (first) first.instead = () => Promise.resolve(answer);
  expect((await embedder.embed(["a"])).vectors).toEqual([vectorOf("a")]);
  expect(asked()).toEqual([0, 1]);
});

test("where nobody says the width, one answer of a wrong one makes no later answer wrong", async () => {
  const { embedder, asked, ways } = threeWays([{}, {}]);
  const [first] = ways;
  if (first) first.instead = () => Promise.resolve({ vectors: [Float32Array.of(1, 2)] });
  await embedder.embed(["a"]);
  if (first) first.instead = undefined;
  expect((await embedder.embed(["a", "b"])).vectors).toEqual([vectorOf("a"), vectorOf("b")]);
  expect(asked()).toEqual([0, 0]);
  // Within one answer there is but one width.
  const mixed = [vectorOf("a"), Float32Array.of(1, 2)];
  if (first) first.instead = () => Promise.resolve({ vectors: mixed });
  expect((await embedder.embed(["a", "b"])).vectors).toEqual([vectorOf("a"), vectorOf("b")]);
  expect(asked()).toEqual([0, 1]);
});

test("an abort ends the call at once, and is nobody's failure", async () => {
  const { embedder, asked, ways, warnings } = threeWays([{}, {}]);
  const [first] = ways;
  if (first) first.hold = new Promise(() => undefined);
  const controller = new AbortController();
  const reason = new Error("enough");
  const call = embedder.embed(["a"], { signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
  await expect(embedder.embed(["a"], { signal: controller.signal })).rejects.toBe(reason);
  expect(warnings).toEqual([]);
  expect(asked()).toEqual([0]);
});

test("one that a memory gives up for want of an answer rests, and a time limit of the caller lets nobody rest", async () => {
  const { embedder, asked, ways, warnings } = threeWays([{}, {}]);
  const [first] = ways;
  if (first) first.hold = new Promise(() => undefined);
  const late = new DOMException("too late", "TimeoutError");
  const controller = new AbortController();
  const call = embedder.embed(["a"], { signal: controller.signal });
  controller.abort(late);
  await expect(call).rejects.toBe(late);
  expect(warnings).toEqual([]);
  expect(asked()).toEqual([0]);
  const timers = new VirtualTimers(new Date("2026-03-01T12:00:00Z"));
  const { memory } = testMemory({ embedder, schedule: timers.schedule, retryEmbedding: false });
  const written = memory.remember("a");
  while (asked().length === 0) await setImmediate();
  timers.runNext();
  expect((await written).status).toBe("queued");
  expect(warnings).toHaveLength(1);
  asked();
  await embedder.embed(["a"]);
  expect(asked()).toEqual([1]);
});

test("its limits are the smallest, and what it says of vectors holds for all", () => {
  const profile = { unrelated: 0, related: 1 };
  const { embedder } = threeWays([
    { maxBatchSize: 2_048, maxConcurrency: 8, normalized: true, profile: undefined },
    { maxBatchTokens: 500, normalized: true, dimensions: 3, profile },
  ]);
  expect(embedder).toMatchObject({
    id: "test/counting@3",
    dimensions: 3,
    maxBatchSize: 64,
    maxBatchTokens: 500,
    maxConcurrency: 4,
    normalized: true,
    profile,
  });
  const plain = threeWays([{ normalized: true }, {}]).embedder;
  expect(plain).toMatchObject({ normalized: false });
  expect([plain.maxBatchSize, plain.maxBatchTokens, plain.maxConcurrency]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("forgetting and closing reach all, also when one fails", async () => {
  const { embedder, ways } = threeWays([
    {
      forget: () => Promise.reject(DOWN),
      close: () => {
        throw DOWN;
      },
    },
    { forget: undefined as never },
    {},
  ]);
  await expect(embedder.forget?.(["a"])).rejects.toBe(DOWN);
  expect(ways[2]?.forgotten).toEqual(["a"]);
  await expect(embedder.close?.()).rejects.toBe(DOWN);
  expect(ways.map(({ closed }) => closed)).toEqual([0, 1, 1]);
  expect((await rejection(() => embedder.embed(["a"]))).code).toBe("closed");
  const plain = { id: "x", embed: () => Promise.resolve({ vectors: [] }) };
  expect(fallbackEmbedder([plain])).toMatchObject({ forget: undefined });
});

test.each([
  [[], {}, "embedders must be a list of at least one embedder, got a list of 0"],
  [{ 0: 1 }, {}, "embedders must be a list"],
  [[{ id: "a" }], {}, "embedders[0].embed must be a function"],
  [[countingEmbedder(), countingEmbedder({ id: "b" })], {}, "embedders[1].id must be that of"],
  [
    [countingEmbedder({ dimensions: 3 }), countingEmbedder(), countingEmbedder({ dimensions: 4 })],
    {},
    "embedders[2].dimensions must be as of the others, 3, got 4",
  ],
  [[countingEmbedder()], { restMs: -1 }, "options.restMs must be a finite number at least 0"],
  [[countingEmbedder()], { clock: 5 }, "options.clock must be a function"],
  [[countingEmbedder()], { rest: 5 }, 'options has no option "rest"'],
])("%# wrong arguments are refused by name", async (embedders, options, message) => {
  const error = await rejection(() => fallbackEmbedder(embedders as never, options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(message);
});
