import { wordEmbedder } from "@kioku/testing/support";
import { expect, onTestFinished, test } from "vitest";

import { createMemory, inMemoryStore, layer } from "../../src/index.js";
import type { Memory, MemoryRoot } from "../../src/index.js";
import { embedderOf, memoryIdentity, standInFor, stateOf } from "../../src/toolkit/index.js";

function openMemory(): MemoryRoot {
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  return memory;
}

function notes(memory: Memory): string[] {
  return stateOf(memory, "notes", (): string[] => []);
}

function delegating(inner: Memory): Memory {
  return standInFor(
    Object.create(null, { scopePath: { value: inner.scopePath } }) as Memory,
    inner,
  );
}

test("all views of one memory share its state, and those of others have others", () => {
  const [one, other] = [openMemory(), openMemory()];
  notes(one).push("a");
  const views = [one.scope("a"), one.scope("a").scope("b"), layer(one.scope("a"), other)];
  for (const view of [...views, layer(layer(one, other), other), new Proxy(one, {})]) {
    expect(notes(view)).toBe(notes(one));
  }
  expect(notes(other.scope("a"))).toEqual([]);
  expect(stateOf(one, "more", () => "b")).toBe("b");
  expect(notes(one)).toEqual(["a"]);
});

test("a stand-in that names its memory shares state, identity and embedder with it", () => {
  const embedder = wordEmbedder();
  const memory = createMemory({ store: inMemoryStore(), embedder });
  onTestFinished(() => memory.close());
  const other = openMemory();
  const view = memory.scope("a");
  const twice = delegating(delegating(view));
  for (const standIn of [twice, delegating(layer(view, other)), delegating(memory)]) {
    expect(stateOf(standIn, "notes", (): string[] => [])).toBe(notes(memory));
    expect(memoryIdentity(standIn)).toBe(memoryIdentity(memory));
    expect(embedderOf(standIn)?.id).toBe(embedder.id);
    expect(Object.keys(standIn)).toEqual([]);
  }
  expect(memoryIdentity(delegating(other))).not.toBe(memoryIdentity(memory));
});

test("a stand-in has a state of its own, which nobody sees among its members", () => {
  const standIn = { scopePath: [] } as unknown as Memory;
  notes(standIn).push("a");
  expect(notes(standIn)).toEqual(["a"]);
  expect(standIn).toEqual({ scopePath: [] });
  expect(Object.keys(openMemory())).not.toContain("state");
  const frozen = Object.freeze({ scopePath: [] }) as unknown as Memory;
  expect(notes(frozen)).toEqual([]);
});
