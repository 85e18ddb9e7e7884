import { MemoryError } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { openaiEmbedder } from "../src/index.js";
import type { OpenAIEmbedderOptions } from "../src/index.js";

const model = "text-embedding-3-small";

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["no model", { model: undefined }, "model must be a string"],
  ["a blank model", { model: " " }, "model must be text"],
  ["an unknown option", { modle: "x" }, "modle"],
  ["an unknown provider", { provider: "acme" }, "provider must be one of openai, jina"],
  ["a compatible provider without URL", { provider: "compatible" }, "baseURL is needed"],
  ["a number as base URL", { baseURL: 7 }, "baseURL must be a URL"],
  ["a width of 0", { dimensions: 0 }, "dimensions must be"],
  ["half a width", { dimensions: 1.5 }, "dimensions must be"],
  ["more width than the model has", { dimensions: 2_000 }, "must be 1 to 1536, got 2000"],
  ["an unknown encoding", { encoding: "int8" }, "encoding must be one of"],
  ["an empty batch", { maxBatchSize: 0 }, "maxBatchSize must be"],
  ["a batch over the limit", { maxBatchSize: 2_049 }, "at most 2048"],
  ["a batch of no tokens", { maxBatchTokens: 0 }, "maxBatchTokens must be"],
  ["a text of no tokens", { maxInputTokens: 0 }, "maxInputTokens must be"],
  ["a count that is none", { countTokens: 1 }, "countTokens must be a function"],
  ["truncate as a word", { truncate: "END" }, "truncate must be true or false"],
  ["a fetch that is none", { fetch: "x" }, "fetch must be a function"],
  ["retries without end", { maxRetries: Infinity }, "maxRetries must be"],
  ["a wait without end", { maxRetryAfterMs: Infinity }, "maxRetryAfterMs must be"],
  ["no time", { timeoutMs: 0 }, "timeoutMs must be"],
  ["no concurrency", { maxConcurrency: 0 }, "maxConcurrency must be"],
  ["an empty id", { id: "" }, "id must be"],
  ["a prefix for nothing", { prefix: { passage: "x" } }, "passage"],
  ["a prefix that is no text", { prefix: { query: 1 } }, "prefix.query must be"],
  ["fields for nothing", { body: { passage: {} } }, "passage"],
  ["fields that are none", { body: { query: "x" } }, "body.query must be an object"],
  ["a model in the fields", { body: { always: { model: "x" } } }, "body.always must be"],
  ["an input in the fields", { body: { query: { input: "x" } } }, "body.query must be"],
  ["fields that are no JSON", { body: { always: { n: 1n } } }, "JSON"],
  ["a function in the fields", { body: { always: { deep: { f() {} } } } }, "JSON"],
  ["a header twice", { headers: { "X-A": "1", "x-a": "2" } }, "headers has x-a twice"],
  ["late chunking", { body: { always: { late_chunking: true } } }, "late_chunking must be false"],
  ["a profile upside down", { profile: { unrelated: 0.5, related: 0.1 } }, "profile.related"],
  ["normalized as a word", { normalized: "yes" }, "normalized must be"],
  ["a clock that is none", { clock: new Date() }, "clock must be a function"],
  ["a symbol in the fields", { body: { always: { at: Symbol("x") } } }, "JSON"],
  ["headers as a list", { headers: [] }, "headers must be an object"],
])("%s is refused by name", (_name, wrong, named) => {
  const options = { model, ...wrong } as OpenAIEmbedderOptions;
  const create = (): unknown => openaiEmbedder(options);
  expect(create).toThrow(MemoryError);
  expect(create).toThrow(named);
});

test("no options at all are refused", () => {
  const create = openaiEmbedder as (options?: unknown) => unknown;
  expect(() => create()).toThrow("openaiEmbedder must be an object");
});

describe("A model of another company or of nobody", () => {
  test("is not sent to OpenAI", () => {
    expect(() => openaiEmbedder({ model: "voyage-3.5" })).toThrow('provider: "voyage"');
    expect(() => openaiEmbedder({ model: "bge-m3" })).toThrow("say which server has it");
  });

  test.each(["qwen3-embedding", "voyage-law-2", "snowflake-arctic-embed", "text-embedding-4"])(
    "is not sent to OpenAI where nothing is known of it: %s",
    (name) => {
      expect(() => openaiEmbedder({ model: name })).toThrow(`${name} is no`);
      expect(openaiEmbedder({ model: name, provider: "openai" }).maxBatchSize).toBe(256);
    },
  );

  test("goes where the options say", () => {
    expect(openaiEmbedder({ model: "bge-m3", provider: "ollama" }).dimensions).toBe(1_024);
    const baseURL = "http://127.0.0.1:1/v1";
    expect(openaiEmbedder({ model: "voyage-3.5", baseURL }).dimensions).toBe(1_024);
  });
});

