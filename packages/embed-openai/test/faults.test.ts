import { describe, expect, test } from "vitest";

import { failureOf } from "./support/failure-of.js";
import { FAULT_NAMES } from "./support/faults.js";
import type { FaultName } from "./support/faults.js";
import { playedEmbedder } from "./support/played-embedder.js";
import { expectVectors } from "./support/same-vectors.js";
import { openai } from "./support/servers/openai.js";
import { faultsInTurn, startServer } from "./support/start-server.js";
import { stoppingBody } from "./support/stopping-fetch.js";

const TEXTS = ["one", "two", "three", "four"];

/** Faults that cost no further request. */
const HARMLESS: ReadonlySet<FaultName> = new Set([
  "shuffled",
  "no index",
  "slow body",
  "base64 in any case",
  "floats in any case",
]);
/** Faults that are answered by two halves. */
const TOO_LARGE: ReadonlySet<FaultName> = new Set(["413", "too many tokens"]);

describe("One fault ends in the right vectors", () => {
  test.each(FAULT_NAMES)("%s", async (fault) => {
    const server = await startServer(openai, faultsInTurn(fault));
    const { embedder, time } = playedEmbedder(server);
    expectVectors(await embedder.embed(TEXTS), TEXTS, 8);
    const further = TOO_LARGE.has(fault) ? 2 : HARMLESS.has(fault) ? 0 : 1;
    expect(server.requests).toHaveLength(1 + further);
    expect(server.refused()).toBe(0);
    expect(time.pending()).toBe(0);
  });
});

describe("A fault that stays ends in the right error", () => {
  const staying = FAULT_NAMES.filter((name) => !HARMLESS.has(name));
  test.each(staying)("%s", async (fault) => {
    const server = await startServer(openai, () => fault);
    const { embedder, time } = playedEmbedder(server);
    const isTooLarge = TOO_LARGE.has(fault);
    const texts = isTooLarge ? TEXTS.map((text) => `${text} `.repeat(40)) : TEXTS;
    const error = await failureOf(embedder.embed(texts));
    expect(error.code).toBe(isTooLarge ? "invalid-input" : "embedder-failed");
    expect(error.retryable).toBe(!isTooLarge);
    expect(error.message).toMatch(isTooLarge ? /texts\[0\]/u : /4 requests failed/u);
    expect(error.cause).toBeUndefined();
    // Halves of halves, and no more: 4 texts, 2 texts, 1 text.
    expect(server.requests).toHaveLength(isTooLarge ? 3 : 4);
    expect(time.pending()).toBe(0);
  });
});

test("a server that finds a short text too large is asked again, and is to blame", async () => {
  const server = await startServer(openai, faultsInTurn("413", "413"));
  const { embedder } = playedEmbedder(server);
  expectVectors(await embedder.embed(["one"]), ["one"], 8);
  expect(server.requests).toHaveLength(3);
  const always = await startServer(openai, () => "413");
  const { embedder: other } = playedEmbedder(always);
  const error = await failureOf(other.embed(TEXTS));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: true });
  expect(error.message).toContain("answered 413");
  // 4, 2 and 1 texts; the last is tried again three times.
  expect(always.requests).toHaveLength(6);
});

test("only what is missing is asked for again", async () => {
  const server = await startServer(openai, faultsInTurn("missing items", "zeros"));
  const { embedder } = playedEmbedder(server);
  const result = await embedder.embed(TEXTS);
  expectVectors(result, TEXTS, 8);
  expect(server.requests.map(({ body }) => body.input)).toEqual([
    ["one", "two", "three", "four"],
    ["three", "four"],
    ["four"],
  ]);
  // 4 + 2 + 1, as the server counts.
  expect(result.tokens).toBe(7);
});

test("waits grow, with half of each by chance", async () => {
  const server = await startServer(openai, () => "503");
  const { embedder, time } = playedEmbedder(server, { maxRetries: 6 });
  await failureOf(embedder.embed(["one"]));
  expect(time.waits).toEqual([375, 750, 1_500, 3_000, 6_000, 6_000]);
});

