import { expect, onTestFinished, test } from "vitest";

import { createMemory, inMemoryStore, layer } from "../../src/index.js";
import type { Embedder, Memory, MemoryRoot } from "../../src/index.js";
import { embedderOf } from "../../src/toolkit/index.js";

function embedder(id: string): Embedder {
  return {
    id,
    embed: async (texts) => ({ vectors: texts.map((text) => Float32Array.of(1, text.length)) }),
  };
}

function openMemory(...embedders: readonly Embedder[]): MemoryRoot {
  const memory = createMemory({ store: inMemoryStore(), embedder: embedders });
  onTestFinished(() => memory.close());
  return memory;
}

test("the embedder of a view is the first one of its memory, and of layers that of the first layer", async () => {
  const memory = openMemory(embedder("first"), embedder("second"));
  const other = openMemory(embedder("other"));
  for (const view of [memory, memory.scope("a"), layer(memory.scope("a"), other)]) {
    expect(embedderOf(view)?.id).toBe("first");
  }
  expect(embedderOf(layer(other, memory))?.id).toBe("other");
  expect((await embedderOf(memory)?.embed(["abc"]))?.vectors).toEqual([Float32Array.of(1, 3)]);
});

test("there is none where the memory has none, and of a memory that somebody else made", () => {
  expect(embedderOf(createMemory({ store: inMemoryStore() }))).toBeUndefined();
  expect(embedderOf({ scopePath: [] } as unknown as Memory)).toBeUndefined();
});

test("who is handed a view reaches no embedder by any of its members", () => {
  const view = openMemory(embedder("first")).scope("a");
  const members: string[] = [];
  for (let at: object | null = view; at && at !== Object.prototype;) {
    members.push(...Object.getOwnPropertyNames(at));
    at = Object.getPrototypeOf(at) as object | null;
  }
  const values = members.map((name) => (view as unknown as Record<string, unknown>)[name]);
  const objects = values.filter((value) => typeof value === "object" && value !== null);
  expect(objects).toEqual([["a"]]);
});
