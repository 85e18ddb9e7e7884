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
  [{ only: ["erase"] }, "options.only[0]"],
  [{ scope: "users" }, "scope"],
  [{ recall: { limit: 0 } }, "limit"],
  [{ trustedTools: "clock" }, "options.trustedTools"],
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