test("a server says how long to wait: in milliseconds, in seconds, or until when", async () => {
  const server = await startServer(openai, (_request, befallen) => {
    const [header, value] = headers.shift() ?? [];
    if (header === undefined || value === undefined) return undefined;
    befallen()
      .response.writeHead(429, { [header]: value })
      .end();
    return "answered";
  });
  const headers = [
    ["retry-after-ms", "1234"],
    ["retry-after", "3"],
    ["retry-after", "Sun, 22 Nov 2026 10:00:05 GMT"],
    ["retry-after", "soon"],
  ];
  const now = new Date("2026-11-22T10:00:00Z");
  const { embedder, time } = playedEmbedder(server, { clock: () => now, maxRetries: 4 });
  await embedder.embed(["one"]);
  // An unreadable value is answered by the wait of the fourth failure.
  expect(time.waits).toEqual([1_234, 3_000, 5_000, 3_000]);
});

test("a server that asks for more than maxRetryAfterMs is left alone, and the error says how long", async () => {
  const server = await startServer(openai, (_request, befallen) => {
    befallen().response.writeHead(429, { "retry-after": "60" }).end();
    return "answered";
  });
  const { embedder, time } = playedEmbedder(server);
  const error = await failureOf(embedder.embed(["one"]));
  expect(error).toMatchObject({
    code: "embedder-failed",
    retryable: true,
    details: { retryAfterMs: 60_000 },
  });
  expect(server.requests).toHaveLength(1);
  expect(time.waits).toEqual([]);
});

test("a storm of failures is bounded: each request is tried again maxRetries times, in all its parts", async () => {
  const server = await startServer(openai, (request) =>
    request.body.input.length > 2 ? "413" : "503",
  );
  const { embedder } = playedEmbedder(server, { maxRetries: 2 });
  await failureOf(embedder.embed(Array.from({ length: 16 }, (_, index) => `text ${index}`)));
  // 16, 8 and 4 texts are too many; 2 are tried three times.
  expect(server.requests).toHaveLength(6);
});

test("the parts of a request that was halved share its tries", async () => {
  const server = await startServer(openai, faultsInTurn("503", "413", "503", "503"));
  const { embedder } = playedEmbedder(server, { maxRetries: 2 });
  const error = await failureOf(embedder.embed(TEXTS));
  expect(error.message).toContain("3 requests failed");
  expect(server.requests).toHaveLength(4);
});

test("after a failure the other batches of a call are called off", async () => {
  const server = await startServer(openai, ({ body }, befallen) => {
    if (!body.input.includes("text 0")) return undefined;
    befallen().response.writeHead(401, { "content-type": "application/json" }).end("{}");
    return "answered";
  });
  const { embedder } = playedEmbedder(server, { maxBatchSize: 1, maxConcurrency: 2 });
  const many = Array.from({ length: 500 }, (_, index) => `text ${index}`);
  const error = await failureOf(embedder.embed(many));
  expect(error.message).toContain("401");
  // Calls after it, so that those called off would have had the time to come.
  for (let call = 0; call < 30; call += 1) await embedder.embed(["last"]);
  const others = server.requests.filter(({ body }) => !body.input.includes("last"));
  expect(others.length).toBeLessThanOrEqual(4);
});

test("a slow body that is not whole in time is given up and asked for again", async () => {
  const server = await startServer(openai, (_request, befallen) => {
    if (server.requests.length > 1) return undefined;
    const { response, text } = befallen();
    response.writeHead(200, { "content-type": "application/json" });
    response.write(text.slice(0, 20));
    return "answered";
  });
  let begun = 0;
  const { embedder, time } = playedEmbedder(server, {
    fetch: stoppingBody(() => {
      begun += 1;
      if (begun === 1) time.expire();
    }),
  });
  expectVectors(await embedder.embed(TEXTS), TEXTS, 8);
  expect(server.requests).toHaveLength(2);
  expect(time.pending()).toBe(0);
});

