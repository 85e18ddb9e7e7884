import { expect, onTestFinished, test } from "vitest";

import { createMemory, inMemoryStore, layer } from "../../src/index.js";
import type { Memory, MemoryRoot } from "../../src/index.js";
import { memoryIdentity, layersOf } from "../../src/toolkit/index.js";

function openMemory(): MemoryRoot {
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  return memory;
}

test("all views of one memory have one identity, and those of others have others", () => {
  const [one, other] = [openMemory(), openMemory()];
  const identity = memoryIdentity(one);
  expect(identity).toBeDefined();
  const views = [one.scope("a"), one.scope("a").scope("b"), layer(one.scope("a"), other)];
  for (const view of [...views, one.scope("skills", "nav")]) {
    expect(memoryIdentity(view)).toBe(identity);
  }
  expect(memoryIdentity(other)).not.toBe(identity);
  expect(memoryIdentity(layer(layer(other.scope("a"), one), one))).toBe(memoryIdentity(other));
  const foreign = { scopePath: [] } as unknown as Memory;
  expect(memoryIdentity(foreign)).toBeUndefined();
  expect(memoryIdentity(new Proxy(one, {}))).toBeUndefined();
});

test("the layers of layers come in their order, with the one that is written first", () => {
  const [one, other] = [openMemory(), openMemory()];
  const [a, b, c] = [one.scope("a"), one.scope("b"), other.scope("c")];
  expect(layersOf(layer(layer(a, b), layer(c, one)))).toEqual([a, b, c, one]);
  expect(layersOf(layer(layer(a, b), c)).map((memory) => memory === a)).toEqual([
    true,
    false,
    false,
  ]);
  expect(layersOf(a)).toEqual([a]);
  const deep = layersOf(layer(a, c).scope("x"));
  expect(deep.map(({ scopePath }) => scopePath)).toEqual([["a", "x"], ["c"]]);
});
