import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { context as contexts, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { MemoryOptions, MemoryRoot, Reranker, Tracer } from "../../../src/index.js";

beforeAll(() => {
  contexts.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterAll(() => {
  contexts.disable();
});

/**
 * A tracer of OpenTelemetry itself, and the spans that it has ended so far: those without a parent
 * among them first.
 */
function openTelemetry(): { readonly tracer: Tracer; take(): readonly ReadableSpan[] } {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return {
    tracer: provider.getTracer("test"),
    take() {
      const spans = exporter.getFinishedSpans().slice();
      exporter.reset();
      const ids = new Set(spans.map((span) => span.spanContext().spanId));
      const isRoot = (span: ReadableSpan): boolean =>
        !ids.has(span.parentSpanContext?.spanId ?? "");
      return [...spans.filter(isRoot), ...spans.filter((span) => !isRoot(span))];
    },
  };
}

/** A traced memory, and its spans. */
function traced(options: Partial<Omit<MemoryOptions, "plugins">> = {}): {
  readonly memory: MemoryRoot;
  readonly take: () => readonly ReadableSpan[];
  readonly tracer: Tracer;
} {
  const telemetry = openTelemetry();
  const { tracer } = telemetry;
  const { memory } = testMemory({ tracer, ...options });
  return { memory, tracer, take: () => telemetry.take() };
}

test("a write is an upsert_memory span, with the embedder's call as its child", async () => {
  const { memory, take } = traced();
  await memory.rememberAll(["tea", "coffee"]);
  const [operation, embedding, ...more] = take();
  expect(more).toEqual([]);
  expect(operation).toMatchObject({
    name: "upsert_memory",
    kind: SpanKind.INTERNAL,
    attributes: {
      "gen_ai.operation.name": "upsert_memory",
      "kioku.operation": "rememberAll",
      "gen_ai.memory.record.count": 2,
    },
    status: { code: SpanStatusCode.UNSET },
    parentSpanContext: undefined,
  });
  expect(embedding).toMatchObject({
    name: "embeddings test/words@32",
    kind: SpanKind.CLIENT,
    attributes: {
      "gen_ai.operation.name": "embeddings",
      "gen_ai.provider.name": "kioku",
      "gen_ai.request.model": "test/words@32",
      "gen_ai.embeddings.dimension.count": 32,
      "kioku.texts": 2,
    },
  });
  expect(embedding?.parentSpanContext?.spanId).toBe(operation?.spanContext().spanId);
  expect(embedding?.spanContext().traceId).toBe(operation?.spanContext().traceId);
});

test("spans are children of whatever is active, and calls at once keep their own children", async () => {
  const { memory, take, tracer } = traced();
  await tracer.startActiveSpan("request", { kind: 1, attributes: {} }, async (request) => {
    await Promise.all([memory.scope("a").remember("tea"), memory.scope("b").remember("milk")]);
    request.end();
  });
  const spans = take();
  const request = spans.find(({ name }) => name === "request");
  const operations = spans.filter(({ name }) => name === "upsert_memory");
  const embeddings = spans.filter(({ name }) => name.startsWith("embeddings"));
  expect(operations.map((span) => span.parentSpanContext?.spanId)).toEqual(
    Array.from({ length: 2 }, () => request?.spanContext().spanId),
  );
  expect(new Set(embeddings.map((span) => span.parentSpanContext?.spanId))).toEqual(
    new Set(operations.map((span) => span.spanContext().spanId)),
  );
});

const reverse: Reranker = {
  id: "test/reverse",
  rerank: async (_query, documents) =>
    documents.map((_, index) => ({ index: documents.length - 1 - index, score: index })),
};

test("a recall is a search_memory span over its query's embedding and its reranking", async () => {
  const { memory, take } = traced({ reranker: reverse });
  await memory.rememberAll(["green tea", "black tea"]);
  take();
  await memory.recall("tea");
  const [operation, ...children] = take();
  expect(operation).toMatchObject({
    name: "search_memory",
    attributes: { "kioku.operation": "recall", "gen_ai.memory.record.count": 2 },
  });
  expect(children.map(({ name, kind }) => [name, kind])).toEqual([
    ["embeddings test/words@32", SpanKind.CLIENT],
    ["rerank test/reverse", SpanKind.CLIENT],
  ]);
  expect(children[1]?.attributes).toMatchObject({
    "gen_ai.request.model": "test/reverse",
    "kioku.texts": 2,
  });
  for (const child of children) {
    expect(child.parentSpanContext?.spanId).toBe(operation?.spanContext().spanId);
  }
});

test("each verb has the name that the conventions give it", async () => {
  const { memory, take } = traced();
  const named = async (call: () => Promise<unknown>): Promise<unknown[]> => {
    take();
    await call();
    const [span] = take();
    const { "gen_ai.operation.name": name, "kioku.operation": verb } = span?.attributes ?? {};
    expect(span?.name).toBe(name);
    return [verb, name];
  };
  const { id } = await memory.set("drink", "tea");
  const calls: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ["remember", "upsert_memory", () => memory.remember("x")],
    ["set", "upsert_memory", () => memory.set("drink", "milk")],
    ["update", "update_memory", () => memory.update(id, { importance: 1 })],
    ["markUsed", "update_memory", () => memory.markUsed(id)],
    ["recall", "search_memory", () => memory.recall("x")],
    ["context", "search_memory", () => memory.context("x")],
    ["surface", "search_memory", () => memory.surface()],
    ["get", "search_memory", () => memory.get("drink")],
    ["read", "search_memory", () => memory.read(id)],
    ["list", "search_memory", () => memory.list()],
    ["history", "search_memory", () => memory.history(id)],
    ["scopes", "list_memory_scopes", () => memory.scopes()],
    ["reindex", "reindex_memory", () => memory.reindex()],
    ["sweep", "sweep_memory", () => memory.sweep()],
    ["forget", "delete_memory", () => memory.forget(id)],
  ];
  for (const [verb, name, call] of calls) expect(await named(call)).toEqual([verb, name]);
});

test("an export is one span, whose children none of its reader's calls are", async () => {
  const { memory, take } = traced();
  await expect(
    (async () => {
      for await (const _ of memory.export()) await memory.list();
    })().catch(() => undefined),
  ).resolves.toBeUndefined();
  const spans = take();
  const span = spans.find(({ name }) => name === "export_memory");
  expect(span?.attributes["kioku.operation"]).toBe("export");
  for (const other of spans) expect(other.parentSpanContext).toBeUndefined();
});

test("a span names the one record that it is about, once it is known to be one", async () => {
  const { memory, take } = traced();
  const idOf = async (call: () => Promise<unknown>): Promise<unknown> => {
    take();
    await call();
    return take()[0]?.attributes["gen_ai.memory.record.id"];
  };
  const { id } = await memory.set("drink", "tea");
  expect(await idOf(() => memory.read(id))).toBe(id);
  expect(await idOf(() => memory.set("drink", "milk"))).toBe(id);
  expect(await idOf(() => memory.update(id, { importance: 1 }))).toBe(id);
  expect(await idOf(() => memory.history(id))).toBe(id);
  expect(await idOf(() => memory.markUsed(id))).toBe(id);
  expect(await idOf(() => memory.read("my secret is 42"))).toBeUndefined();
  expect(await idOf(() => memory.history("my secret is 42"))).toBeUndefined();
  expect(await idOf(() => memory.forget("my secret is 42"))).toBeUndefined();
  expect(await idOf(() => memory.forget({ key: "drink" }))).toBeUndefined();
  expect(await idOf(() => memory.rememberAll(["a", "b"]))).toBeUndefined();
  const remembered = await idOf(() => memory.remember("c"));
  expect((await memory.read(String(remembered)))?.content).toBe("c");
  expect(await idOf(() => memory.forget(String(remembered)))).toBe(remembered);
});

test("a failure is a status and a word, without a message that could quote anything", async () => {
  const { memory, take } = traced();
  await rejection(() => memory.recall({ query: "x", mode: "my secret" as never }));
  await expect(memory.list({}, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
  const spans = take();
  expect(spans.map(({ status, attributes }) => [status, attributes["error.type"]])).toEqual([
    [{ code: SpanStatusCode.ERROR }, "invalid-input"],
    [{ code: SpanStatusCode.ERROR }, "aborted"],
  ]);
  expect(spans.flatMap(({ events }) => events)).toEqual([]);
});

test("an embedder that fails is an error of its own span, and not of the write that went on", async () => {
  const { memory, take } = traced({ embedder: { ...wordEmbedder(), embed: fail } });
  expect((await memory.remember("tea")).status).toBe("queued");
  const [operation, embedding] = take();
  expect([operation?.status.code, operation?.attributes["error.type"]]).toEqual([
    SpanStatusCode.UNSET,
    undefined,
  ]);
  expect([embedding?.status, embedding?.attributes["error.type"]]).toEqual([
    { code: SpanStatusCode.ERROR },
    "_OTHER",
  ]);
});

/** All that a collector would be sent of some spans. */
function shown(spans: readonly ReadableSpan[]): string {
  return JSON.stringify(
    spans.map(({ name, attributes, status, events }) => [name, attributes, status, events]),
  );
}

async function useWithSecrets(memory: MemoryRoot): Promise<void> {
  const user = memory.scope("tenant-secret", "ann-secret");
  const who = { actor: "actor-secret", cause: "cause-secret" };
  const { id } = await user.set("key-secret", { value: "value-secret" }, who);
  await user.remember(
    { content: "content-secret", metadata: { a: "metadata-secret" }, thread: "thread-secret" },
    who,
  );
  await user.recall({ query: "query-secret", filter: { a: "filter-secret" } });
  await user.context("query-secret");
  await user.get("key-secret");
  await rejection(() => user.update("id-secret", { content: "patch-secret" }));
  await rejection(() => user.recall({ query: "x", limit: "limit-secret" as never }));
  await user.forget({ key: "key-secret" }, who);
  await user.forget(id);
}

test("no span holds text of memories, queries, keys, actors or scopes", async () => {
  const { memory, take } = traced({ reranker: reverse });
  await useWithSecrets(memory);
  const spans = take();
  expect(spans.length).toBeGreaterThan(10);
  expect(shown(spans)).not.toContain("secret");
});

test("with traceScope, spans name the scope, and still nothing else", async () => {
  const { memory, take } = traced({ reranker: reverse, traceScope: true });
  await useWithSecrets(memory);
  const spans = take();
  const scope = JSON.stringify(["tenant-secret", "ann-secret"]);
  const operations = spans.filter(({ attributes }) => attributes["kioku.operation"]);
  expect(operations.map(({ attributes }) => attributes["gen_ai.memory.store.id"])).toEqual(
    operations.map(() => scope),
  );
  expect(shown(spans).replaceAll(JSON.stringify(scope).slice(1, -1), "")).not.toContain("secret");
});

const broken: readonly (readonly [string, Tracer["startActiveSpan"]])[] = [
  [
    "throws at once",
    () => {
      throw new Error("broken");
    },
  ],
  ["never calls what it is given", () => undefined as never],
  ["gives no span", (_name, _options, run) => run(undefined as never)],
  [
    "calls twice what it is given",
    (_name, _options, run) => {
      run(brokenSpan());
      return run(brokenSpan());
    },
  ],
  [
    "throws after it has called",
    (_name, _options, run) => {
      run(brokenSpan());
      throw new Error("broken");
    },
  ],
  ["gives spans that throw", (_name, _options, run) => run(brokenSpan())],
];

function fail(): never {
  throw new Error("broken, with my secret");
}

function brokenSpan(): Parameters<Parameters<Tracer["startActiveSpan"]>[2]>[0] {
  return { setAttributes: fail, setStatus: fail, end: fail };
}

test.each(broken)(
  "a tracer that %s changes nothing, and the logger is told at most",
  async (_, startActiveSpan) => {
    const logged: string[] = [];
    const logger = { warn: () => undefined, error: (message: string) => void logged.push(message) };
    const embedder = wordEmbedder();
    const { memory } = testMemory({
      tracer: { startActiveSpan },
      logger,
      embedder,
      reranker: reverse,
    });
    expect((await memory.remember("green tea")).status).toBe("stored");
    expect((await memory.remember("black tea")).status).toBe("stored");
    expect(embedder.calls).toHaveLength(2);
    expect(await memory.recall("tea")).toHaveLength(2);
    expect((await rejection(() => memory.recall(""))).code).toBe("invalid-input");
    expect(new Set(logged).size).toBeLessThanOrEqual(1);
    for (const message of logged) expect(message).toBe("the tracer threw");
  },
);

test("an embedder behind a tracer keeps its own members, also such as change or are private", async () => {
  class Counting {
    readonly id = "test/counting@2";
    #calls = 0;
    closed = false;
    get dimensions(): number {
      return this.#calls >= 0 ? 2 : 0;
    }
    async embed(texts: readonly string[]): Promise<{ vectors: Float32Array[]; tokens: number }> {
      this.#calls += 1;
      return { vectors: texts.map(() => new Float32Array([1, this.#calls])), tokens: 7 };
    }
    async close(): Promise<void> {
      this.closed = this.#calls > 0;
    }
  }
  const embedder = new Counting();
  const { memory, take } = traced({ embedder });
  expect((await memory.remember("tea")).status).toBe("stored");
  expect(take()[1]?.attributes).toMatchObject({
    "gen_ai.embeddings.dimension.count": 2,
    "gen_ai.usage.input_tokens": 7,
  });
  await memory.close();
  expect(embedder.closed).toBe(true);
});

test("what an embedder answers that is nothing is still reported as such", async () => {
  const { memory, take } = traced({
    embedder: { id: "test/none", embed: async () => undefined as never },
  });
  expect((await memory.remember("tea")).status).toBe("queued");
  expect(take()).toHaveLength(2);
});

test.each([
  ["tracer", { tracer: {} }, /tracer\.startActiveSpan must be a function/],
  ["traceScope", { traceScope: "yes" }, /traceScope must be true or false/],
])("a wrong %s is refused at once", async (_, options, message) => {
  const error = await rejection(() => testMemory(options as never));
  expect([error.code, message.test(error.message)]).toEqual(["invalid-input", true]);
});
