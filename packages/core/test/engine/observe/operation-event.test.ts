import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { afterEach, expect, test, vi } from "vitest";

import type { Engine } from "../../../src/engine/engine.js";
import { EventHub } from "../../../src/engine/event-hub.js";
import { observeExport } from "../../../src/engine/observe/observe.js";
import { MemoryError, inMemoryStore } from "../../../src/index.js";
import type { ExportLine, MemoryRoot, OperationEvent } from "../../../src/index.js";
import { safeLogger } from "../../../src/internal/async/notify.js";

/**
 * The events of all operations of a memory, as `[operation, count]`, or with the error in place of
 * the count.
 */
function operationsOf(memory: MemoryRoot): {
  readonly events: OperationEvent[];
  take(): unknown[];
} {
  const events: OperationEvent[] = [];
  memory.on("operation", (event) => events.push(event), { reach: "below" });
  return {
    events,
    take: () => events.splice(0).map(({ operation, count, error }) => [operation, error ?? count]),
  };
}

async function readAll(stream: AsyncIterable<ExportLine>): Promise<readonly ExportLine[]> {
  const read: ExportLine[] = [];
  for await (const line of stream) read.push(line);
  return read;
}

afterEach(() => {
  vi.useRealTimers();
});

test("every verb tells of itself once, with how many records it concerned", async () => {
  const { memory, clock } = testMemory();
  const operations = operationsOf(memory);
  const user = memory.scope("ann");
  const receipt = await user.remember("green tea");
  const id = receipt.status === "stored" ? receipt.record.id : "";
  expect(operations.take()).toEqual([["remember", 1]]);
  const calls: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    ["remember", 0, () => user.remember("green tea")],
    ["rememberAll", 2, () => user.rememberAll(["black tea", "green tea", "coffee"])],
    ["set", 1, () => user.set("drink", "tea")],
    ["get", 1, () => user.get("drink")],
    ["get", 0, () => user.get("food")],
    ["read", 1, () => user.read(id)],
    ["read", 0, () => user.read("nobody")],
    ["update", 1, () => user.update(id, { importance: 0.9 })],
    ["history", 2, () => user.history(id)],
    ["recall", 3, () => user.recall({ query: "tea", mode: "keyword" })],
    ["context", 1, () => user.context({ query: "coffee", mode: "keyword" })],
    ["surface", 2, () => user.surface({ limit: 2 })],
    ["list", 3, () => user.list({ limit: 3 })],
    ["scopes", 1, () => memory.scopes()],
    ["markUsed", 1, () => user.markUsed([id, "nobody"])],
    ["reindex", 0, () => memory.reindex()],
    ["forget", 1, () => user.forget(id)],
    ["forget", 0, () => user.forget(id)],
    [
      "sweep",
      1,
      async () => {
        await user.remember({ content: "soon gone", ttlMs: 1 });
        operations.take();
        clock.now = new Date(clock.now.getTime() + 10);
        await memory.sweep();
      },
    ],
  ];
  for (const [operation, count, call] of calls) {
    await call();
    expect(operations.take()).toEqual([[operation, count]]);
  }
});

test.each<readonly [string, (memory: MemoryRoot) => Promise<unknown>]>([
  ["spaces", (memory) => memory.spaces()],
  ["dropSpace", (memory) => memory.dropSpace("nothing")],
  ["erase", (memory) => memory.erase("nobody")],
  ["import", (memory) => memory.import([])],
  ["export", (memory) => readAll(memory.export())],
])("%s tells of itself once, whether it goes well or not", async (operation, call) => {
  const { memory } = testMemory();
  const { events } = operationsOf(memory);
  const [outcome] = await Promise.allSettled([call(memory)]);
  expect(events).toMatchObject([{ operation, scope: [] }]);
  expect(events[0]?.error === undefined).toBe(outcome.status === "fulfilled");
});

test("each event has the scope of its call", async () => {
  const { memory } = testMemory();
  const { events } = operationsOf(memory);
  const here: string[] = [];
  memory.scope("a").on("operation", ({ operation }) => here.push(operation));
  await memory.scope("a").remember("x");
  await memory.scope("a", "b").recall("x");
  await memory.list();
  expect(events.map(({ scope }) => scope)).toEqual([["a"], ["a", "b"], []]);
  expect(here).toEqual(["remember"]);
});

test("a failure is told by its code, and by no text of it", async () => {
  const { memory } = testMemory();
  const operations = operationsOf(memory);
  await rejection(() => memory.recall(""));
  await rejection(() => memory.update("nobody", { content: "x" }));
  await memory.set("k", 1);
  await rejection(() => memory.set("k", 2, { ifVersion: 7 }));
  await rejection(() => memory.remember("x", { colour: "red" } as never));
  await rejection(() => memory.remember("x", null as never));
  await rejection(() => memory.context("x", { budget: -1 }));
  await memory.close();
  expect(operations.take()).toEqual([
    ["recall", "invalid-input"],
    ["update", "not-found"],
    ["set", 1],
    ["set", "conflict"],
    ["remember", "invalid-input"],
    ["remember", "invalid-input"],
    ["context", "invalid-input"],
  ]);
});

