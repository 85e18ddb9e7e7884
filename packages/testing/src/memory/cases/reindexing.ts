import assert from "node:assert/strict";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { recordOf, remembered } from "../stored.js";

/** Vectors that are missing are made later, and belong to the text that is there. */
export const memoryReindexingCases: readonly MemoryCase[] = memoryCases("reindex", ["vector"], {
  async "reindex makes the vectors that are missing, each once, in every scope"({
    memory,
    embedder,
  }) {
    await remembered(memory, "Has its vector");
    embedder.failing = true;
    await memory.rememberAll(["Apples are red", { content: "Not searchable", index: false }]);
    await memory.scope("below").remember("Pears are green");
    embedder.failing = false;
    const progress: string[] = [];
    const onProgress = (done: number, total: number): void =>
      void progress.push(`${done}/${total}`);
    assert.equal(await memory.reindex({ onProgress }), 2);
    assert.equal(progress.at(-1), "2/2");
    assert.equal(await memory.reindex(), 0);
    const [best] = await memory.recall({
      query: "pears green",
      mode: "semantic",
      reach: "below",
    });
    assert.equal(best?.content, "Pears are green");
  },
  async "a text that changed while it waited gets the vector of what it says now"({
    memory,
    embedder,
  }) {
    embedder.failing = true;
    const { id } = recordOf(await memory.remember("Rome Rome Rome"));
    await memory.update(id, { content: "Oslo Oslo Oslo" });
    embedder.failing = false;
    await remembered(memory, "Paris Paris Paris");
    await memory.reindex();
    const signalsOf = async (query: string): Promise<number | undefined> => {
      const found = await memory.recall({ query, mode: "semantic", explain: true, limit: 100 });
      return found.find((one) => one.id === id)?.signals?.similarity;
    };
    assert.ok(((await signalsOf("Oslo")) ?? 0) > 0.9, "it is not found by what it says");
    assert.ok(((await signalsOf("Rome")) ?? 0) < 0.9, "it is found by what it said");
  },
  async "an update whose embedder fails drops the vector of the text that is gone"({
    memory,
    embedder,
  }) {
    const { id } = await remembered(memory, "Rome Rome Rome");
    embedder.failing = true;
    await memory.update(id, { content: "Oslo Oslo Oslo" });
    embedder.failing = false;
    const found = await memory.recall({ query: "Rome", mode: "semantic" });
    assert.deepEqual(
      found.filter((one) => one.id === id),
      [],
    );
    assert.equal(await memory.reindex(), 1);
  },
});
