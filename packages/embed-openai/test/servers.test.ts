import { describe, expect, test } from "vitest";

import { openaiEmbedder } from "../src/index.js";
import type { OpenAIEmbedderOptions } from "../src/index.js";
import { ALL_SERVERS } from "./support/all-servers.js";
import { failureOf } from "./support/failure-of.js";
import { KEY } from "./support/played.js";
import { jina } from "./support/servers/jina.js";
import { mistral } from "./support/servers/mistral.js";
import { ollama } from "./support/servers/ollama.js";
import { openai } from "./support/servers/openai.js";
import { vllm } from "./support/servers/vllm.js";
import { voyage } from "./support/servers/voyage.js";
import { startServer } from "./support/start-server.js";
import { textVector } from "./support/text-vector.js";

const TEXTS = ["Ana lives in Lisbon", "猫", "🙂 half a pair: \u{d83d}"];

describe.each(ALL_SERVERS)("$name", ({ played, options, width, spoken }) => {
  test("gives the vectors of questions and of documents with nothing set but the model", async () => {
    const server = await startServer(played);
    const embedder = openaiEmbedder({ ...options, baseURL: server.baseURL });
    expect(embedder.dimensions).toBe(width);
    for (const purpose of ["query", "document"] as const) {
      const { vectors, tokens } = await embedder.embed(TEXTS, { purpose });
      const expected = TEXTS.map((text) => spoken(text.toWellFormed(), purpose));
      expect(vectors).toEqual(expected.map((text) => textVector(text, width)));
      expect(tokens).toBe(TEXTS.length);
    }
    expect(server.refused()).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test("a text that is too long for the model is refused by its place, and not quoted", async () => {
    const server = await startServer(played);
    const embedder = openaiEmbedder({ ...options, baseURL: server.baseURL });
    // One token for each sign, and few for the limit that is certain.
    const long = "canary;;".repeat(12_000);
    const error = await failureOf(embedder.embed(["short", "brief", long, "small"]));
    expect(error).toMatchObject({
      code: "invalid-input",
      retryable: false,
      details: { textIndex: 2 },
    });
    expect(error.message).toContain("texts[2]");
    expect(error.message).not.toContain("canary");
  });

  test("with truncate such a text gets the vector of its beginning", async () => {
    const server = await startServer(played);
    const embedder = openaiEmbedder({ ...options, baseURL: server.baseURL, truncate: true });
    const long = "🙂;;".repeat(24_000);
    const { vectors } = await embedder.embed(["short", long]);
    const sent = server.requests.findLast(
      ({ body }) =>
        body.input.at(-1)?.endsWith(";") === true || body.input.at(-1)?.endsWith("🙂") === true,
    );
    const cut = sent?.body.input.at(-1) ?? "";
    expect(cut.length).toBeGreaterThan(200);
    expect(cut.length).toBeLessThan(long.length);
    expect(cut.isWellFormed()).toBe(true);
    expect(vectors[1]).toEqual(
      textVector(played.spoken(cut, sent?.body ?? { model: "", input: [] }), width),
    );
    expect(server.requests.length).toBeLessThanOrEqual(12);
  });

  test("an unknown path ends in a message about baseURL", async () => {
    const server = await startServer(played);
    const embedder = openaiEmbedder({ ...options, baseURL: server.origin, maxRetries: 0 });
    const error = await failureOf(embedder.embed(["one"]));
    expect(error.code).toBe("embedder-failed");
    expect(error.message).toContain(`${server.origin}/embeddings answered`);
    expect(error.message).toContain("check that baseURL ends in /v1");
  });

  test("an empty text is refused without a request, unless a prefix fills it", async () => {
    const server = await startServer(played);
    const prefix = { query: "", document: "" };
    const embedder = openaiEmbedder({ ...options, baseURL: server.baseURL, prefix });
    const error = await failureOf(embedder.embed(["one", ""]));
    expect(error).toMatchObject({ code: "invalid-input", details: { textIndex: 1 } });
    expect(error.message).toContain("texts[1]");
    expect(server.requests).toHaveLength(0);
  });
});

test.each<[string, OpenAIEmbedderOptions, Readonly<Record<string, unknown>>]>([
  [
    "OpenAI",
    { provider: "openai", model: "text-embedding-3-large", dimensions: 256, apiKey: KEY },
    { dimensions: 256 },
  ],
  [
    "Jina",
    { provider: "jina", model: "jina-embeddings-v3", dimensions: 64, apiKey: KEY },
    { dimensions: 64 },
  ],
  [
    "Voyage",
    { provider: "voyage", model: "voyage-3.5", dimensions: 256, apiKey: KEY },
    { output_dimension: 256 },
  ],
  [
    "Mistral",
    { provider: "mistral", model: "codestral-embed", dimensions: 512, apiKey: KEY },
    { output_dimension: 512 },
  ],
  [
    "Ollama",
    { provider: "ollama", model: "nomic-embed-text", dimensions: 256 },
    { dimensions: 256 },
  ],
])("a smaller width is asked for in the words of %s", async (_name, options, fields) => {
  const servers = { openai, jina, voyage, mistral, ollama };
  const { provider } = options;
  const server = await startServer(servers[provider as keyof typeof servers]);
  const embedder = openaiEmbedder({ ...options, baseURL: server.baseURL });
  const { vectors } = await embedder.embed(["one"]);
  expect(vectors[0]).toHaveLength(options.dimensions ?? 0);
  expect(server.requests[0]?.body).toMatchObject(fields);
  expect(embedder.id).toContain(`${options.model}#${options.dimensions}`);
});

test("base64 is asked for where it is known to work, in the words of the server, and floats where that is refused", async () => {
  const old = await startServer(vllm);
  const model = "intfloat/multilingual-e5-small";
  const embedder = openaiEmbedder({ model, baseURL: old.baseURL, encoding: "base64" });
  await embedder.embed(["one"]);
  await embedder.embed(["two"]);
  const formats = old.requests.map(({ body }) => body["encoding_format"]);
  expect(formats).toEqual(["base64", "float", "float"]);

  const server = await startServer(jina);
  const asked = openaiEmbedder({
    provider: "jina",
    model: "jina-embeddings-v3",
    apiKey: KEY,
    baseURL: server.baseURL,
    encoding: "base64",
  });
  const { vectors } = await asked.embed(["one"]);
  expect(vectors).toEqual([textVector("retrieval.passage\none", 1_024)]);
  expect(server.requests[0]?.body["embedding_type"]).toBe("base64");
});

test("a server without a word for floats is not asked twice in the same way", async () => {
  const refusing = await startServer({
    ...mistral,
    refuse: () => ({ status: 400, body: { message: "encoding_format is wrong" } }),
  });
  const embedder = openaiEmbedder({
    provider: "mistral",
    model: "mistral-embed",
    apiKey: KEY,
    baseURL: refusing.baseURL,
    encoding: "base64",
  });
  await failureOf(embedder.embed(["one"]));
  const formats = refusing.requests.map(({ body }) => body["encoding_format"]);
  expect(formats).toEqual(["base64", undefined]);
});

test("fields of a company's preset go to its own kind of server alone", async () => {
  const server = await startServer({ ...ollama, refuse: () => undefined, width: () => 1_024 });
  for (const model of ["jina-embeddings-v3", "voyage-4"]) {
    const options = { provider: "ollama", model, baseURL: server.baseURL } as const;
    await openaiEmbedder(options).embed(["one"]);
  }
  const fields = server.requests.map(({ body }) => Object.keys(body).toSorted());
  const plain = ["encoding_format", "input", "model"];
  expect(fields).toEqual([plain, plain]);
});

test("parallel requests that are refused for their encoding all end in floats", async () => {
  const server = await startServer(vllm);
  const model = "intfloat/multilingual-e5-small";
  const embedder = openaiEmbedder({
    model,
    baseURL: server.baseURL,
    encoding: "base64",
    maxBatchSize: 1,
  });
  const texts = ["one", "two", "three", "four"];
  const { vectors } = await embedder.embed(texts);
  expect(vectors).toEqual(texts.map((text) => textVector(`passage: ${text}`, 384)));
  expect(server.requests).toHaveLength(8);
});

test("a model that takes no width says so in the message", async () => {
  const server = await startServer(vllm);
  const embedder = openaiEmbedder({
    model: "intfloat/multilingual-e5-small",
    baseURL: server.baseURL,
    body: { always: { dimensions: 128 } },
  });
  const error = await failureOf(embedder.embed(["one"]));
  expect(error.message).toContain("may have one width only; check dimensions");
});

test("a model that the server does not have is named, with what to do in Ollama", async () => {
  const server = await startServer(ollama);
  const { baseURL } = server;
  const embedder = openaiEmbedder({ provider: "ollama", model: "mxbai-embed-large", baseURL });
  const error = await failureOf(embedder.embed(["one"]));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: false });
  expect(error.message).toContain("no model mxbai-embed-large; try: ollama pull mxbai-embed-large");
});
