import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { memoryMiddleware, withMemory } from "../../src/index.js";
import { emptyMemory } from "../support/turn-memory.js";
import { turnModel } from "../support/turn-model.js";

const memory = emptyMemory();

test.each([
  ["options", null, "options must be an object"],
  ["options", { budget: 800 }, "budget"],
  ["recall", { recall: true }, "options.recall"],
  ["recall.query", { recall: { query: "tea" } }, "query"],
  ["recall.budget", { recall: { budget: 0 } }, "options.recall.budget"],
  ["recall.limit", { recall: { limit: 1_001 } }, "options.recall.limit"],
  ["capture", { capture: "all" }, "options.capture"],
  ["capture", { capture: true }, "options.capture"],
  ["inject", { inject: "system" }, "options.inject"],
  ["thread", { thread: " " }, "options.thread"],
  ["thread", { thread: "x".repeat(513) }, "options.thread"],
  ["sources", { sources: "yes" }, "options.sources"],
  ["trustedTools", { trustedTools: "page" }, "options.trustedTools"],
  ["trustedTools", { trustedTools: [""] }, "options.trustedTools[0]"],
  ["onError", { onError: "ignore" }, "options.onError"],
  ["logger", { logger: {} }, "options.logger"],
  ["name", { name: "" }, "options.name"],
  ["name", { name: "x".repeat(65) }, "options.name"],
])("%s that cannot be fails at once: %j", (_, options, message) => {
  for (const make of [
    () => memoryMiddleware(memory, options as never),
    () => withMemory(turnModel(), memory, options as never),
  ]) {
    expect(make).toThrow(MemoryError);
    expect(make).toThrow(message);
  }
});

test.each([undefined, null, "memory", {}, { context: () => undefined }])(
  "what is no memory fails at once: %j",
  (given) => {
    expect(() => memoryMiddleware(given as never)).toThrow(/memory/u);
    expect(() => memoryMiddleware(given as never)).toThrow(MemoryError);
  },
);

test("every option may be undefined", () => {
  const options = {
    recall: undefined,
    capture: undefined,
    inject: undefined,
    thread: undefined,
    sources: undefined,
    trustedTools: undefined,
    onError: undefined,
    logger: undefined,
    name: undefined,
  };
  expect(() => memoryMiddleware(memory, options)).not.toThrow();
});

test("the wrapped model keeps its names", () => {
  const model = turnModel();
  const { provider, modelId } = withMemory(model, memory);
  expect([provider, modelId]).toEqual([model.provider, model.modelId]);
});

test.each([
  ["openai/gpt-5", 'gateway("openai/gpt-5")'],
  [undefined, "model must be an object"],
  [{}, "model.doGenerate"],
  [{ doGenerate: () => undefined }, "model.doStream"],
])("what is no model fails at once: %j", (given, message) => {
  expect(() => withMemory(given as never, memory)).toThrow(message);
  expect(() => withMemory(given as never, memory)).toThrow(MemoryError);
});
