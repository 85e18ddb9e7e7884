import { createMemory, inMemoryStore, layer } from "@kioku/core";
import { compareText, embedderOf, memoryIdentity, stateOf } from "@kioku/core/toolkit";
import { wordEmbedder } from "@kioku/testing/support";
import { expect, onTestFinished, test } from "vitest";

import { createMind } from "../../src/index.js";

test("minds and talks share identity, embedder and state with their memory", async () => {
  const memory = createMemory({ store: inMemoryStore(), embedder: wordEmbedder() });
  const mind = createMind({ memory, automatic: false });
  onTestFinished(async () => {
    await mind.close();
    await memory.close();
  });
  const shared = stateOf(memory, "notes", (): string[] => []);
  const ann = mind.scope("ann");
  const views = [mind, ann, mind.session("t"), ann.session("t"), layer(ann, memory)];
  for (const view of views) {
    expect(memoryIdentity(view)).toBe(memoryIdentity(memory));
    expect(embedderOf(view)).toBe(embedderOf(memory));
    expect(stateOf(view, "notes", (): string[] => [])).toBe(shared);
  }
});

test("a mind can be a layer, and so can a talk", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const mind = createMind({ memory: memory.scope("ann"), automatic: false });
  const both = layer(mind.session("t"), memory.scope("team"));
  await both.remember("Ann likes green tea");
  await memory.scope("team").remember("The team drinks green tea at four");
  const found = await both.recall("green tea");
  expect(
    found.map(({ scope }) => scope[0]).toSorted((a = "", b = "") => compareText(a, b)),
  ).toEqual(["ann", "team"]);
  expect((await mind.list()).items[0]).toMatchObject({ thread: "t" });
  await mind.close();
  await memory.close();
});
