import type { Memory } from "@kioku/core";
import { convertToModelMessages } from "ai";
import type { UIMessage } from "ai";
import { expect, test } from "vitest";

import { chatLog, withMemory } from "../../src/index.js";
import type { MemoryMiddlewareOptions } from "../../src/index.js";
import { answered, asked } from "../support/chat-memories.js";
import { callsOf, emptyMemory } from "../support/turn-memory.js";
import { promptsOf, turnModel } from "../support/turn-model.js";
import { WAYS } from "../support/turns.js";

const CHAT: readonly UIMessage[] = [
  asked("u1", "my tea is green"),
  answered("a1", "green tea it is"),
];
const KEPT: readonly (readonly [string, MemoryMiddlewareOptions])[] = [
  ["with a thread", { thread: "monday" }],
  ["without a thread", {}],
  ["with a thread and capture", { thread: "monday", capture: "turn" }],
  ["without a thread, with capture", { capture: "turn" }],
];
const CASES = WAYS.flatMap(([way, ask]) =>
  KEPT.map(([name, options]) => [way, name, { ask, options }] as const),
);

/** A log of two chats, of which the second goes on. */
async function chats(memory: Memory): Promise<readonly UIMessage[]> {
  const log = chatLog(memory);
  await log.append("sunday", [asked("u0", "my other tea is black")]);
  await log.append("monday", [...CHAT, asked("u2", "which tea is mine?")]);
  return log.load("monday");
}

/** Returns the recalled part of a prompt. */
function recalledIn(prompt = ""): string {
  return /<memories[^]*<\/memories>/u.exec(prompt)?.[0] ?? "";
}

test.each(CASES)(
  "%s, %s: of a chat log nothing is recalled that the prompt holds",
  async (_, __, { ask, options }) => {
    const memory = emptyMemory();
    const messages = await convertToModelMessages([...(await chats(memory))]);
    const model = turnModel();
    await ask({ model: withMemory(model, memory, options), messages });
    const [prompt] = promptsOf(model);
    expect(recalledIn(prompt)).toContain("my other tea is black");
    for (const held of ["my tea is green", "green tea it is", "which tea is mine?"]) {
      expect(recalledIn(prompt)).not.toContain(held);
      expect(prompt).toContain(held);
    }
    // Recalls messages that the prompt no longer holds.
    await ask({ model: withMemory(model, memory, options), messages: messages.slice(-1) });
    expect(recalledIn(promptsOf(model)[1])).toContain("my tea is green");
    expect(recalledIn(promptsOf(model)[1])).not.toContain("which tea is mine?");
  },
);

test("with a thread the same words of another conversation are recalled, without one they are not", async () => {
  for (const [thread, isShown] of [
    ["monday", true],
    [undefined, false],
  ] as const) {
    const memory = emptyMemory();
    await chatLog(memory).append("sunday", [asked("u1", "which tea is mine?")]);
    const model = turnModel();
    const [[, ask] = []] = WAYS;
    await ask?.({ model: withMemory(model, memory, { thread }), prompt: "which tea is mine?" });
    expect(recalledIn(promptsOf(model)[0]).includes("which tea")).toBe(isShown);
  }
});

test("without a thread it takes a second recall only where the first has found what the prompt holds", async () => {
  const memory = emptyMemory();
  await chats(memory);
  const calls = callsOf(memory);
  const [[, ask] = []] = WAYS;
  const model = withMemory(turnModel(), memory, { recall: { filter: { team: { $ne: true } } } });
  await ask?.({ model, prompt: "which tea would you take?" });
  expect(calls).toEqual(["context"]);
  await ask?.({ model, prompt: "which tea is mine?" });
  expect(calls).toEqual(["context", "context", "context"]);
  const threaded = withMemory(turnModel(), memory, { thread: "monday" });
  await ask?.({ model: threaded, prompt: "which tea is mine?" });
  expect(calls).toHaveLength(4);
});

test("what a prompt holds takes no place of what is recalled, though it is too long to be shown", async () => {
  const memory = emptyMemory();
  await memory.remember("tea is kept in the kitchen");
  const question = `where is tea kept? ${"tea is kept, tea is kept. ".repeat(400)}`;
  await chatLog(memory).append("monday", [asked("u1", question)]);
  const model = turnModel();
  const [[, ask] = []] = WAYS;
  const recall = { limit: 1, budget: 200, mode: "keyword" } as const;
  await ask?.({ model: withMemory(model, memory, { recall }), prompt: question });
  expect(recalledIn(promptsOf(model)[0])).toContain("in the kitchen");
});
