import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import type { MemorySource, MemoryToolsOptions } from "../../src/index.js";
import { agentMemory } from "../support/agents.js";

function failureOf(source: unknown, options: unknown): unknown {
  try {
    return memoryTools(source as MemorySource, options as MemoryToolsOptions);
  } catch (error) {
    return error;
  }
}

test.each([
  [{ only: [] }, "options.only"],
  [{ only: ["erase"] }, "options.only[0]"],
  [{ only: "recall" }, "options.only"],
  [{ prefix: "my tools" }, "options.prefix"],
  [{ prefix: 1 }, "options.prefix"],
  [{ scope: "users" }, "scope"],
  [{ recall: { limit: 0 } }, "limit"],
  [{ recall: { kinds: "note" } }, "kinds"],
  [{ recall: { filter: { "@nothing": 1 } } }, "@nothing"],
  [{ recall: { budget: 0 } }, "budget"],
  [{ recall: { query: "x" } }, 'options.recall has no option "query"'],
  [{ recall: { colour: "red" } }, "colour"],
  [{ recall: 7 }, "options.recall"],
  [{ recall: { asOf: {} } }, "options.recall.asOf"],
  [{ trustedTools: "clock" }, "options.trustedTools"],
  [{ remember: { kind: "" } }, "options.remember.kind"],
  [{ remember: { trust: 2 } }, "options.remember.trust"],
  [{ remember: { ttlMs: 0 } }, "options.remember.ttlMs"],
  [{ remember: { metadata: 7 } }, "options.remember.metadata"],
  [{ remember: { scope: "x" } }, "scope"],
  [{ recall: { kinds: ["fact"] }, remember: { kind: "note" } }, "options.remember.kind"],
])("options such as %j fail at once", (options, named) => {
  const failure = failureOf(agentMemory(), options);
  expect(MemoryError.is(failure, "invalid-input")).toBe(true);
  expect(String(failure)).toContain(named);
});

test.each([undefined, {}, "memory"])("a source that is no memory fails at once: %j", (source) => {
  const failure = failureOf(source, {});
  expect(MemoryError.is(failure, "invalid-input")).toBe(true);
  expect(String(failure)).toContain("source");
});

test("what is remembered has the kind, the metadata and the trust that the app wants, and is seen by its recall", async () => {
  const memory = agentMemory();
  const [remember, recall] = memoryTools(memory, {
    recall: { kinds: ["fact"], filter: { area: "home" } },
    remember: { metadata: { area: "home" }, trust: 0.7, ttlMs: 60_000 },
  });
  await remember?.invoke({ content: "Ada likes green tea" });
  const { items } = await memory.list();
  expect(items).toMatchObject([{ kind: "fact", metadata: { area: "home" }, trust: 0.7 }]);
  expect(items[0]?.expiresAt).toBeInstanceOf(Date);
  expect(await recall?.invoke({ query: "green tea" })).toContain("Ada likes green tea");
});

test("labels to cite are shown only if the app wants them", async () => {
  const memory = agentMemory();
  await memory.remember("Ada likes green tea");
  const textOf = async (options: MemoryToolsOptions): Promise<unknown> =>
    memoryTools(memory, { only: ["recall"], ...options })[0]?.invoke({ query: "green tea" });
  expect(await textOf({})).not.toContain('id="m1"');
  expect(await textOf({ recall: { cite: true } })).toContain('id="m1"');
});

test("the app's own way of writing a memory is kept beside the id", async () => {
  const memory = agentMemory();
  await memory.remember("Ada likes green tea");
  const [recall] = memoryTools(memory, {
    only: ["recall", "forget"],
    recall: { render: ({ content }) => content.toUpperCase() },
  });
  expect(await recall?.invoke({ query: "green tea" })).toMatch(/\[[^\]]+\] ADA LIKES GREEN TEA/);
});
