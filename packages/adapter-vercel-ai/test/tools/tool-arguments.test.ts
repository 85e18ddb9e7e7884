import { MemoryError } from "@kioku/core";
import { asSchema, generateText, stepCountIs } from "ai";
import type { ToolSet } from "ai";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import { callingModel, toldBy } from "../support/calling-model.js";
import { holds, wordMemory } from "../support/word-memory.js";

const stopWhen = stepCountIs(5);
const BY_HAND = { toolCallId: "c1", messages: [], context: {} };

test.each([
  [{ content: "x", scope: ["users", "bob"] }, "has no option"],
  [{ content: "x", userId: "bob" }, "has no option"],
  [{ content: "x", thread: "other", kind: "entry" }, "has no option"],
  [{ content: " " }, "not blank"],
  [{ content: "x".repeat(4_001) }, "at most 4000"],
  [{ content: "x", importance: 2 }, "at most 1"],
  [{}, "needs the argument content"],
])("a model is told what is wrong with %j, and goes on", async (input, told) => {
  const memory = wordMemory();
  const model = callingModel([[{ name: "remember", input }]], "Sorry.");
  const tools = memoryTools(memory);
  const { text } = await generateText({ model, tools, stopWhen, prompt: "Remember it." });
  expect(text).toBe("Sorry.");
  const [answer] = toldBy(model.doGenerateCalls[1]?.prompt ?? []);
  expect(answer?.output).toMatchObject({ type: "error-text" });
  expect(JSON.stringify(answer)).toContain(told);
  expect((await memory.scopes()).items).toEqual([]);
});

test("arguments are checked by the tools themselves too, where nobody else does", async () => {
  const memory = wordMemory();
  const tools: ToolSet = memoryTools(memory);
  for (const input of [{ content: "x", scope: "bob" }, { content: "" }, {}, "x", null]) {
    const failure: unknown = await Promise.resolve(
      tools["remember"]?.execute?.(input, BY_HAND),
    ).catch((error: unknown) => error);
    expect(MemoryError.is(failure, "invalid-input")).toBe(true);
  }
  expect(await holds(memory)).toEqual([]);
});

test("a model that writes null for what it leaves out is understood", async () => {
  const memory = wordMemory();
  const model = callingModel([
    [{ name: "remember", input: { content: "Ada likes green tea", importance: null } }],
    [{ name: "recall", input: { query: "tea", limit: null } }],
  ]);
  const { steps } = await generateText({
    model,
    tools: memoryTools(memory),
    stopWhen,
    prompt: "Tea?",
  });
  expect((await memory.list()).items).toMatchObject([{ importance: 0.5 }]);
  const outputs = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
  expect(outputs).toMatchObject([{ status: "stored" }, { status: "found" }]);
});

test("the schema gives what was checked, or the error that says what is wrong", async () => {
  const { recall } = memoryTools(wordMemory());
  const { validate } = asSchema(recall.inputSchema);
  expect(await validate?.({ query: "tea", limit: null })).toEqual({
    success: true,
    value: { query: "tea" },
  });
  const refused = await validate?.({ query: "tea", limit: 99 });
  if (!refused || refused.success) throw new Error("expected it to be refused");
  expect(MemoryError.is(refused.error, "invalid-input")).toBe(true);
  expect(refused.error.message).toContain("recall.limit must be a whole number");
});
