import { generateText, stepCountIs } from "ai";
import type { ModelMessage } from "ai";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import { callingModel, toldBy } from "../support/calling-model.js";
import { holds, stored, wordMemory } from "../support/word-memory.js";

const stopWhen = stepCountIs(5);

test.each([
  [true, "Forgotten.", []],
  [false, "execution-denied", ["user 1: Ada likes tea"]],
])("an app can have a person approve a tool: %s", async (approved, told, left) => {
  const memory = wordMemory();
  const id = await stored(memory, "Ada likes tea");
  const { forget, remember } = memoryTools(memory, { only: ["forget", "remember"] });
  const tools = { remember, forget: { ...forget, needsApproval: true } };
  const messages: ModelMessage[] = [{ role: "user", content: "Forget my tea." }];
  const first = await generateText({
    model: callingModel([[{ name: "forget", input: { id } }]]),
    tools,
    stopWhen,
    messages,
  });
  const request = first.content.find(({ type }) => type === "tool-approval-request");
  if (request?.type !== "tool-approval-request") throw new Error("expected a request");
  expect(await holds(memory)).toEqual(["user 1: Ada likes tea"]);
  const { approvalId } = request;
  messages.push(...first.response.messages, {
    role: "tool",
    content: [{ type: "tool-approval-response", approvalId, approved }],
  });
  const model = callingModel([[{ name: "remember", input: { content: "Ada was asked" } }]]);
  await generateText({ model, tools, stopWhen, messages });
  expect(JSON.stringify(toldBy(model.doGenerateCalls[0]?.prompt ?? []))).toContain(told);
  // Approval by a person takes no trust from later notes.
  expect(await holds(memory)).toEqual([...left, "assistant 1: Ada was asked"]);
});
