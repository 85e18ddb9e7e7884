import { setImmediate } from "node:timers/promises";

import { estimateTokens } from "@kioku/core/toolkit";
import { describe, expect, test } from "vitest";

import { failureOf } from "./support/failure-of.js";
import type { Befallen } from "./support/faults.js";
import { playedEmbedder } from "./support/played-embedder.js";
import type { PlayedBody } from "./support/played.js";
import { expectVectors } from "./support/same-vectors.js";
import { serverTokens } from "./support/server-tokens.js";
import { openai } from "./support/servers/openai.js";
import { startServer } from "./support/start-server.js";

async function afterTurns(turns: number, task: () => void): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  task();
}

function wideIfOdd({ input }: PlayedBody): number {
  return input.includes("odd") ? 9 : 8;
}

const word = (index: number): string => `word${index}`;
const texts = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => word(i));

test("requests have at most maxBatchSize texts", async () => {
  const server = await startServer(openai);
  const { embedder } = playedEmbedder(server, { provider: "openai", maxBatchSize: 2_048 });
  expectVectors(await embedder.embed(texts(5_000)), texts(5_000), 8);
  const sizes = server.requests.map(({ body }) => body.input.length);
  expect(sizes.toSorted((a, b) => a - b)).toEqual([904, 2_048, 2_048]);
});

test("requests have at most 300,000 tokens at OpenAI, however the texts are", async () => {
  const server = await startServer(openai);
  const { embedder } = playedEmbedder(server, { provider: "openai", maxBatchSize: 2_048 });
  const long = Array.from(
    { length: 120 },
    (_, index) => `${index} ${"some word of it ".repeat(1_900)}`,
  );
  const { vectors } = await embedder.embed(long);
  expect(vectors).toHaveLength(120);
  expect(server.refused()).toBe(0);
  const tokens = server.requests.map(({ body }) =>
    body.input.reduce((sum, text) => sum + estimateTokens(text), 0),
  );
  expect(Math.max(...tokens)).toBeLessThanOrEqual(270_000);
  expect(server.requests.length).toBeLessThanOrEqual(5);
});

test("a batch that has more tokens than estimated is halved until it fits", async () => {
  const server = await startServer(openai);
  // An estimate that is far too low, as for a script that it does not know.
  const { embedder } = playedEmbedder(server, { countTokens: () => 1, maxBatchSize: 64 });
  const dense = Array.from({ length: 64 }, (_, index) => `${index}${";".repeat(8_000)}`);
  const { vectors } = await embedder.embed(dense);
  expect(vectors).toHaveLength(64);
  // 64 are too many, 32 fit.
  expect(server.requests.map(({ body }) => body.input.length)).toEqual([64, 32, 32]);
});

