import { createMemory, inMemoryStore, type MemoryPlugin } from "@kioku/core";
import { expect, test } from "vitest";

import { createMind } from "../../src/index.js";

/** A plugin that rejects what contains a word. */
function refusing(word: string, kind: string): MemoryPlugin {
  return {
    id: "refusing",
    hooks: {
      beforeRemember: (input) =>
        input.kind === kind && input.content.includes(word) ? { veto: "not here" } : undefined,
    },
  };
}

test("what a plugin rejects of a run stands nowhere, the rest is kept, and it is told", async () => {
  const warned: unknown[] = [];
  const memory = createMemory({ store: inMemoryStore(), plugins: [refusing("Porto", "fact")] });
  const mind = createMind({
    memory,
    automatic: false,
    logger: { warn: (...call) => warned.push(call), error: () => undefined },
  });
  await mind
    .session("t")
    .hear(["I live in Porto.", "我的猫叫小白。"].map((content) => ({ content })));
  await expect(mind.consolidate()).resolves.toMatchObject({ turns: 2 });
  const { text } = await mind.document({ document: "portrait" });
  expect(text).toContain("小白");
  expect(text).not.toContain("Porto");
  expect(warned).toEqual([["plugins rejected records of a run", { rejected: 1 }]]);
  await expect(mind.stats()).resolves.toMatchObject({ waiting: 0, facts: 1 });
});

test("a plugin that rejects the state of a mind makes its runs fail, which is told", async () => {
  const memory = createMemory({
    store: inMemoryStore(),
    plugins: [refusing("mind/", "mind-state")],
  });
  const mind = createMind({ memory, automatic: false });
  const failed: unknown[] = [];
  mind.on("consolidation-failed", ({ error }) => failed.push(error));
  await mind.session("t").hear("I live in Porto.");
  await expect(mind.consolidate()).rejects.toMatchObject({ code: "rejected-by-plugin" });
  expect(failed).toMatchObject([{ code: "rejected-by-plugin" }]);
  await expect(mind.stats()).resolves.toMatchObject({ waiting: 1, runs: 0 });
});