describe("A preset", () => {
  test.each([
    ["text-embedding-3-large", 3_072],
    ["Nomic-AI/nomic-embed-text-v1.5", 768],
    ["nomic-embed-text:latest", 768],
    ["text-embedding-nomic-embed-text-v1.5@q4_k_m", 768],
    ["intfloat/multilingual-e5-base", 768],
    ["qwen3-embedding:0.6b", 1_024],
    ["Qwen/Qwen3-Embedding-8B", 4_096],
    ["embeddinggemma", 768],
    ["a-model-of-my-own", undefined],
    ["qwen3-embedding:2b", undefined],
    ["qwen3-embedding", undefined],
    ["codestral-embed", 1_536],
  ])("is found for %s", (name, width) => {
    const baseURL = "http://127.0.0.1:1/v1";
    expect(openaiEmbedder({ model: name, baseURL }).dimensions).toBe(width);
  });

  test("says what core needs to know", () => {
    const embedder = openaiEmbedder({ model });
    expect(embedder).toMatchObject({
      id: "text-embedding-3-small#1536",
      dimensions: 1_536,
      maxBatchSize: 256,
      // A tenth less than OpenAI's limit: tokens are estimated.
      maxBatchTokens: 270_000,
      maxConcurrency: 4,
      normalized: true,
    });
    const counted = openaiEmbedder({ model, countTokens: (text) => text.length });
    expect(counted.maxBatchTokens).toBe(300_000);
    expect(openaiEmbedder({ model: "voyage-4", provider: "voyage" }).maxBatchTokens).toBe(288_000);
  });

  test("says of length 1 only what is known: at the model's own width", () => {
    expect(openaiEmbedder({ model, dimensions: 1_536 }).normalized).toBe(true);
    expect(openaiEmbedder({ model, dimensions: 512 }).normalized).toBeUndefined();
  });

  test("gives a prefix to a model whose size only the server knows, and widths of any size", () => {
    const baseURL = "http://127.0.0.1:1/v1";
    const embedder = openaiEmbedder({ model: "qwen3-embedding", baseURL, dimensions: 2_000 });
    expect(embedder.id).toMatch(/^qwen3-embedding#2000\+/u);
    const tooWide = { model: "qwen3-embedding", baseURL, dimensions: 5_000 };
    expect(() => openaiEmbedder(tooWide)).toThrow("must be 32 to 4096");
  });

  test("sends the texts of an unknown server in batches that any server takes", () => {
    expect(openaiEmbedder({ model, baseURL: "http://127.0.0.1:1/v1" }).maxBatchSize).toBe(32);
  });

  test("is overridden by every option", () => {
    const profile = { unrelated: 0.1, related: 0.5 };
    const embedder = openaiEmbedder({
      model,
      id: "mine",
      dimensions: 64,
      maxBatchSize: 3,
      maxBatchTokens: 900,
      maxConcurrency: 2,
      normalized: false,
      profile,
    });
    expect(embedder).toMatchObject({
      id: "mine",
      dimensions: 64,
      maxBatchSize: 3,
      maxBatchTokens: 900,
      maxConcurrency: 2,
      normalized: false,
      profile,
    });
  });
});

/** The id of a model without preset. */
function idOf(options: Partial<OpenAIEmbedderOptions> = {}): string {
  const baseURL = "http://a.example/v1";
  return openaiEmbedder({ model: "my-model", baseURL, dimensions: 8, ...options }).id;
}

describe("The id", () => {
  const plain = "my-model#8";

  test.each<[string, Partial<OpenAIEmbedderOptions>]>([
    ["server", { baseURL: "http://b.example/v1" }],
    ["key", { apiKey: "sk-1" }],
    ["headers", { headers: { "x-a": "1" } }],
    ["encoding", { encoding: "base64" }],
    ["limits", { maxBatchSize: 1, maxBatchTokens: 1, maxInputTokens: 1, truncate: true }],
    ["provider", { provider: "vllm" }],
    ["another provider's words", { provider: "mistral" }],
    ["fields that change no vector", { body: { always: { user: "x", keep_alive: "5m" } } }],
    ["empty prefixes", { prefix: { query: "", document: "" } }],
  ])("does not depend on %s", (_name, options) => {
    expect(idOf(options)).toBe(plain);
  });

  test("depends on what changes vectors", () => {
    const ids = [
      idOf(),
      idOf({ model: "other" }),
      idOf({ dimensions: 9 }),
      idOf({ prefix: { query: "q: " } }),
      idOf({ prefix: { document: "q: " } }),
      idOf({ body: { query: { task: "a" } } }),
      idOf({ body: { document: { task: "a" } } }),
      idOf({ body: { always: { task: "a" } } }),
      idOf({ body: { always: { normalize: false } } }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(idOf({ prefix: { query: "q: " } })).toMatch(/^my-model#8\+[0-9a-f]{8}$/u);
  });

  test("does not depend on the order of fields", () => {
    const one = idOf({ body: { always: { a: 1, b: { c: 1, d: 2 } } } });
    expect(idOf({ body: { always: { b: { d: 2, c: 1 }, a: 1 } } })).toBe(one);
  });

  test("is the same with the model's own width given and left out", () => {
    const given = openaiEmbedder({ model, dimensions: 1_536 }).id;
    expect(given).toBe(openaiEmbedder({ model }).id);
  });
});

test("what the caller does to the options later changes nothing", () => {
  const body = { always: { nested: { task: "a" } } };
  const embedder = openaiEmbedder({ model: "m", baseURL: "http://a.example/v1", body });
  const { id } = embedder;
  body.always.nested.task = "b";
  expect(embedder.id).toBe(id);
});
