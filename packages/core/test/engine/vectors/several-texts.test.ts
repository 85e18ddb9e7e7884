import { rejection } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, definePlugin, inMemoryStore } from "../../../src/index.js";
import type { Embedder, MemoryOptions, RememberInput } from "../../../src/index.js";
import { memoryVectors } from "../../../src/toolkit/index.js";
import type { MemoryVectors, VectorInput } from "../../../src/toolkit/index.js";
import { tableEmbedder } from "../../support/table-embedder.js";

const TABLE = { tea: [1, 0, 0, 0], coffee: [0, 1, 0, 0], milk: [0, 0, 1, 0], cold: [-1, 0, 0, 0] };

function counting(): Embedder & { readonly calls: (readonly string[])[] } {
  const embedder = tableEmbedder(TABLE, "test/drinks@4");
  const calls: (readonly string[])[] = [];
  const embed: Embedder["embed"] = async (texts, options) => {
    if (options?.purpose === "document") calls.push(texts);
    return embedder.embed(texts, options);
  };
  return { ...embedder, embed, calls };
}

function open(options: Partial<Omit<MemoryOptions, "plugins">> = {}, maxTexts = 3) {
  const embedder = counting();
  const memory = createMemory({ store: inMemoryStore(), ...options });
  return { memory, embedder, vectors: memoryVectors(memory, { embedder, maxTexts }) };
}

function textsOf({ content }: RememberInput): readonly string[] {
  return content.trimEnd().split("\n");
}

/** An input whose lines get a vector each. */
function lines(key: string, ...texts: readonly string[]): VectorInput {
  // As many breaks at the end as there are lines more than one, so that equal contents have equally
  // many.
  return { key, content: texts.join("\n") + "\n".repeat(texts.length - 1), textsOf };
}

async function ranked(vectors: MemoryVectors, query: string, limit = 10) {
  const found = await vectors.search({ query, limit });
  return found.map(({ key, signals }) => [key, Math.round((signals?.similarity ?? 9) * 10) / 10]);
}

test("each text has a vector of its own, and the best of a record counts, once", async () => {
  const { vectors, embedder } = open();
  await vectors.rememberAll([
    lines("a", "milk", "tea"),
    lines("b", "coffee"),
    lines("c", "cold", "tea", "milk"),
  ]);
  expect(await ranked(vectors, "tea")).toEqual([
    ["a", 1],
    ["c", 1],
    ["b", 0],
  ]);
  expect(await ranked(vectors, "coffee")).toEqual([
    ["b", 1],
    ["a", 0],
    ["c", 0],
  ]);
  expect(await ranked(vectors, "milk", 2)).toEqual([
    ["a", 1],
    ["c", 1],
  ]);
  expect(embedder.calls).toEqual([["milk", "tea", "coffee", "cold"]]);
});

test("a next version has the vectors of its own texts and no others", async () => {
  const { vectors } = open();
  await vectors.rememberAll([lines("a", "milk", "tea", "coffee")]);
  await vectors.rememberAll([lines("a", "milk")]);
  expect(await ranked(vectors, "tea")).toEqual([["a", 0]]);
  expect(await ranked(vectors, "milk")).toEqual([["a", 1]]);
  await vectors.rememberAll([{ ...lines("a", "milk"), index: false }]);
  expect(await ranked(vectors, "milk")).toEqual([]);
});

test("an unchanged content is embedded anew, since its texts may be others", async () => {
  const { vectors, embedder } = open();
  await vectors.rememberAll([{ key: "a", content: "a b", textsOf: () => ["tea"] }]);
  await vectors.rememberAll([{ key: "a", content: "a b", textsOf: () => ["milk"] }]);
  expect(await ranked(vectors, "milk")).toEqual([["a", 1]]);
  expect(embedder.calls).toEqual([["tea"], ["milk"]]);
});

test("all spaces are separate, and whatever reads less than several texts reads the first", async () => {
  const { memory, embedder, vectors } = open();
  await vectors.rememberAll([lines("a", "milk", "tea")]);
  expect((await memory.spaces()).map(({ id, state }) => `${id} ${state}`)).toEqual([
    "test/drinks@4 separate",
    "test/drinks@4#2 separate",
  ]);
  const first = memoryVectors(memory, { embedder });
  expect(await ranked(first, "tea")).toEqual([["a", 0]]);
  expect(await ranked(first, "milk")).toEqual([["a", 1]]);
});

test("with the memory's own embedder the first text is what recall finds", async () => {
  const { memory, vectors } = open({ embedder: counting() });
  await vectors.rememberAll([lines("a", "milk", "tea"), { content: "coffee" }]);
  expect((await memory.spaces()).map(({ state }) => state)).toEqual(["ready", "separate"]);
  expect((await memory.recall({ query: "milk", mode: "semantic" }))[0]?.key).toBe("a");
  expect((await memory.recall({ query: "coffee", mode: "semantic" }))[0]?.content).toBe("coffee");
  expect(await ranked(vectors, "tea", 1)).toEqual([["a", 1]]);
});

test("texts are found after plugins have seen the input", async () => {
  const embedder = counting();
  const redact = definePlugin({
    id: "redact",
    hooks: { beforeRemember: (input) => ({ ...input, content: "coffee" }) },
  });
  const memory = createMemory({ store: inMemoryStore(), plugins: [redact] });
  await memoryVectors(memory, { embedder, maxTexts: 2 }).rememberAll([lines("a", "milk", "tea")]);
  expect(embedder.calls).toEqual([["coffee"]]);
});

test("erasing a record reaches all its vectors", async () => {
  const { memory, vectors } = open();
  const [receipt] = await vectors.rememberAll([lines("a", "milk", "tea", "coffee")]);
  const id = receipt?.status === "stored" ? receipt.record.id : "";
  expect((await memory.erase(id)).vectors).toBe(3);
  expect(await ranked(vectors, "tea")).toEqual([]);
});

test("texts that are none, or too many, or beside a vector are refused, and nothing is written", async () => {
  const { memory, vectors } = open();
  const wrong: readonly [input: VectorInput, named: RegExp][] = [
    [lines("a", "1", "2", "3", "4"), /inputs\[0\]\.textsOf\(…\)/u],
    [{ content: "a", textsOf: () => [""] }, /textsOf/u],
    [{ content: "a", textsOf: () => "a" as never }, /textsOf/u],
    [{ content: "a", textsOf: "a" as never }, /textsOf/u],
    [{ content: "a", textsOf: () => ["a"], vector: [1, 0, 0, 0] }, /textsOf/u],
  ];
  for (const [input, named] of wrong) {
    const { code, message } = await rejection(() => vectors.rememberAll([input]));
    expect(code).toBe("invalid-input");
    expect(message).toMatch(named);
  }
  for (const maxTexts of [0, 33, 1.5]) {
    expect((await rejection(async () => memoryVectors(memory, { maxTexts }))).message).toMatch(
      /maxTexts/u,
    );
  }
  expect((await memory.list()).items).toEqual([]);
});