describe("A text over the limit", () => {
  const long = "canary; ".repeat(9_000);

  test("is refused before any request if it is over in any case", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server);
    const error = await failureOf(embedder.embed(["one", long]));
    expect(error).toMatchObject({
      code: "invalid-input",
      retryable: false,
      details: { textIndex: 1 },
    });
    expect(error.message).toContain("texts[1] has too many tokens");
    expect(error.message).not.toContain("canary");
    expect(server.requests).toHaveLength(0);
  });

  test("is left to the server if it may fit, and found by halving", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server);
    const unsure = "canary;".repeat(5_000);
    const error = await failureOf(embedder.embed(["a", "b", "c", unsure, "d"]));
    expect(error).toMatchObject({ code: "invalid-input", details: { textIndex: 3 } });
    expect(error.message).toContain("texts[3] has too many tokens");
    expect(error.message).not.toContain("canary");
    expect(server.requests.length).toBeLessThanOrEqual(5);
  });

  test.each([
    [0, 7],
    [63, 13],
  ])(
    "costs a chain of halves: as text %i of 64, %i requests, and the others one more without it",
    async (place, requests) => {
      const server = await startServer(openai);
      const { embedder } = playedEmbedder(server, { maxBatchSize: 64 });
      const many = texts(64).with(place, "canary;".repeat(5_000));
      const error = await failureOf(embedder.embed(many));
      expect(error).toMatchObject({ code: "invalid-input", details: { textIndex: place } });
      expect(server.requests).toHaveLength(requests);
      const others = many.toSpliced(place, 1);
      expectVectors(await embedder.embed(others), others, 8);
      expect(server.requests).toHaveLength(requests + 1);
    },
  );

  test("is refused by the count of the caller, exactly", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server, { countTokens: serverTokens, maxInputTokens: 3 });
    expectVectors(await embedder.embed(["a b c"]), ["a b c"], 8);
    const error = await failureOf(embedder.embed(["a b c d"]));
    expect(error.message).toContain(
      "texts[0] has too many tokens for the model (it has at least 4 of 3)",
    );
    expect(server.requests).toHaveLength(1);
  });

  test("that only looks long is not refused", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server, { maxInputTokens: 100 });
    const ruler = "=".repeat(10_000);
    expect(estimateTokens(ruler)).toBeGreaterThan(8_192);
    const accepting = await startServer({ ...openai, refuse: () => undefined });
    const { embedder: other } = playedEmbedder(accepting, { maxInputTokens: 100 });
    expectVectors(await other.embed([ruler]), [ruler], 8);
    expect((await failureOf(embedder.embed([ruler]))).message).toContain("the server answered 400");
  });

  test("is cut with truncate before any request if it is over in any case, at a whole character", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server, { truncate: true, maxInputTokens: 10 });
    await embedder.embed(["🙂".repeat(1_000)]);
    // An estimated token holds two of them.
    expect(server.requests.map(({ body }) => body.input)).toEqual([["🙂".repeat(20)]]);
  });

  test("is not cut with truncate if the server takes it, whatever is estimated", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server, { truncate: true });
    // A line break is a token to the estimate, and none to this server.
    const looksLong = "word\n".repeat(5_000);
    expect(estimateTokens(looksLong)).toBeGreaterThan(8_192);
    await embedder.embed([looksLong]);
    expect(server.requests.map(({ body }) => body.input)).toEqual([[looksLong]]);
  });

  test("is cut with truncate where the server refuses it, at the limit as it is estimated", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server, { truncate: true });
    const unsure = "word; ".repeat(5_000);
    await embedder.embed([unsure]);
    const sent = server.requests.map(({ body }) => body.input[0] ?? "");
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(unsure);
    expect(unsure.startsWith(sent[1] ?? "no text")).toBe(true);
    expect(serverTokens(sent[1] ?? "")).toBe(8_192);
  });

  test("is a matter of its own characters, not of its prefix", async () => {
    const server = await startServer(openai, () => "413");
    const prefix = { document: "passage ".repeat(20) };
    const { embedder } = playedEmbedder(server, { prefix });
    expect((await failureOf(embedder.embed(["short"]))).code).toBe("embedder-failed");
    expect((await failureOf(embedder.embed(["l".repeat(101)]))).code).toBe("invalid-input");
  });

  test("is cut further with truncate if the server still refuses it, with its prefix whole", async () => {
    const server = await startServer(openai);
    const prefix = { document: "passage: " };
    const { embedder } = playedEmbedder(server, { truncate: true, prefix, countTokens: () => 1 });
    const text = "🙂;".repeat(6_000);
    await embedder.embed(["one", text]);
    const sent = server.requests.at(-1)?.body.input[0] ?? "";
    expect(sent.startsWith("passage: 🙂;")).toBe(true);
    expect(sent.isWellFormed()).toBe(true);
    expect(serverTokens(sent)).toBeLessThanOrEqual(8_192);
    expect(serverTokens(sent)).toBeGreaterThan(5_000);
  });

  test("is not cut for ever", async () => {
    const server = await startServer(openai, () => "413");
    const { embedder } = playedEmbedder(server, { truncate: true });
    const error = await failureOf(embedder.embed(["some words ".repeat(500)]));
    expect(error.code).toBe("invalid-input");
    expect(server.requests).toHaveLength(9);
  });
});

test("core's batches are requests: the limits that core sees leave room for prefixes", async () => {
  const server = await startServer(openai);
  const { embedder } = playedEmbedder(server, {
    prefix: { query: "Find what answers this: ", document: "title: none | text: " },
    maxBatchSize: 10,
    maxBatchTokens: 400,
  });
  const { maxBatchTokens = 0 } = embedder;
  expect(maxBatchTokens).toBeLessThan(400);
  const full = Array.from({ length: 10 }, () => "word ".repeat(Math.floor(maxBatchTokens / 10)));
  await embedder.embed(full);
  expect(server.requests).toHaveLength(1);
});

test("requests of all calls together are at most maxConcurrency at once", async () => {
  const held: Befallen[] = [];
  const answerHeld = (): void => {
    for (const { answer, items } of held.splice(0)) answer(items);
  };
  const server = await startServer(openai, (_request, befallen) => {
    held.push(befallen());
    // None is answered before three have come, and a fourth would have had the time to come.
    if (held.length === 3) void afterTurns(50, answerHeld);
    return "answered";
  });
  const { embedder } = playedEmbedder(server, { maxConcurrency: 3, maxBatchSize: 2 });
  const calls = Array.from({ length: 6 }, () => embedder.embed(texts(9)));
  for (const result of await Promise.all(calls)) expectVectors(result, texts(9), 8);
  expect(server.mostAtOnce()).toBe(3);
});

test("widths that differ within a call are not mixed, also where the width is not known", async () => {
  const server = await startServer({ ...openai, refuse: () => undefined, width: wideIfOdd });
  const { embedder } = playedEmbedder(server, {
    model: "unknown",
    dimensions: undefined,
    maxBatchSize: 1,
    maxConcurrency: 1,
  });
  const error = await failureOf(embedder.embed(["even", "odd"]));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: true });
  expect(error.message).toContain("a vector of width 9 instead of 8");
  expectVectors(await embedder.embed(["even"]), ["even"], 8);
});

test("widths that differ in answers that come at the same time are not mixed either", async () => {
  const held: Befallen[] = [];
  const odd = { ...openai, refuse: () => undefined, width: wideIfOdd };
  const server = await startServer(odd, (_request, befallen) => {
    if (server.requests.length > 2) return undefined;
    held.push(befallen());
    if (held.length === 2) for (const { answer, items } of held) answer(items);
    return "answered";
  });
  const options = { model: "unknown", dimensions: undefined, maxBatchSize: 1 };
  const { embedder } = playedEmbedder(server, options);
  const error = await failureOf(embedder.embed(["even", "odd"]));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: true });
  expect(server.requests.length).toBeGreaterThanOrEqual(5);
});
