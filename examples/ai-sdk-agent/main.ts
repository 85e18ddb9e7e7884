import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { memoryTools, withMemory } from "@kioku/adapter-vercel-ai";
import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";
import { ToolLoopAgent } from "ai";
import { MockLanguageModelV3 } from "ai/test";

import { calls, says } from "../ai-sdk-tools/answers.ts";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));
// One day for all, so that this prints the same every time.
const clock = (): Date => new Date("2026-03-06T12:00:00Z");
const store = sqliteStore({ path: join(folder, "agent.db") });
const memory = createMemory({ store, embedder: localEmbedder(), clock });

// Plays the model: these are its answers, one for each call. Yours goes here.
const model = new MockLanguageModelV3({
  doGenerate: [
    calls("remember", { content: "Ann is allergic to peanuts" }),
    says("I will keep that in mind."),
    says("好的，我记住了。"),
    says("Take the curry, there are peanuts in the satay."),
    says("花生。"),
    says("Yes, but ask them to leave out the coriander."),
  ],
});

/** An agent for one request: its model and its tools know the memory of this user and no other. */
function agentFor(userId: string, chatId: string) {
  const theirs = memory.scope("users", userId);
  return new ToolLoopAgent({
    model: withMemory(model, theirs, {
      thread: chatId,
      capture: "turn",
      recall: { limit: 2, minScore: 0 },
    }),
    tools: memoryTools(theirs),
  });
}

/** Says something in a chat, and prints what the model saw of it and did. */
async function say(userId: string, chatId: string, words: string): Promise<void> {
  const { text, steps } = await agentFor(userId, chatId).generate({ prompt: words });
  console.log(`${userId}, ${chatId}`);
  const shown = model.doGenerateCalls.at(-1)?.prompt.find(({ role }) => role === "user");
  for (const part of shown?.role === "user" ? shown.content : []) {
    if (part.type !== "text") continue;
    for (const line of part.text.trimEnd().split("\n")) console.log(`  > ${line}`);
  }
  for (const { toolName, input } of steps.flatMap(({ toolCalls }) => toolCalls)) {
    console.log(`  ${toolName} ${JSON.stringify(input)}`);
  }
  console.log(`  ${text}`);
}

await say("ann", "monday", "Remember that I am allergic to peanuts");
await say("bo", "monday", "我不吃香菜");
await say("ann", "tuesday", "Can I eat the satay?");
await say("ann", "wednesday", "我对什么过敏？");
await say("bo", "tuesday", "Can I eat the curry?");

await memory.close();
await rm(folder, { recursive: true });
