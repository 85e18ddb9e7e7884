import type { UIMessage } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";

import { chatLog } from "../../src/index.js";
import { messageHash } from "../../src/turn/prompt-words.js";
import { answered, asked, calling, openChats } from "../support/chat-memories.js";

const NAMES = z.object({ name: z.string() }).optional();

async function markOf(message: UIMessage): Promise<unknown> {
  const memory = openChats();
  await chatLog(memory).append("chat", [message]);
  return (await memory.list()).items[0]?.metadata["aiSdkMessage"];
}

test("a message is marked as a prompt has it: an answer of several steps by the last that says something", async () => {
  expect(await markOf(asked("u1", "Hello."))).toBe(messageHash("user", "Hello."));
  const answer = messageHash("assistant", "It rains.");
  expect(await markOf(answered("a1", "It rains."))).toBe(answer);
  const steps = calling("a1", { output: "rain", text: "It rains." });
  const before = { ...steps, parts: [{ type: "text" as const, text: "I look." }, ...steps.parts] };
  expect(await markOf(before)).toBe(answer);
  const after = { ...before, parts: [...before.parts, { type: "step-start" as const }] };
  expect(await markOf(after)).toBe(answer);
});

test("texts of one message are joined as the AI SDK joins them", async () => {
  const parts = ["One.", " ", "Two."].map((text) => ({ type: "text" as const, text }));
  const mark = await markOf({ id: "u1", role: "user", parts });
  expect(mark).toBe(messageHash("user", "One.\nTwo."));
  const answer = await markOf({ id: "a1", role: "assistant", parts });
  expect(answer).toBe(messageHash("assistant", "One. Two."));
});

test("roles have marks of their own, and what says nothing has none", async () => {
  expect(messageHash("user", "Yes.")).not.toBe(messageHash("assistant", "Yes."));
  expect(await markOf(calling("a1"))).toBeUndefined();
});

test("a message that lost its text loses its mark", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", [answered("a1", "Hello.")]);
  await log.append("chat", [{ ...answered("a1", ""), parts: [] }]);
  expect((await memory.list()).items[0]).toMatchObject({ content: "(no text: empty)" });
  expect((await memory.list()).items[0]?.metadata).not.toHaveProperty("aiSdkMessage");
});

test("who said a message is what the option says of it, also when its text and trust change", async () => {
  const memory = openChats();
  const log = chatLog(memory, { speakerOf: ({ metadata }) => NAMES.parse(metadata)?.name });
  const named = { ...asked("u1", "I like tea."), metadata: { name: "Ana" } };
  await log.append("chat", [named, answered("a1", "Noted.")]);
  const said = async (): Promise<readonly unknown[]> =>
    (await memory.list()).items.map(({ speaker, content }) => [speaker, content]);
  expect(await said()).toEqual([
    ["Ana", "I like tea."],
    [undefined, "Noted."],
  ]);
  const answer = calling("a1", { output: "rain", text: "It rains." });
  await log.append("chat", [{ ...answer, metadata: { name: "Robot" } }]);
  expect(await said()).toEqual([
    ["Ana", "I like tea."],
    ["Robot", "It rains."],
  ]);
});