test("a server that ignores the width is told so, however many texts there are", async () => {
  const server = await startServer({ ...openai, width: () => 3_072, isBase64: () => false });
  const { embedder } = playedEmbedder(server, {
    model: "text-embedding-3-large",
    maxBatchSize: 64,
    maxRetries: 0,
  });
  const many = Array.from({ length: 64 }, (_, index) => `text ${index}`);
  const error = await failureOf(embedder.embed(many));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: true });
  expect(error.message).toContain("a vector of width 3072 instead of 8");
  expect(server.requests).toHaveLength(1);
});

test("an answer with a place that no text has is not trusted in any of its places", async () => {
  const server = await startServer(openai, () => "one item too many");
  const { embedder } = playedEmbedder(server, { maxRetries: 0 });
  const error = await failureOf(embedder.embed(["one", "two"]));
  expect(error.message).toContain("answered vectors for texts that it was not sent (3 for 2)");
});

test("base64 that is nothing but padding does not block the thread", async () => {
  const server = await startServer(openai, (_request, befallen) => {
    const { answer, items } = befallen();
    // A search for padding that begins anew at each sign takes minutes for this.
    answer(items.map((item) => ({ ...item, embedding: `${"=".repeat(300_000)}A` })));
    return "answered";
  });
  const { embedder } = playedEmbedder(server, { maxRetries: 0 });
  const error = await failureOf(embedder.embed(["one"]));
  expect(error.message).toContain("a vector that is not base64");
});

test("a server that never answers ends in an error that names the timeout", async () => {
  const server = await startServer(openai, () => {
    time.expire();
    return "answered";
  });
  const { embedder, time } = playedEmbedder(server);
  const error = await failureOf(embedder.embed(TEXTS));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: true });
  expect(error.message).toContain("within 20000 ms");
  expect(server.requests).toHaveLength(4);
  expect(time.pending()).toBe(0);
});

test.each([
  [429, "insufficient_quota", "no quota"],
  [429, "billing_hard_limit_reached", "no quota"],
  [400, "something_else", "refused"],
  [401, "invalid_api_key", "check apiKey"],
  [402, "payment_required", "paid"],
  [403, "forbidden", "check apiKey"],
  [404, "model_not_found", "no model text-embedding-3-small"],
  [404, "not_found", "/v1"],
  [405, "method_not_allowed", "/v1"],
  [301, "moved", "redirects are not followed"],
  [307, "moved", "redirects are not followed"],
])("%d with %s is permanent: one request, and what to do", async (status, code, advice) => {
  const server = await startServer(openai, (_request, befallen) => {
    const headers = { "content-type": "application/json", location: "http://127.0.0.1:9/" };
    befallen()
      .response.writeHead(status, headers)
      .end(JSON.stringify({ error: { code } }));
    return "answered";
  });
  const { embedder } = playedEmbedder(server);
  const error = await failureOf(embedder.embed(TEXTS));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: false });
  expect(error.message).toContain(String(status));
  expect(error.message).toContain(`(${code})`);
  expect(error.message).toContain(advice);
  expect(server.requests).toHaveLength(1);
});

test("an answer that is larger than vectors can be is not read to its end", async () => {
  const server = await startServer(openai, (_request, befallen) => {
    const { response } = befallen();
    response.writeHead(200, { "content-type": "application/json" });
    const block = Buffer.alloc(65_536, 32);
    const pour = (): void => {
      while (!response.destroyed && response.write(block));
      sent = response.socket?.bytesWritten ?? sent;
      if (!response.destroyed) response.once("drain", pour);
    };
    pour();
    return "answered";
  });
  let sent = 0;
  const { embedder } = playedEmbedder(server);
  const error = await failureOf(embedder.embed(TEXTS));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: false });
  expect(error.message).toContain("more than the 1642496 bytes");
  expect(sent).toBeLessThan(20_000_000);
});