test.each([
  ["the signal's own reason", undefined],
  ["a reason of the caller's", new RangeError("enough")],
  ["a reason that is no error", "enough"],
  ["a reason that is a MemoryError", new MemoryError("conflict", "enough")],
])("an abort is told as such: %s", async (_, reason) => {
  const { memory } = testMemory();
  const operations = operationsOf(memory);
  const controller = new AbortController();
  controller.abort(reason);
  await expect(memory.recall("x", { signal: controller.signal })).rejects.toBe(
    controller.signal.reason,
  );
  expect(operations.take()).toEqual([["recall", "aborted"]]);
});

test("what fails by itself while its signal is aborted is no abort", async () => {
  const { memory } = testMemory();
  const operations = operationsOf(memory);
  await rejection(() => memory.recall("", { signal: AbortSignal.abort() }));
  expect(operations.take()).toEqual([["recall", "invalid-input"]]);
});

test("what is no MemoryError becomes the cause of one", async () => {
  const store = inMemoryStore();
  store.list = async () => Promise.reject(new TypeError("broken"));
  const { memory } = testMemory({ store });
  const operations = operationsOf(memory);
  await expect(memory.list()).rejects.toHaveProperty("cause.message", "broken");
  expect(operations.take()).toEqual([["list", "invalid-input"]]);
});

test("verbs that take part in others are not told of, and hooks that call verbs are", async () => {
  const { memory } = testMemory({
    plugins: [{ id: "nosy", hooks: { afterRemember: async () => void (await memory.list()) } }],
  });
  const operations = operationsOf(memory);
  await memory.set("drink", "tea");
  expect(operations.take()).toEqual([
    ["list", 1],
    ["set", 1],
  ]);
  await memory.context("tea");
  await memory.surface({ cue: "tea" });
  expect(operations.take()).toEqual([
    ["context", 1],
    ["surface", 1],
  ]);
});

test("the duration is that of the call, waiting included", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const words = wordEmbedder();
  const slow = {
    ...words,
    embed: async (texts: readonly string[]) => {
      vi.advanceTimersByTime(250);
      return words.embed(texts);
    },
  };
  const { memory } = testMemory({ embedder: slow });
  const { events } = operationsOf(memory);
  await memory.remember("tea");
  await memory.list();
  expect(events.map(({ operation, durationMs }) => [operation, durationMs])).toEqual([
    ["remember", 250],
    ["list", 0],
  ]);
});

test("a listener that throws harms neither the call nor what it rejects with", async () => {
  const logged: string[] = [];
  const { memory } = testMemory({
    logger: { warn: () => undefined, error: (message) => void logged.push(message) },
  });
  memory.on("operation", () => {
    throw new Error("listener");
  });
  await memory.remember("x");
  expect((await rejection(() => memory.recall(""))).code).toBe("invalid-input");
  expect(logged).toEqual(['a handler of "operation" threw', 'a handler of "operation" threw']);
});

/** Lines of an export that ends, or fails, as asked. */
async function* lines(failure?: () => never): AsyncGenerator<ExportLine> {
  yield {
    type: "header",
    format: "kioku",
    formatVersion: 1,
    parts: { reach: "here", records: true, history: true, vectors: false },
  };
  for (const id of ["a", "b", "c"]) {
    yield { type: "record", scope: [], id, revisions: [], idempotencyKeys: [] };
  }
  failure?.();
  yield { type: "footer", records: 3, tombstones: 0, sha256: "" };
}

function observedLines(
  given: AsyncGenerator<ExportLine>,
  options: unknown = {},
): {
  readonly stream: AsyncGenerator<ExportLine>;
  readonly events: OperationEvent[];
} {
  const events: OperationEvent[] = [];
  const hub = new EventHub(safeLogger());
  hub.listen("operation", [], { handler: (event) => events.push(event) });
  const engine = { events: hub } as unknown as Engine;
  const observed = { operation: "export", scope: [], options } as const;
  return { stream: observeExport(engine, observed, () => given), events };
}

test("an export is told of when its reader comes to the end, and counts records", async () => {
  const { stream, events } = observedLines(lines());
  const read: string[] = [];
  for await (const { type } of stream) {
    expect(events).toEqual([]);
    read.push(type);
  }
  expect(read).toEqual(["header", "record", "record", "record", "footer"]);
  expect(events).toMatchObject([{ operation: "export", count: 3 }]);
  expect(events[0]?.error).toBeUndefined();
});

test("an export whose reader stops ends there, and what it reads from is closed", async () => {
  const given = lines();
  const { stream, events } = observedLines(given);
  for await (const { type } of stream) if (type === "record") break;
  expect(events).toMatchObject([{ operation: "export", count: 1 }]);
  expect((await given.next()).done).toBe(true);
});

test("an export that fails or is aborted says so", async () => {
  const failed = observedLines(
    lines(() => {
      throw new MemoryError("store-failed", "broken");
    }),
  );
  await expect(readAll(failed.stream)).rejects.toThrow("broken");
  expect(failed.events).toMatchObject([{ operation: "export", count: 0, error: "store-failed" }]);
  const signal = AbortSignal.abort("enough");
  const aborted = observedLines(
    lines(() => signal.throwIfAborted() as never),
    { signal },
  );
  await expect(readAll(aborted.stream)).rejects.toBe("enough");
  expect(aborted.events).toMatchObject([{ operation: "export", error: "aborted" }]);
});
